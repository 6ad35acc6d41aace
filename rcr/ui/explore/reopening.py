"""A kept run is opened again: as it was, with its history, and looked at in the same way."""

from __future__ import annotations

import json

import streamlit as st

from rcr import ModelError
from rcr.run.file import replay_text
from rcr.ui.explore.looks import show_looks
from rcr.ui.visitor import visitor

STORE = "the store"  # where a kept run comes from, in messages


def reopen_wanted() -> bool:
    """If a kept run is to be shown next, open it; whether that was done. Before anything is
    drawn.
    """
    who = visitor()
    visit, keeper = who.explore, who.keeper
    number, visit.wanted_number = visit.wanted_number, None
    if number is None or keeper is None or (visit.run is not None and number == keeper.number):
        return False
    try:
        kept = keeper.store.runs.open(keeper.who(), number)
        with st.spinner("Doing the run again …", show_time=True):
            run = replay_text(json.dumps(kept.document), STORE).run
        keeper.flush(0)
        keeper.resume(kept, run)
    except ModelError as error:
        visit.complaint.text = str(error)
        return False
    visit.opened, visit.title, visit.watched = run, kept.title, True
    show_looks(kept.view)
    return True
