"""Node marginals of the relaxed model beside the exact ones: how far off they are, and where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rcr.model import Model
from rcr.run import Run
from rcr.views import palette
from rcr.views.step import marginal_shares

MOST_POINTS = 2000  # on the chart: those with the largest errors


@dataclass(frozen=True)
class Marginal:
    """The share of one state of one variable: its probability, or for the MPE problem its best
    value relative to the very best.
    """

    variable: str
    state: str
    relaxed: float
    exact: float | None

    @property
    def error(self) -> float | None:
        return None if self.exact is None else abs(self.relaxed - self.exact)


def relaxed_marginals(run: Run) -> list[np.ndarray]:
    """Log marginals of every variable in the compensated model of the current state."""
    state = run.state
    return run.engine(state.relaxation).marginals(state.theta.array())


def compared(
    model: Model, relaxed: Sequence[np.ndarray], exact: Sequence[np.ndarray] | None, sums: bool
) -> list[Marginal]:
    """One entry for each state of each variable, the largest errors first where the exact
    marginals are known.
    """
    found = []
    for v, variable in enumerate(model.variables):
        ours = marginal_shares(relaxed[v][None], sums)[0]
        theirs = (
            [None] * len(ours)
            if exact is None
            else marginal_shares(exact[v][None], sums)[0].tolist()
        )
        found += [
            Marginal(variable.name, s, float(a), b)
            for s, a, b in zip(variable.states, ours, theirs, strict=True)
        ]
    return sorted(found, key=lambda m: -(m.error or 0.0))


def errors(marginals: Sequence[Marginal]) -> tuple[float, float]:
    """The worst and the mean error of a variable, which is that of its worst state."""
    worst: dict[str, float] = {}
    for m in marginals:
        if m.error is not None:
            worst[m.variable] = max(worst.get(m.variable, 0.0), m.error)
    return max(worst.values(), default=0.0), float(np.mean(list(worst.values()))) if worst else 0.0


def marginals_chart(marginals: Sequence[Marginal], sums: bool) -> dict[str, Any]:
    """A dot for each state of each variable, exact across and relaxed up: on the line they
    agree.
    """
    what = "probability" if sums else "share of the best value"
    shown = marginals[:MOST_POINTS]
    dots = {
        "type": "scatter",
        "mode": "markers",
        "name": "a state of a variable",
        "x": [m.exact for m in shown],
        "y": [m.relaxed for m in shown],
        "text": [f"{m.variable} = {m.state}" for m in shown],
        "hovertemplate": "%{text}<br>exact %{x:.4f}, relaxed %{y:.4f}<extra></extra>",
        "marker": {"color": palette.ESTIMATE, "size": 8, "opacity": 0.7},
    }
    values = [value for m in shown for value in (m.exact or 0.0, m.relaxed)]
    low, high = (
        math.floor(10 * min(values)) / 10,
        math.ceil(10 * max(values)) / 10,
    )  # in whole tenths, so that the axes seldom move
    axis = {"range": [low - 0.02, high + 0.02], "gridcolor": palette.GRID, "zeroline": False}
    line = {
        "type": "scatter",
        "mode": "lines",
        "name": "no error",
        "x": [low, high],
        "y": [low, high],
        "hoverinfo": "skip",
        "line": {"color": palette.EXACT, "width": 2, "dash": "dot"},
    }
    layout = {
        "xaxis": axis | {"title": {"text": f"exact {what}"}},
        "yaxis": axis | {"title": {"text": "in the relaxed model"}, "automargin": True},
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
        "paper_bgcolor": "rgba(0, 0, 0, 0)",
        "plot_bgcolor": "rgba(0, 0, 0, 0)",
        "uirevision": "marginals",
        "hovermode": "closest",
    }
    return {"data": [line, dots], "layout": layout}
