"""Compare: heuristics, MPLP and your own run on the same models, side by side."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import ModelError
from rcr.compare.request import Request
from rcr.ui.app.navigation import want_frame
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.curves_panel import curves, which
from rcr.ui.compare.difference_panel import difference_panel
from rcr.ui.compare.keep_panel import keep_panel
from rcr.ui.compare.many_models_panel import many_models_panel, who_is_ahead
from rcr.ui.compare.regret_panel import regret_panel
from rcr.ui.compare.sidebar import choose
from rcr.ui.compare.small_multiples import small_multiples
from rcr.ui.visitor import visitor

PLACE = 40  # in the menu
INVITATION = (
    "Choose models and contestants on the left and press **Compare**: they run side "
    "by side while you watch."
)
LOOK_SECONDS = 0.8  # from one drawing to the next while the runs are under way


def start(request: Callable[[], Request]) -> None:
    """Begin another comparison; what was under way ends."""
    visit = visitor().compare
    try:
        fresh = Comparison(request())
    except ModelError as error:
        visit.complaint.text = str(error)
        return
    stop()
    visit.comparison = fresh


def stop() -> None:
    """End what is under way; what is finished stays."""
    if (comparison := visitor().compare.comparison) is not None:
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
        who_is_ahead(comparison.finished)
        if comparison.finished
        else "Stopped before a run was finished."
    )


def body(request: Callable[[], Request], watching: bool) -> None:
    """Everything but the sidebar; drawn again and again while the runs are under way."""
    visit = visitor().compare
    comparison = visit.comparison
    if comparison is not None and comparison.job.running != watching:
        st.rerun()
    if complaint := visit.complaint.take():
        st.error(complaint)
    headline(comparison, request)
    if comparison is None:
        return
    left, right = st.columns([11, 9])
    with left:
        subject = which(comparison)
        places = curves(comparison, subject)
    with right:
        small_multiples(subject, places)
    if comparison.job.running or not comparison.finished:
        return
    shown: dict[str, Callable[[], None]] = {
        "Many models": lambda: many_models_panel(comparison),
        "Difference": lambda: difference_panel(subject, places),
        "Regret": lambda: regret_panel(subject, comparison, places),
        "Keep": lambda: keep_panel(comparison, subject, places),
    }
    for tab, draw in zip(
        st.tabs(list(shown), on_change="rerun", key="compare-panel"), shown.values(), strict=True
    ):
        if tab.open:
            with tab:
                draw()


want_frame()
request = choose()
held = visitor().compare.comparison
watching = held is not None and held.job.running
st.fragment(body, run_every=LOOK_SECONDS if watching else None)(request, watching)
