"""The run that the teacher shows to the class, without a name: a still picture, to be opened."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rcr import Run
from rcr.ui.classroom.following import followed
from rcr.ui.classroom.visit import Sitting
from rcr.ui.components.drawing import drawing
from rcr.ui.visitor import visitor
from rcr.views.curve_svg import draw_curves
from rcr.views.network.changes import changes
from rcr.views.network.drawing import picture
from rcr.views.network_svg import draw_network


def shown_run(sitting: Sitting) -> None:
    """The graph and the bounds at the shown state."""
    shown = sitting.now.shown
    run = None if shown is None else followed(shown.run).at(sitting.seat, shown)
    if run is None:
        return
    st.subheader("The teacher shows", anchor=False)
    left, right = st.columns(2)
    with left:
        still_graph(run, key="shown-graph")
    with right:
        drawing(draw_curves(run), key="shown-curves")
    explore = visitor().explore
    if explore.fixed is None and st.button("Open it in Explore", help="A copy of your own"):
        explore.opened = run
        st.switch_page("pages/explore.py")


def still_graph(run: Run, *, key: str, touched: Sequence[str] = ()) -> None:
    """The graph at the run's state, to look at; what is touched stands out."""
    drawn = picture(run.cloned)
    now = changes(drawn, run.state, touched=touched)
    drawing(draw_network(drawn, now, "The graph"), key=key, look="fitted paper")
