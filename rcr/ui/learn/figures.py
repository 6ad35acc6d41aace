"""The figures of a step: the bounds always, the others where the text speaks of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection

import streamlit as st

from rcr import Run
from rcr.reference.lp_bound import lp_bound
from rcr.text.numbers import fixed
from rcr.ui.learn.staging import Staging
from rcr.ui.learn.terms import named
from rcr.ui.learn.words import words

DECIMALS = 3
MAX_FIGURES = 5  # side by side
ALWAYS = ("upper", "lower", "gap", "recovered")


def _estimate(run: Run) -> float:
    found = run.state.bounds.estimate
    return run.state.value if found is None else found


VALUES: dict[str, Callable[[Run], float | str]] = {
    "upper": lambda run: run.state.upper,
    "now": lambda run: run.state.value,
    "estimate": _estimate,
    "floor": lambda run: lp_bound(run.state),
    "lower": lambda run: run.state.lower,
    "gap": lambda run: run.state.gap,
    "recovered": lambda run: f"{run.state.relaxation.count}/{len(run.cloned)}",
    "loops": lambda run: f"{run.state.relaxation.loops_closed}",
    "width": lambda run: f"{run.state.treewidth}",
    "entries": lambda run: f"{run.state.table_entries:,}",
    "certificate": lambda run: words().proved if run.state.certificate else words().open,
}


def shown_figures(staging: Staging) -> list[str]:
    """Which figures are shown: those that the step asks for, or else the usual ones and what the
    text names; nothing that is hidden.
    """
    asked = [name for name in VALUES if staging.visible(name)]
    if asked or not staging.visible("figures"):
        return asked
    wanted = [name for name in VALUES if name in staging.spoken]
    if staging.run.state.bounds.estimate is not None and "estimate" not in wanted:
        wanted.append("estimate")
    usual = [name for name in ALWAYS if name not in wanted][: max(0, MAX_FIGURES - len(wanted))]
    return [name for name in VALUES if name in {*wanted, *usual} and name not in staging.hides]


def figures(run: Run, names: Collection[str]) -> None:
    """Draw them in a row."""
    w = words()
    with st.container(horizontal=True, gap="small", key=named("figures")):
        for name in names:
            with st.container(key=named(name)):
                st.metric(w.figures[name], _written(VALUES[name](run)))


def _written(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return fixed(value, DECIMALS) if math.isfinite(value) else words().none
