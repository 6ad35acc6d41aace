"""Where the visitor's run comes from: the question in the sidebar, a link, a file."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import ModelError, Run
from rcr.run.file import replay_text
from rcr.run.link import from_link
from rcr.ui.explore import moves
from rcr.ui.explore.question import Question
from rcr.ui.explore.sidebar import show_run
from rcr.ui.visitor import visitor

LINK = "run"  # the part of the address that carries a run


def open_link() -> None:
    """If the address carries a run, open it and let the sidebar show its model and its settings;
    before anything is drawn.
    """
    if LINK in st.query_params:
        link = st.query_params.pop(LINK)
        _open(lambda: from_link(link))
    if (opened := visitor().explore.opened) is not None:
        show_run(opened)


def open_file(data: bytes, name: str) -> None:
    """Open a saved run; a bad file leaves everything as it is."""
    _open(lambda: replay_text(data, name).run)


def _open(make: Callable[[], Run]) -> None:
    visit = visitor().explore
    try:
        visit.opened = make()
    except ModelError as error:
        visit.complaint.text = str(error)


def current_run(question: Question) -> Run:
    """The run that answers the question; another question starts another run."""
    visit = visitor().explore
    if visit.opened is not None:
        opened, visit.opened = visit.opened, None
        moves.begin(visit, opened, question.key)
    if visit.run is None or visit.question != question.key:
        with st.spinner("Relaxing and compensating …", show_time=True):
            fresh = Run(question.about.model, origin=question.about.origin, **question.settings)
            fresh.converge()
        moves.begin(visit, fresh, question.key)
        return fresh
    return visit.run
