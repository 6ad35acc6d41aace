"""Explore: click edges to recover them, step the compensation, and watch the bounds close."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from rcr import Run
from rcr.ui.app.presenter import present_button, presenting
from rcr.ui.app.style import page_style
from rcr.ui.background_work import StillWorking, still_working
from rcr.ui.compare.way_to_explore import way_back_to_compare
from rcr.ui.components.chart import chart_library
from rcr.ui.components.graph import graph_library
from rcr.ui.explore import film, guessing, keys, moves, transport
from rcr.ui.explore.bounds_panel import bounds_chart
from rcr.ui.explore.branches_panel import place
from rcr.ui.explore.circuit_panel import circuit_panel
from rcr.ui.explore.constraint_panel import constraint_panel
from rcr.ui.explore.duration import estimate
from rcr.ui.explore.figures import figures
from rcr.ui.explore.graph_panel import graph_panel, shown_picture, take_graph_clicks
from rcr.ui.explore.hints import frame_place, hint
from rcr.ui.explore.history_panel import history_panel
from rcr.ui.explore.kept_view import looks
from rcr.ui.explore.marginals_panel import marginals_panel
from rcr.ui.explore.opening import current_run, open_address, stay
from rcr.ui.explore.pieces_panel import pieces_panel
from rcr.ui.explore.presenter import presented
from rcr.ui.explore.proof_panel import PROOF_PANEL, proof_panel
from rcr.ui.explore.question import Question
from rcr.ui.explore.remembered import recall, remember_visit
from rcr.ui.explore.runs_panel import runs_panel
from rcr.ui.explore.share_panel import share_panel
from rcr.ui.explore.sidebar import choose
from rcr.ui.explore.step_panel import step_panel
from rcr.ui.explore.to_the_end import progress
from rcr.ui.explore.words import words_panel
from rcr.ui.keeping.saved_mark import keep_looks, saved_mark
from rcr.ui.learn.way_in import way_to_lessons
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen, kept, show
from rcr.views.network.picture import Picture

PLACE = 10  # in the menu
FIRST_PANEL = "This step"
# panels that would give a prediction away
GIVING_AWAY = ("Pieces", "Constraints", "Marginals", "Circuit")
QUICK_SECONDS = 0.3  # what is over in that time needs no progress bar


def headline(run: Run, title: str, complaint: str | None, hidden: bool) -> None:
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
        case "closed":
            st.success(f"**{title}, {place(run)}. ✔ Closed:** {run.reason}.")
        case _:
            branch = f", in the branch {fixed}" if (fixed := place(run)) else ""
            st.info(f"**{title}{branch}.** {guessing.INVITATION if hidden else hint(run)}")


def panels(run: Run, question: Question, drawn: Picture) -> Any:
    """The names of the panels, and the one that is open: of tabs the browser would draw the closed
    ones, too, with every step. Returns the place for the mark that says whether all is saved.
    """
    found: dict[str, Callable[[], None]] = {
        FIRST_PANEL: lambda: step_panel(run),
        "Pieces": lambda: pieces_panel(run),
        PROOF_PANEL: lambda: proof_panel(run),
        "Constraints": lambda: constraint_panel(run),
        "History": lambda: history_panel(run),
        "Marginals": lambda: marginals_panel(run),
        "Circuit": lambda: circuit_panel(run),
        "Words": words_panel,
        "Keep and share": lambda: share_panel(run, question, drawn),
        "Your runs": runs_panel,
    }
    if "panels" in visitor().explore.hidden:
        return st.container()
    if chosen(keys.PANEL, FIRST_PANEL) not in found:  # kept by another version of this page
        show(keys.PANEL, FIRST_PANEL)
    with st.container(horizontal=True, vertical_alignment="center"):
        name = st.segmented_control(
            "Panel",
            found,
            **kept(keys.PANEL, FIRST_PANEL),
            required=True,
            label_visibility="collapsed",
        )
        mark = st.container(width="content")
    with st.container(key="shown-panel"):
        if guessing.is_hidden(run) and name in GIVING_AWAY:
            st.info(guessing.HIDDEN)
        else:
            found[name or FIRST_PANEL]()
    return mark


def body(question: Question, drawn: Picture, pace: float | None, on_stage: bool) -> None:
    """Everything but the sidebar and the picture: a fragment, so that a click does not send those
    again nor stop what another began.
    """
    visit = visitor().explore
    try:
        same = shown_picture(current_run(question)) is drawn and presenting() == on_stage
    except StillWorking:  # on another run
        same = False
    if not same:
        st.rerun()  # for another picture, or on another stage
    film.roll(pace)
    take_graph_clicks(drawn, question.about)
    job = moves.running_job(visit)
    if job is not None:
        job.wait(QUICK_SECONDS)
        job = moves.running_job(visit)
    run = current_run(question)  # which may be another one if the work has ended
    if on_stage:
        presented(run, drawn, visit.complaint.take(), job)
        return
    with st.container(horizontal=True, vertical_alignment="center", key="headline"):
        headline(run, question.about.title, visit.complaint.take(), guessing.is_hidden(run))
        way_back_to_compare()
        frame_place(run)
        way_to_lessons()
    if job is None:
        transport.transport(run)
    else:
        progress(job, estimate(run))
    with st.container(key="stage"):
        left, right = st.columns([11, 9])
    mark = panels(run, question, drawn)
    with left:  # it comes last, since the browser takes longest to draw it
        graph_panel(run, drawn, under_way=job is not None)
    with right:
        figures(run)
        if not guessing.reveal_panel(run):
            bounds_chart(run)
    keep_looks(looks())
    with mark:  # after all that a click waits for
        saved_mark()
    remember_visit()


page_style("explore")
chart_library()
recall()
try:
    open_address()
    present_button()
    question = choose()
    transport.aside(question.settings["recovery"])
    drawn = shown_picture(current_run(question))
except StillWorking as working:
    still_working(working.background, stay)
else:
    pace = film.pace()
    graph_library(drawn)
    st.fragment(body, run_every=pace)(question, drawn, pace, presenting())
