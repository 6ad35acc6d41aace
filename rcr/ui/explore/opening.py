"""Where the visitor's run comes from: the question in the sidebar, the address, a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from rcr import Model, ModelError, Run
from rcr.run.link import from_link
from rcr.run.problem import LASTING_SETTINGS
from rcr.run.settings import Settings
from rcr.ui.background_work import Stop
from rcr.ui.explore import keys, moves
from rcr.ui.explore.beginning import begins_compensated
from rcr.ui.explore.duration import is_long
from rcr.ui.explore.question import Question
from rcr.ui.explore.reopening import DOING_AGAIN, reopen_wanted
from rcr.ui.explore.sidebar import show_run
from rcr.ui.made_models import LARGE_EFFORT
from rcr.ui.samples import FIRST_SAMPLE
from rcr.ui.visitor import visitor
from rcr.ui.widgets import show

FIXED = "the teacher has fixed what this task is about; go on with it here"
LINK = "run"  # the part of the address that carries a run


def open_address() -> None:
    """If the address asks for a kept run or carries one, or a file was given, open it and let the
    sidebar show its model and its settings; before anything is drawn. A link stays in the address.
    """
    visit, link = visitor().explore, st.query_params.get(LINK, "")
    if reopen_wanted():
        visit.link = link
    elif link not in ("", visit.link):
        _open(lambda: visit.background.done(link, DOING_AGAIN, lambda stop: from_link(link, stop)))
        visit.link = link
    elif (file := visit.wanted_file) is not None:
        _open(lambda: visit.background.done(file, DOING_AGAIN, file.run))
        visit.wanted_file = None
        _leave_link()
    if visit.fixed is not None and visit.opened is not None and visit.opened is not visit.fixed:
        visit.opened, visit.complaint.text = None, FIXED
    if visit.opened is not None:
        show_run(visit.opened)


def _open(make: Callable[[], Run]) -> None:
    """Show this run next; a bad link or file leaves everything as it is."""
    visit = visitor().explore
    try:
        visit.opened, visit.title = make(), ""
    except ModelError as error:
        visit.complaint.text = str(error)


def _leave_link() -> None:
    """What is shown from now on is not what the address carries."""
    visitor().explore.link = ""
    st.query_params.pop(LINK, None)


def stay() -> None:
    """Stop whatever is on its way to the page and stay with what there is; for callbacks."""
    visit = visitor().explore
    visit.background.stop()
    if visit.job is not None:  # what was made has begun to compensate just now
        visit.job.cancel()
    visit.wanted_number = visit.wanted_file = None
    _leave_link()
    if visit.run is None:
        show(keys.MODEL, FIRST_SAMPLE)
    visit.opened = visit.run


def current_run(question: Question) -> Run:
    """The run that answers the question. Another question starts another run, unless this one can
    go on with its settings.
    """
    visit = visitor().explore
    if visit.opened is not None:
        opened, visit.opened = visit.opened, None
        visit.title = visit.title or question.title
        moves.begin(visit, opened, question.key)
    if visit.run is not None and visit.question == question.key:
        return visit.run
    if visit.run is not None and (settings := _to_go_on_with(visit.run, question)) is not None:
        moves.go_on(visit, settings, question.key)
        return visit.run
    fresh = _begun(question)
    visit.title = question.title
    moves.begin(visit, fresh, question.key)
    if begins_compensated() and is_long(fresh):
        moves.settle_beside(visit)
    _leave_link()
    return fresh


def _begun(question: Question) -> Run:
    """A new run where the visitor wants it to begin, unless the compensation takes long; of a large
    model it is made beside the page.
    """
    compensated, visit = begins_compensated(), visitor().explore

    def begin(stop: Stop) -> Run:
        run = Run(question.about.model, origin=question.about.origin, **question.settings)
        if compensated and not is_long(run):
            run.converge(stop=stop)
        return run

    if _is_large(question.about.model):
        return visit.background.done(
            (question.key, compensated), "Relaxing and compensating", begin
        )
    with st.spinner("Relaxing and compensating …", show_time=True):
        return begin(lambda: False)


def _is_large(model: Model) -> bool:
    return len(model.factors) > LARGE_EFFORT


def _to_go_on_with(run: Run, question: Question) -> Settings | None:
    """The settings with which the run itself answers the question, if it can."""
    wanted = question.settings
    settings = replace(run.settings.with_recovery(wanted["recovery"]), **wanted)
    same = all(getattr(settings, name) == getattr(run.settings, name) for name in LASTING_SETTINGS)
    return settings if same and question.about.model.digest == run.model.digest else None
