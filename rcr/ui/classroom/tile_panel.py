"""A tile opened: the student's run in Explore, shown to the class without a name, or the seat
freed.
"""

from __future__ import annotations

import json

import streamlit as st

from rcr.classroom import NotKept, Tile
from rcr.classroom.classes.class_runs import MemberRun
from rcr.run.file import replay_text
from rcr.ui.classroom.acting import acting
from rcr.ui.classroom.visit import Teaching
from rcr.ui.visitor import visitor


def tile_panel(teaching: Teaching, tile: Tile, name: str) -> None:
    """What can be done about one student, always in sight at the foot of the page."""
    with st.container(horizontal=True, vertical_alignment="center", key="tile-panel"):
        st.text(name, width="content")
        if tile.has_run:
            if st.button("Open in Explore", help="A copy; the student does not see what you do"):
                _open(teaching, tile)
            showing = acting(show, teaching, tile)
            st.button("Show to the class", on_click=showing, help="Without a name")
            st.button("Show nothing", on_click=acting(teaching.desk.hide))
        with st.popover("Remove"):
            st.caption("The seat is free then; board and results forget what was done there.")
            st.button("Remove now", on_click=acting(teaching.desk.remove, tile.member))


def last_run(teaching: Teaching, tile: Tile) -> MemberRun:
    """The run that the student works on."""
    runs = [run for run in teaching.desk.runs(tile.task) if run.member == tile.member]
    if not runs:
        raise NotKept("this student has not begun a run yet")
    return max(runs, key=lambda found: found.run.last_used)


def show(teaching: Teaching, tile: Tile) -> None:
    """Show it as it is now: what the student does next is his own again."""
    run = teaching.desk.open_run(last_run(teaching, tile).run.id)
    teaching.desk.show(run.key.id, run.current)


def _open(teaching: Teaching, tile: Tile) -> None:
    try:
        kept = teaching.desk.open_run(last_run(teaching, tile).run.id)
    except NotKept as error:
        visitor().classroom.complaint.text = str(error)
        st.rerun()
    visitor().explore.opened = replay_text(json.dumps(kept.document), "the student's run").run
    st.switch_page("pages/explore.py")
