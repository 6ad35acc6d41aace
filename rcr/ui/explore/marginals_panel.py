"""The panel with the node marginals of the relaxed model and their error against the exact ones."""

from __future__ import annotations

import numpy as np
import streamlit as st

from rcr import Run
from rcr.explain.marginal_bounds import evidence_bounds, marginal_bounds, without_evidence
from rcr.model import Model
from rcr.reference.exact import AFFORDABLE_BYTES, exact_marginals
from rcr.relaxation import ClonedModel
from rcr.state import Bounds
from rcr.ui.components.chart import chart
from rcr.views.marginals import Marginal, compared, errors, marginals_chart, relaxed_marginals

MAX_ROWS = 2000  # of the table
MAX_BOUNDED_VARIABLES = 1000  # of a larger model the bounds would keep the page waiting
TABLE_PIXELS, CHART_HEIGHT = 300, "380px"


def marginals_panel(run: Run) -> None:
    """Worst and mean error, a chart and a table; where exact inference is too much, the table
    alone and what it would cost.
    """
    sums, state = run.settings.sums, run.state
    if state.value == -np.inf or not run.model.variables:
        st.info(
            "The relaxed model has no mass, so it has no marginals."
            if run.model.variables
            else "This model has no variables."
        )
        return
    exact = (
        _exact(run.model.digest, sums, run.cloned)
        if run.exact_cost.bytes <= AFFORDABLE_BYTES
        else None
    )
    few = len(run.model.variables) <= MAX_BOUNDED_VARIABLES
    bounds = marginal_bounds(run) if few else None
    found = compared(run.model, relaxed_marginals(run), exact, sums, bounds)
    what = (
        "node marginals"
        if sums
        else "max-marginals (the best value with that state, as a share of the best of all)"
    )
    told = _proved(bounds) + (_evidence(run) if bounds is not None else "")
    st.markdown(f"The {what} of the relaxed model with the current θ.{told}")
    if exact is None:
        st.info(f"Exact marginals to compare with would take too much: {run.exact_cost}.")
        _table(found)
        return
    _beside_exact(found, sums)


def _beside_exact(found: list[Marginal], sums: bool) -> None:
    """The errors and the table on the left, the chart on the right."""
    worst, mean = errors(found)
    left, right = st.columns(2)
    with left:
        with st.container(horizontal=True):
            st.metric(
                "Worst error",
                f"{worst:.4f}",
                help="Of all variables; the error of a variable is that of its worst state",
            )
            st.metric("Mean error", f"{mean:.4f}", help="Over the variables")
        _table(found)
    with right:
        made = marginals_chart(found, sums)
        chart(
            made,
            key="marginals",
            height=CHART_HEIGHT,
            alt="Marginals of the relaxed model against the exact ones",
            on_pick=lambda _: None,
        )


def _proved(bounds: list[np.ndarray] | None) -> str:
    """What the bounds on the partition function prove of the exact ones."""
    if bounds is None:
        return ""
    widest = max((float((high - low).max()) for low, high in bounds), default=0.0)
    return (
        " The two bounds on the partition function, with a variable held in a state, enclose the "
        f"exact ones: *at least* and *at most*, up to **{widest:.4f}** apart."
    )


def _evidence(run: Run) -> str:
    """How probable the evidence is; nothing where there is none."""
    if not run.model.evidence:
        return ""
    low, high = evidence_bounds(run.state, _without_evidence(run.model.digest, run.model))
    return f" The evidence has a probability from **{low:.4g}** to **{high:.4g}**."


@st.cache_data(max_entries=50, show_spinner="The partition function without evidence …")
def _without_evidence(digest: str, _model: Model) -> Bounds:
    return without_evidence(_model)


def _table(found: list[Marginal]) -> None:
    rows = [
        {
            "variable": m.variable,
            "state": m.state,
            "relaxed": m.relaxed,
            "at least": m.least,
            "at most": m.most,
            "exact": m.exact,
            "error": m.error,
        }
        for m in found[:MAX_ROWS]
    ]
    numbers = ("relaxed", "at least", "at most", "exact", "error")
    known = [name for name in numbers if rows and rows[0][name] is not None]
    style = {name: st.column_config.NumberColumn(format="%.4f") for name in numbers}
    st.dataframe(
        rows,
        column_order=["variable", "state", *known],
        column_config=style,
        hide_index=True,
        height=TABLE_PIXELS,
    )


@st.cache_data(max_entries=50, show_spinner="Exact inference on the whole model …")
def _exact(digest: str, sums: bool, _cloned: ClonedModel) -> list[np.ndarray]:
    return exact_marginals(_cloned, sums)
