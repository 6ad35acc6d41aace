"""The chart of the bounds, with the exact value and the heuristic's way where they
are wanted.
"""

from __future__ import annotations

import streamlit as st

from rcr import ModelError, Run
from rcr.explain.propagation import propagation
from rcr.reference.exact import exact_cost, exact_value, proved_value
from rcr.reference.lp_bound import lp_bound
from rcr.relaxation import ClonedModel
from rcr.state import State
from rcr.ui.components.chart import chart
from rcr.ui.explore import keys
from rcr.ui.explore.buttons import go_to
from rcr.ui.explore.what_if_panel import current_what_if, what_if_panel
from rcr.ui.widgets import kept
from rcr.views.bounds.chart import run_chart
from rcr.views.curves import AXES

MAX_LP_COEFFICIENTS, MAX_LP_SECONDS = 60_000, 10.0  # a visitor waits for it
LP_HELP = (
    "The optimum of the linear program over the local polytope: the best that any "
    "compensation can do without recovering more"
)
NAMES_OF_AXES = {"table_entries": "cost"}  # where the menu has a shorter one
CHART_HEIGHT = "var(--rcr-chart-height)"  # of the page's css


def bounds_chart(run: Run) -> None:
    """Every branch's curves; a click on a point goes there."""
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="chart-controls"
    ):
        axis = st.selectbox(
            "x-axis",
            AXES,
            format_func=lambda name: NAMES_OF_AXES.get(name, name),
            **kept(keys.AXIS),
            label_visibility="collapsed",
            width=120,
        )
        log_gap = st.toggle("log gap", **kept(keys.LOG_GAP))
        wanted = st.toggle("exact value", **kept(keys.EXACT))
        measured = st.toggle(
            "LP",
            **kept(keys.LP),
            help=LP_HELP,
            disabled=not run.settings.upper_bound or run.settings.sums,
        )
    exact, remark = _exact(run, wanted)
    best, refusal = _best(run, measured)
    other = current_what_if(run)
    whole = other is not None and not other.job.running  # asked before its path is drawn
    made = run_chart(
        run,
        axis,
        exact,
        log_gap,
        best,
        what_if=other.path if other else (),
        what_if_name=other.name if other else "",
    )
    chart(
        made,
        key="bounds",
        height=CHART_HEIGHT,
        alt="Upper and lower bound over the steps",
        on_pick=go_to,
    )
    for words in filter(None, (remark, refusal, propagation(run))):
        st.caption(words)
    if other:
        what_if_panel(run, other, whole)


@st.cache_data(max_entries=200, show_spinner="Exact inference on the whole model …")
def _exact_value(digest: str, sums: bool, _cloned: ClonedModel) -> float:
    return exact_value(_cloned, sums)


def _exact(run: Run, wanted: bool) -> tuple[float | None, str]:
    """The exact value if it is proved or can be had, and a remark if it cannot."""
    known = proved_value(run)
    if known is not None or not wanted:
        return known, ""
    try:
        return _exact_value(run.model.digest, run.settings.sums, run.cloned), ""
    except ModelError:
        return (
            None,
            f"Too much for the exact value: {exact_cost(run.cloned)}. Run to the end; the "
            "bounds may meet before.",
        )


@st.cache_data(max_entries=200, show_spinner="The linear program of this relaxation …")
def _lp_bound(digest: str, recovered: bytes, _state: State) -> float:
    return lp_bound(_state, MAX_LP_COEFFICIENTS, MAX_LP_SECONDS)


def _best(run: Run, wanted: bool) -> tuple[float | None, str]:
    """The least upper bound without recovering more, if it can be had, and a remark if it
    cannot.
    """
    if not wanted or run.settings.sums or not run.settings.upper_bound:
        return None, ""
    try:
        return _lp_bound(run.model.digest, run.state.relaxation.recovered.tobytes(), run.state), ""
    except ModelError as error:
        return None, f"No LP yardstick here: {error}."
