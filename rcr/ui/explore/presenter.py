"""Explore on a projector: the figures, the graph, the chart, and one line that says what just
happened; a clicker steps forward and back.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.explain.one_line import one_line
from rcr.ui.app.presenter import present_or_leave
from rcr.ui.explore.bounds_panel import bounds_chart
from rcr.ui.explore.buttons import compensates_after_click, move_button, press
from rcr.ui.explore.commands import Back, Forward
from rcr.ui.explore.duration import estimate
from rcr.ui.explore.figures import figures
from rcr.ui.explore.film import next_picture
from rcr.ui.explore.graph_panel import graph_panel
from rcr.ui.explore.to_the_end import progress
from rcr.ui.explore.transport import transport
from rcr.ui.explore.visit import RunJob
from rcr.ui.visitor import visitor
from rcr.views.network.picture import Picture


def presented(run: Run, drawn: Picture, complaint: str | None, job: RunJob | None) -> None:
    """The page for the projector; while long work is under way, with its progress below."""
    figures(run)
    with st.container(key="stage"):
        left, right = st.columns([11, 9])
    with left:
        graph_panel(run, drawn, under_way=job is not None)
    with right:
        bounds_chart(run)
    if job is None:
        _told(run, complaint)
    else:
        progress(job, estimate(run))


def _told(run: Run, complaint: str | None) -> None:
    """What just happened, and the clicker's buttons. The transport bar is there for its keys, but
    not shown.
    """
    with st.container(horizontal=True, vertical_alignment="center", key="told"):
        st.markdown(complaint or one_line(run), width="stretch")
        over = run.state.parent is None
        move_button("Back", Back(), key="previous", shortcut="left", disabled=over)
        done = run.state.certificate is not None and run.tree.ahead is None
        st.button("Next", key="next", shortcut="right", on_click=_next, disabled=done)
        st.button("Leave", key="leave", on_click=present_or_leave)
    with st.container(key="offstage"):
        transport(run)


def _next() -> None:
    """What was taken back last, or else the next thing that there is to show."""
    visit = visitor().explore
    if visit.run is not None and visit.run.tree.ahead is not None:
        press(Forward())
    else:
        next_picture(visit, settle=compensates_after_click())
