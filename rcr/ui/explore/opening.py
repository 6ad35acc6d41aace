"""Where the visitor's run comes from: the question in the sidebar, the address, a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from rcr import ModelError, Run
from rcr.run.file import replay_text
from rcr.run.link import from_link
from rcr.run.problem import LASTING
from rcr.run.settings import Settings
from rcr.ui.explore import moves
from rcr.ui.explore.beginning import begin_run, begins_compensated
from rcr.ui.explore.duration import is_long
from rcr.ui.explore.question import Question
from rcr.ui.explore.reopening import reopen_wanted
from rcr.ui.explore.sidebar import show_run
from rcr.ui.visitor import visitor

FIXED = "the teacher has fixed what this task is about; go on with it here"
LINK = "run"  # the part of the address that carries a run


def open_address() -> None:
    """If the address asks for a kept run or carries one, open it and let the sidebar show its
    model and its settings; before anything is drawn. A link stays in the address.
    """
    visit, link = visitor().explore, st.query_params.get(LINK, "")
    if reopen_wanted():
        visit.link = link
    elif link not in ("", visit.link):
        visit.link = link
        _open(lambda: from_link(link))
    if visit.fixed is not None and visit.opened is not None and visit.opened is not visit.fixed:
        visit.opened, visit.complaint.text = None, FIXED
    if visit.opened is not None:
        show_run(visit.opened)


def open_file(data: bytes, name: str) -> None:
    """Open a saved run; a bad file leaves everything as it is."""
    _open(lambda: replay_text(data, name).run)
    _leave_link()


def _open(make: Callable[[], Run]) -> None:
    visit = visitor().explore
    try:
        visit.opened, visit.title = make(), ""
    except ModelError as error:
        visit.complaint.text = str(error)


def _leave_link() -> None:
    """What is shown from now on is not what the address carries."""
    visitor().explore.link = ""
    st.query_params.pop(LINK, None)


def current_run(question: Question) -> Run:
    """The run that answers the question. Another question starts another run, unless this one can
    go on with its settings.
    """
    visit = visitor().explore
    if visit.opened is not None:
        opened, visit.opened = visit.opened, None
        visit.title = visit.title or question.about.title
        moves.begin(visit, opened, question.key)
    if visit.run is not None and visit.question == question.key:
        return visit.run
    if visit.run is not None and (settings := _to_go_on_with(visit.run, question)) is not None:
        moves.go_on(visit, settings, question.key)
        return visit.run
    with st.spinner("Relaxing and compensating …", show_time=True):
        fresh = Run(question.about.model, origin=question.about.origin, **question.settings)
        beside = begins_compensated() and is_long(fresh)
        if not beside:
            begin_run(fresh)
    visit.title = question.about.title
    moves.begin(visit, fresh, question.key)
    if beside:
        moves.settle_beside(visit)
    _leave_link()
    return fresh


def _to_go_on_with(run: Run, question: Question) -> Settings | None:
    """The settings with which the run itself answers the question, if it can."""
    wanted = question.settings
    settings = replace(run.settings.with_recovery(wanted["recovery"]), **wanted)
    same = all(getattr(settings, name) == getattr(run.settings, name) for name in LASTING)
    return settings if same and question.about.model.digest == run.model.digest else None
