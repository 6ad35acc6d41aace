"""The figures: the bounds, how much is recovered and what that costs, always in the same place."""

from __future__ import annotations

import math

import streamlit as st

from rcr import Run
from rcr.text.numbers import fixed
from rcr.ui.explore.words import WORDS

NOW, BEST, ESTIMATE = "Upper bound now", "Best so far", "Estimate"
LOWER, GAP, RECOVERED, PRICE = "Lower bound", "Gap", "Recovered", "Treewidth · entries"
MIN_LONG_ENTRIES = 1_000_000  # of tables, that are written with an exponent


def figures(run: Run) -> None:
    """The numbers that matter; the same ones at every step, so that nothing jumps."""
    with st.container(horizontal=True, gap="small", key="figures"):
        for label, value in figures_of(run).items():
            st.metric(label, value, help=WORDS[label])


def figures_of(run: Run) -> dict[str, str]:
    """What each figure says at the current state. There is an upper bound of now, or an
    estimate; the best so far is what is proved.
    """
    state, estimate = run.state, run.state.bounds.estimate
    first = {NOW: _number(state.now)} if estimate is None else {ESTIMATE: _number(estimate)}
    return {
        **first,
        BEST: _number(state.upper),
        LOWER: _number(state.lower),
        GAP: _number(state.gap),
        RECOVERED: f"{state.relaxation.count}/{len(run.cloned)}",
        PRICE: f"{state.treewidth} · {_count(state.table_entries)}",
    }


def _number(value: float | None) -> str:
    return "none" if value is None or not math.isfinite(value) else fixed(value)


def _count(entries: int) -> str:
    return f"{entries:,}" if entries < MIN_LONG_ENTRIES else f"{entries:.1e}"
