"""Node marginals of the relaxed model beside the exact ones: how far off they are, and where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from rcr.model import Model
from rcr.run import Run
from rcr.text.numbers import fixed
from rcr.views import palette
from rcr.views.chart_layout import LAYOUT
from rcr.views.step import marginal_shares

MAX_POINTS = 2000  # on the chart: those with the largest errors


@dataclass(frozen=True)
class Marginal:
    """The share of one state of one variable: its probability, or for the MPE problem its best
    value relative to the very best.
    """

    variable: str
    state: str
    relaxed: float
    exact: float | None
    least: float | None = None  # what is proved of the exact one, where anything is
    most: float | None = None

    @property
    def error(self) -> float | None:
        return None if self.exact is None else abs(self.relaxed - self.exact)


def relaxed_marginals(run: Run) -> list[np.ndarray]:
    """Log marginals of every variable in the compensated model of the current state."""
    state = run.state
    return run.engine(state.relaxation).marginals(state.theta.array())


def compared(
    model: Model,
    relaxed: Sequence[np.ndarray],
    exact: Sequence[np.ndarray] | None,
    sums: bool,
    bounds: Sequence[np.ndarray] | None = None,
) -> list[Marginal]:
    """One entry for each state of each variable, the largest errors first where the exact
    marginals are known; ``bounds`` are the least and the largest probabilities, where those are.
    """
    found = []
    for v, variable in enumerate(model.variables):
        ours = marginal_shares(relaxed[v][None], sums)[0]
        theirs = (
            [None] * len(ours)
            if exact is None
            else marginal_shares(exact[v][None], sums)[0].tolist()
        )
        ends = bounds[v].T.tolist() if bounds is not None else [(None, None)] * len(ours)
        found += [
            Marginal(variable.name, s, float(a), b, least, most)
            for s, a, b, (least, most) in zip(variable.states, ours, theirs, ends, strict=True)
        ]
    return sorted(found, key=lambda m: -(m.error or 0.0))


def marginals_html(marginals: Sequence[Marginal], relaxed: str, exact: str) -> str:
    """A table with a column for each state, in the order of their names: ours above the exact ones,
    each row with its title.
    """
    ordered = sorted(marginals, key=lambda m: (m.variable, m.state))
    head = "".join(f"<th>{escape(m.variable)} = {escape(m.state)}</th>" for m in ordered)
    rows = ""
    for title, values in (
        (relaxed, [m.relaxed for m in ordered]),
        (exact, [m.exact for m in ordered]),
    ):
        cells = "".join(f"<td>{'' if x is None else fixed(x)}</td>" for x in values)
        rows += f"<tr><th>{escape(title)}</th>{cells}</tr>"
    table = f"<table><tr><td></td>{head}</tr>{rows}</table>"
    return f'<div class="factor-tables">{table}</div>'


def errors(marginals: Sequence[Marginal]) -> tuple[float, float]:
    """The worst and the mean error of a variable, which is that of its worst state."""
    worst: dict[str, float] = {}
    for m in marginals:
        if m.error is not None:
            worst[m.variable] = max(worst.get(m.variable, 0.0), m.error)
    return max(worst.values(), default=0.0), float(np.mean(list(worst.values()))) if worst else 0.0


def marginals_chart(marginals: Sequence[Marginal], sums: bool) -> dict[str, Any]:
    """A dot for each state of each variable, exact across and relaxed up: on the line they
    agree. Bars enclose the exact ones where bounds are known.
    """
    what = "probability" if sums else "share of the best value"
    shown = marginals[:MAX_POINTS]
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
    known = [end for m in shown for end in (m.least, m.most) if end is not None]
    values = [*known, *(value for m in shown for value in (m.exact or 0.0, m.relaxed))]
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
        **LAYOUT,
        "uirevision": "marginals",
        "hovermode": "closest",
    }
    return {"data": [line, *_enclosed(shown), dots], "layout": layout}


def _enclosed(shown: Sequence[Marginal]) -> list[dict[str, Any]]:
    """From the least to the largest that each exact marginal can be, where that is known: a bar
    that crosses the line where there is no error, wherever the relaxed model is.
    """
    if not shown or shown[0].most is None:
        return []
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "name": "what the bounds on Z leave",
            "x": [x for m in shown for x in (m.exact, m.exact, None)],
            "y": [y for m in shown for y in (m.least, m.most, None)],
            "hoverinfo": "skip",
            "line": {"color": palette.EXACT, "width": 2},
            "opacity": 0.4,
        }
    ]
