"""Explore: click edges to recover them, step the compensation, and watch the bounds close."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import Run
from rcr.ui import session, transport
from rcr.ui.chart import chart_library
from rcr.ui.chart_panel import bounds_chart, figures
from rcr.ui.choices import Question, choose
from rcr.ui.frame import want_frame
from rcr.ui.graph import graph_library
from rcr.ui.graph_panel import graph_panel, shown_picture, take_graph_clicks
from rcr.ui.panels import constraint_table, history_tree, keep_and_share, this_step

INVITATION = "**Click a dashed edge** to put its constraint back and watch the gap close."


def headline(run: Run, question: Question) -> None:
    """One line that is always there, so that nothing jumps: what this is, and the invitation or what is proved."""
    match run.status:
        case "certified":
            st.success(f"**{question.title}. ✔ Proved:** {run.reason}.")
        case "infeasible":
            st.warning(f"**{question.title}. ∅ Nothing is possible:** {run.reason}.")
        case _:
            st.info(f"**{question.title}.** {INVITATION}")


def body(question: Question, pace: float | None) -> None:
    """Everything but the sidebar: a fragment, so that a click neither sends the sidebar again nor stops what an earlier one began."""
    run = session.current_run(question)
    transport.film(run, pace)
    drawn = shown_picture(run)
    take_graph_clicks(run, drawn)
    job = session.running_job()
    if job is not None:
        job.wait(0.3)  # what is quick needs no progress bar
        job = session.running_job()
    run = session.current_run(question)  # which may be another one if the work has ended
    headline(run, question)
    if complaint := st.session_state.pop("complaint", None):
        st.error(complaint)
    with st.container(key="moves"):
        if job is None:
            transport.transport(run)
        else:
            transport.progress(job)
    left, right = st.columns([11, 9])
    with left:
        graph_panel(run, drawn)
    with right:
        figures(run)
        bounds_chart(run)
    panels: dict[str, Callable[[], None]] = {
        "This step": lambda: this_step(run),
        "Constraints": lambda: constraint_table(run),
        "History": lambda: history_tree(run),
        "Keep and share": lambda: keep_and_share(run, question, drawn),
    }
    for tab, draw in zip(st.tabs(list(panels), on_change="rerun", key="panel"), panels.values(), strict=True):
        if tab.open:  # the others cost nothing until they are looked at
            with tab:
                draw()


want_frame()
graph_library()
chart_library()
session.open_link()
question = choose()
transport.aside()
pace = transport.pause()
st.fragment(body, run_every=pace)(question, pace)
