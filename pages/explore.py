"""Explore: click edges to recover them, step the compensation, and watch the bounds close."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import Run
from rcr.ui.app.navigation import want_frame
from rcr.ui.components.chart import chart_library
from rcr.ui.components.graph import graph_library
from rcr.ui.explore import session, transport
from rcr.ui.explore.bounds_panel import bounds_chart, figures
from rcr.ui.explore.circuit_panel import circuit_panel
from rcr.ui.explore.graph_panel import graph_panel, shown_picture, take_graph_clicks
from rcr.ui.explore.marginals_panel import marginals_panel
from rcr.ui.explore.panels import constraint_table, history_tree, keep_and_share, this_step
from rcr.ui.explore.sidebar import Question, choose
from rcr.views.network import Picture

PLACE = 10  # in the menu
INVITATION = "**Click a dashed edge** to put its constraint back and watch the gap close."
FIRST_PANEL = "This step"


def headline(run: Run, question: Question, complaint: str | None) -> None:
    """One line that is always there, so that nothing jumps: what went wrong, or what this is and
    the invitation or what is proved.
    """
    if complaint:
        st.error(complaint)
        return
    match run.status:
        case "certified":
            st.success(f"**{question.title}. ✔ Proved:** {run.reason}.")
        case "infeasible":
            st.warning(f"**{question.title}. ∅ Nothing is possible:** {run.reason}.")
        case _:
            st.info(f"**{question.title}.** {INVITATION}")


def body(question: Question, drawn: Picture, pace: float | None) -> None:
    """Everything but the sidebar and the picture: a fragment, so that a click does not send those
    again nor stop what another began.
    """
    run = session.current_run(question)
    if shown_picture(run) is not drawn:
        st.rerun()  # for another picture
    transport.film(run, pace)
    take_graph_clicks(run, drawn)
    job = session.running_job()
    if job is not None:
        job.wait(0.3)  # what is quick needs no progress bar
        job = session.running_job()
    run = session.current_run(question)  # which may be another one if the work has ended
    headline(run, question, st.session_state.pop("complaint", None))
    if job is None:
        transport.transport(run)
    else:
        transport.progress(job)
    above = st.container()
    panels: dict[str, Callable[[], None]] = {
        FIRST_PANEL: lambda: this_step(run),
        "Constraints": lambda: constraint_table(run),
        "History": lambda: history_tree(run),
        "Marginals": lambda: marginals_panel(run),
        "Circuit": lambda: circuit_panel(run),
        "Keep and share": lambda: keep_and_share(run, question, drawn),
    }
    st.session_state.setdefault("panel", FIRST_PANEL)
    panel = st.segmented_control(
        "Panel", panels, key="panel", required=True, label_visibility="collapsed"
    )
    with st.container(
        key="shown-panel"
    ):  # of tabs the browser draws the closed ones, too, with every step
        panels[panel or FIRST_PANEL]()
    with above:  # it comes last, since the browser takes longest to draw it
        left, right = st.columns([11, 9])
    with left:
        graph_panel(run, drawn)
    with right:
        figures(run)
        bounds_chart(run)


want_frame()
chart_library()
session.open_link()
question = choose()
transport.aside(question.settings["recovery"])
pace = transport.pause()
drawn = shown_picture(session.current_run(question))
graph_library(drawn)
st.fragment(body, run_every=pace)(question, drawn, pace)
