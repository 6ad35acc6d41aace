"""Compare: heuristics, MPLP and your own run on the same models, side by side."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import ModelError
from rcr.text.words import counted
from rcr.ui.app.style import page_style
from rcr.ui.compare import keys
from rcr.ui.compare.all_models_view import all_models_view, who_is_ahead
from rcr.ui.compare.comparison import Comparison
from rcr.ui.compare.earlier_menu import earlier_menu
from rcr.ui.compare.one_model_view import one_model_view
from rcr.ui.compare.playing import go_on, shown_comparison, start, stop
from rcr.ui.compare.regret_view import regret_view
from rcr.ui.compare.sidebar import Asked, choose
from rcr.ui.compare.table_view import table_view
from rcr.ui.compare.two_runs_view import two_runs_view
from rcr.ui.compare.way_to_explore import under_way
from rcr.ui.compare.words import ALL_MODELS, ONE_MODEL, REGRET, TABLE, TWO_RUNS
from rcr.ui.components.chart import chart_library
from rcr.ui.plain_words import words
from rcr.ui.visitor import visitor
from rcr.ui.widgets import kept

PLACE = 40  # in the menu
LOOK_SECONDS = 0.8  # from one drawing to the next while the runs are under way
VIEWS: dict[str, Callable[[Comparison], None]] = {
    ONE_MODEL: one_model_view,
    TWO_RUNS: two_runs_view,
    ALL_MODELS: all_models_view,
    REGRET: regret_view,
    TABLE: table_view,
}


def headline(comparison: Comparison, asked: Asked) -> None:
    """The buttons, and one line: how far it is, what went wrong, or who wins."""
    with st.container(horizontal=True, vertical_alignment="center", key="compare-headline"):
        if comparison.running:
            st.button("Stop", on_click=stop)
            _progress(comparison)
            return
        missing = len(comparison.games) - len(comparison.summaries)
        if missing:
            st.button("Go on", type="primary", on_click=go_on)
        st.button(
            "Compare",
            type="secondary" if missing else "primary",
            on_click=start,
            args=(asked,),
        )
        earlier_menu(comparison)
        _outcome(comparison, missing)


def _progress(comparison: Comparison) -> None:
    done, total = len(comparison.summaries), len(comparison.games)
    waiting = comparison.job.place if comparison.job is not None else 0
    told = f"{done} of {total} runs finished"
    st.progress(done / total, text=f"{told}; place {waiting} in the line" if waiting else told)


def _outcome(comparison: Comparison, missing: int) -> None:
    """What the comparison says so far."""
    if comparison.job is not None:
        try:
            comparison.job.result()
        except ModelError as error:
            st.error(words(str(error)))
            return
    said = words(who_is_ahead(comparison.ground))
    if missing:
        total = len(comparison.games)
        st.warning(f"Stopped: {total - missing} of {total} runs are finished. {said}")
    elif comparison.is_shipped:
        many = f"{len(comparison.request.contestants)} contestants on "
        many += counted(len(comparison.request.subjects), "sample")
        st.success(
            f"This comparison came with the app: {many}. {said} Choose models and contestants in "
            "the sidebar and press **Compare** for your own."
        )
    else:
        st.success(said)


def body(asked: Asked, watching: bool) -> None:
    """Everything but the sidebar; drawn again and again while something is under way."""
    visit, comparison = visitor().compare, shown_comparison()
    if visit.is_busy != watching:
        st.rerun()
    departing = under_way()
    if complaint := visit.complaint.take():
        st.error(words(complaint))
    if not departing:
        headline(comparison, asked)
    view = st.segmented_control(
        "View",
        list(VIEWS),
        required=True,
        label_visibility="collapsed",
        **kept(keys.VIEW, ONE_MODEL),
    )
    VIEWS[view](comparison)


page_style("compare")
chart_library()
shown_comparison()  # whose choices the menus show
asked = choose()
watching = visitor().compare.is_busy
st.fragment(body, run_every=LOOK_SECONDS if watching else None)(asked, watching)
