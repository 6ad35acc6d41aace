"""Compare: heuristics, MPLP and your own run on the same models, side by side."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import ModelError
from rcr.compare.request import Request
from rcr.ui.app.navigation import want_frame
from rcr.ui.compare import panels
from rcr.ui.compare.comparison import Comparison, choose

PLACE = 40  # in the menu
INVITATION = (
    "Choose models and contestants on the left and press **Compare**: they run side "
    "by side while you watch."
)
PACE = 0.8  # seconds from one drawing to the next while the runs are under way


def start(request: Callable[[], Request]) -> None:
    """Begin another comparison; what was under way ends."""
    try:
        fresh = Comparison(request())
    except ModelError as error:
        st.session_state.compare_complaint = str(error)
        return
    stop()
    st.session_state.comparison = fresh


def stop() -> None:
    if (comparison := st.session_state.get("comparison")) is not None:
        comparison.job.cancel()


def headline(comparison: Comparison | None, request: Callable[[], Request]) -> None:
    """The title, the button, and one line: the invitation, how far it is, or who wins."""
    title, button, line = st.columns([2, 2, 12], vertical_alignment="center")
    title.subheader("Compare", anchor=False)
    if comparison is not None and comparison.job.running:
        button.button("Stop", on_click=stop, width="stretch", help="Keep what is finished")
        done, total = len(comparison.summaries), len(comparison.games)
        line.progress(done / total, text=f"{done} of {total} runs finished")
        return
    button.button("Compare", type="primary", on_click=start, args=(request,), width="stretch")
    if comparison is None:
        line.info(INVITATION)
        return
    try:
        comparison.job.result()
    except ModelError as error:
        line.error(str(error))
        return
    line.success(
        panels.sentence(comparison.finished)
        if comparison.finished
        else "Stopped before a run was finished."
    )


def body(request: Callable[[], Request], watching: bool) -> None:
    """Everything but the sidebar; drawn again and again while the runs are under way."""
    comparison: Comparison | None = st.session_state.get("comparison")
    if comparison is not None and comparison.job.running != watching:
        st.rerun()
    if complaint := st.session_state.pop("compare_complaint", None):
        st.error(complaint)
    headline(comparison, request)
    if comparison is None:
        return
    left, right = st.columns([11, 9])
    with left:
        subject = panels.which(comparison)
        places = panels.curves(comparison, subject)
    with right:
        panels.small_multiples(subject, places)
    if comparison.job.running or not comparison.finished:
        return
    shown: dict[str, Callable[[], None]] = {
        "Many models": lambda: panels.many(comparison),
        "Difference": lambda: panels.difference(subject, places),
        "Regret": lambda: panels.regret(subject, comparison, places),
        "Keep": lambda: panels.keep(comparison, subject, places),
    }
    for tab, draw in zip(
        st.tabs(list(shown), on_change="rerun", key="compare-panel"), shown.values(), strict=True
    ):
        if tab.open:
            with tab:
                draw()


want_frame()
request = choose()
held: Comparison | None = st.session_state.get("comparison")
watching = held is not None and held.job.running
st.fragment(body, run_every=PACE if watching else None)(request, watching)
