"""Explore: click edges to recover them, step the compensation, and watch the bounds close."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import Run
from rcr.ui.app.navigation import want_frame
from rcr.ui.app.style import page_style
from rcr.ui.components.chart import chart_library
from rcr.ui.components.graph import graph_library
from rcr.ui.explore import film, keys, moves, transport
from rcr.ui.explore.bounds_panel import bounds_chart, figures
from rcr.ui.explore.circuit_panel import circuit_panel
from rcr.ui.explore.constraint_panel import constraint_panel
from rcr.ui.explore.graph_panel import graph_panel, shown_picture, take_graph_clicks
from rcr.ui.explore.history_panel import history_panel
from rcr.ui.explore.marginals_panel import marginals_panel
from rcr.ui.explore.opening import current_run, open_link
from rcr.ui.explore.question import Question
from rcr.ui.explore.share_panel import share_panel
from rcr.ui.explore.sidebar import choose
from rcr.ui.explore.step_panel import step_panel
from rcr.ui.explore.to_the_end import progress
from rcr.ui.visitor import visitor
from rcr.ui.widgets import kept
from rcr.views.network import Picture

PLACE = 10  # in the menu
INVITATION = "**Click a dashed edge** to put its constraint back and watch the gap close."
FIRST_PANEL = "This step"
QUICK_SECONDS = 0.3  # what is over in that time needs no progress bar


def headline(run: Run, title: str, complaint: str | None) -> None:
    """One line that is always there, so that nothing jumps: what went wrong, or what this is and
    the invitation or what is proved.
    """
    if complaint:
        st.error(complaint)
        return
    match run.status:
        case "certified":
            st.success(f"**{title}. ✔ Proved:** {run.reason}.")
        case "infeasible":
            st.warning(f"**{title}. ∅ Nothing is possible:** {run.reason}.")
        case _:
            st.info(f"**{title}.** {INVITATION}")


def panels(run: Run, question: Question, drawn: Picture) -> None:
    """The names of the panels, and the one that is open: of tabs the browser would draw the closed
    ones, too, with every step.
    """
    found: dict[str, Callable[[], None]] = {
        FIRST_PANEL: lambda: step_panel(run),
        "Constraints": lambda: constraint_panel(run),
        "History": lambda: history_panel(run),
        "Marginals": lambda: marginals_panel(run),
        "Circuit": lambda: circuit_panel(run),
        "Keep and share": lambda: share_panel(run, question, drawn),
    }
    name = st.segmented_control(
        "Panel",
        found,
        **kept(keys.PANEL, FIRST_PANEL),
        required=True,
        label_visibility="collapsed",
    )
    with st.container(key="shown-panel"):
        found[name or FIRST_PANEL]()


def body(question: Question, drawn: Picture, pace: float | None) -> None:
    """Everything but the sidebar and the picture: a fragment, so that a click does not send those
    again nor stop what another began.
    """
    visit = visitor().explore
    if shown_picture(current_run(question)) is not drawn:
        st.rerun()  # for another picture
    film.roll(pace)
    take_graph_clicks(drawn)
    job = moves.running_job(visit)
    if job is not None:
        job.wait(QUICK_SECONDS)
        job = moves.running_job(visit)
    run = current_run(question)  # which may be another one if the work has ended
    headline(run, question.about.title, visit.complaint.take())
    if job is None:
        transport.transport(run)
    else:
        progress(job)
    above = st.container()
    panels(run, question, drawn)
    with above:  # it comes last, since the browser takes longest to draw it
        left, right = st.columns([11, 9])
    with left:
        graph_panel(run, drawn)
    with right:
        figures(run)
        bounds_chart(run)


want_frame()
page_style("explore")
chart_library()
open_link()
question = choose()
transport.aside(question.settings["recovery"])
pace = film.pace()
drawn = shown_picture(current_run(question))
graph_library(drawn)
st.fragment(body, run_every=pace)(question, drawn, pace)
