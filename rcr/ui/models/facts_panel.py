"""The figures of the current model, and what exact inference on it would take."""

from __future__ import annotations

import math

import streamlit as st

from rcr.engines.protocol import Cost
from rcr.text.numbers import fixed, human_bytes
from rcr.ui.models.downloads import downloads
from rcr.ui.models.model_figures import circuit_size, cost, mpe, summary
from rcr.ui.models.workbench import Workbench
from rcr.ui.visitor import visitor


def facts_panel(bench: Workbench) -> None:
    """The figures, always in the same place, and below them what else is known of the model."""
    model = bench.draft.model
    needs = cost(model)
    with st.container(key="facts"):
        _metrics(bench, needs)
    with st.container(horizontal=True, vertical_alignment="center", key="kind"):
        circuit = circuit_size(model)
        counted = (
            f" Exact inference as a circuit: {circuit:,} nodes and edges."
            if circuit is not None
            else ""
        )
        st.caption(f"Given as {model.kind}; {summary(model).network}.{counted}", width="stretch")
        if needs is None:
            st.button(
                "Estimate the cost of exact inference",
                on_click=_ask_cost,
                args=(model.digest,),
                help="Planning the elimination of a model of this size may take many seconds",
            )
        with st.popover("Download"), st.container(horizontal=True):
            downloads(model, "inspect")


def _metrics(bench: Workbench, needs: Cost | None) -> None:
    found = summary(bench.draft.model)
    columns = st.columns([2, 2, 2, 2, 3, 2, 4])
    columns[0].metric("Variables", f"{found.variables:,}")
    columns[1].metric("States", found.domain)
    columns[2].metric(
        "Factors",
        f"{found.factors:,}",
        help=f"Over up to {found.arity} variables, {found.entries:,} entries in all",
    )
    columns[3].metric(
        "Treewidth",
        f"≤ {needs.treewidth}" if needs else "?",
        help="Of the order found by a greedy elimination",
    )
    columns[4].metric(
        "Exact needs",
        human_bytes(needs.bytes) if needs else "?",
        help=str(needs) if needs else "Not estimated yet",
    )
    columns[5].metric(
        "Zeros", f"{found.zero_share:.1%}", help="Share of table entries that forbid something"
    )
    with columns[6]:
        _mpe_metric(bench)


def _mpe_metric(bench: Workbench) -> None:
    """The MPE value shows what the last change did."""
    value = mpe(bench.draft.model)
    before = mpe(bench.before.model) if bench.before is not None else None
    change = (
        None if value is None else "no change yet" if before is None else _difference(before, value)
    )
    shown = (
        "not computed" if value is None else "impossible" if value == -math.inf else fixed(value, 4)
    )
    st.metric(
        "Log MPE value",
        shown,
        change,
        delta_color="off",
        delta_arrow="off",
        help="Exact, where that takes only a moment; below it, what the last change did",
    )


def _difference(before: float, value: float) -> str:
    """How far the MPE value moved, where both are possible."""
    return (
        f"{value - before:+.4f}"
        if math.isfinite(value - before)
        else "possible again"
        if math.isfinite(value)
        else "nothing is possible now"
    )


def _ask_cost(digest: str) -> None:
    visitor().models.costed = digest
