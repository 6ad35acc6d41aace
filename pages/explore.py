"""Explore: click edges to recover them, step the compensation, and watch the bounds close."""

from __future__ import annotations

import math
from collections.abc import Callable

import streamlit as st

from rcr import Run
from rcr.ui import session
from rcr.ui.choices import Question, choose
from rcr.ui.graph import graph, take_clicks
from rcr.ui.job import Job
from rcr.ui.panels import constraint_table, history_tree, keep_and_share, this_step
from rcr.ui.transport import transport
from rcr.views.bounds import plot_run
from rcr.views.curves import AXES
from rcr.views.network import COMPACT, CUT, changes, picture

GRAPH = "graph"
INVITATION = "**Click a dashed edge** to put its constraint back and watch the gap close."
VIEWS = {COMPACT: "factor graph", CUT: "cut view"}


def number(value: float | None) -> str:
    return "none" if value is None or not math.isfinite(value) else f"{value:.3f}"


def headline(run: Run, question: Question) -> None:
    """The title and one line that is always there, so that nothing jumps: the invitation, or what is proved."""
    title, line = st.columns([2, 5], vertical_alignment="center")
    title.subheader(question.title, anchor=False, help=question.lesson)
    match run.status:
        case "certified":
            line.success(f"**✔ Proved:** {run.reason}.")
        case "infeasible":
            line.warning(f"**∅ Nothing is possible:** {run.reason}.")
        case _:
            line.info(INVITATION)


def figures(run: Run) -> None:
    state, estimate = run.state, run.state.bounds.estimate
    shown = {
        "Upper bound" if estimate is None else "Estimate": number(state.upper if estimate is None else estimate),
        "Lower bound": number(state.lower),
        "Gap": number(state.gap),
        "Recovered": f"{state.relaxation.count}/{len(run.cloned)}",
    }
    for column, (label, value) in zip(st.columns(4, gap="small"), shown.items(), strict=True):
        column.metric(label, value)


def bounds_chart(run: Run) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        axis = st.segmented_control("x-axis", list(AXES), default="updates", key="axis", label_visibility="collapsed", required=True)
        log_gap = st.toggle("log", key="log_gap", help="The gap between the bounds on a log axis")
    picked = st.plotly_chart(
        plot_run(run, axis or "updates", log_gap=log_gap),
        height=300,
        key=f"bounds-{run.state.number}",
        on_select="rerun",
        selection_mode="points",
        config={"displaylogo": False, "displayModeBar": False},
        alt="Upper and lower bound over the steps of this run",
    )
    points = picked["selection"]["points"] if picked else []
    if points and (number_ := points[0].get("customdata")):
        where = int(number_[0] if isinstance(number_, list) else number_)
        if where in run.states and where != run.state.number:
            session.act("goto", number=where)
            st.rerun()


@st.fragment(run_every=0.4)
def watch(job: Job) -> None:
    """Progress of a run to the end, with a way to stop that keeps what was reached."""
    if not job.running:
        st.session_state.pop("job", None)
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Stop", on_click=job.cancel, type="primary")
        text = "Getting ready …"
        if job.latest:
            state, now = job.latest
            text = f"Recovered {state.relaxation.count}, {now['sweeps']:,} sweeps, "
            text += f"upper bound {number(now['upper'])}, lower {number(state.lower)}"
        st.progress(0.0, text=text)


def explore(question: Question) -> None:
    run = session.current_run(question)
    job: Job | None = st.session_state.get("job")
    if job:
        job.wait(0.3)
        if job.running:
            headline(run, question)
            watch(job)
            return
        st.session_state.pop("job")
    drawn = picture(run.cloned, st.session_state.get("view") or COMPACT)
    session.apply_clicks(run, take_clicks(drawn, key=GRAPH))
    headline(run, question)
    if complaint := st.session_state.pop("complaint", None):
        st.error(complaint)
    transport(run)
    left, right = st.columns([11, 9])
    with left:
        suggested = run.suggest() if len(run.state.relaxation.relaxed) else []
        impact = run.view().impact if len(run.state.relaxation.relaxed) else None
        graph(drawn, changes(drawn, run.state, suggested=suggested, impact=impact), key=GRAPH, height=400)
        if drawn.note:
            st.caption(drawn.note)
        with st.container(horizontal=True):
            st.segmented_control("View", VIEWS, default=COMPACT, format_func=VIEWS.__getitem__, key="view", label_visibility="collapsed")
            st.toggle("compensate after each click", True, key="settle_after")
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


explore(choose())
