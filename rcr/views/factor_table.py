"""The table of a factor as a heatmap: one or two of its variables along the axes, the others held
at chosen states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rcr.model import Model, ModelError

MAX_WRITTEN_STATES = 12  # up to which the numbers are written into the cells
MAX_DRAWN_STATES = 200  # along an axis
MAX_LOG = 700.0  # beyond it a value is no double
SHADES = [
    [0.0, "#E3EEF7"],
    [0.5, "#6BAED6"],
    [1.0, "#08519C"],
]  # one hue, light to dark: the same on both themes


@dataclass(frozen=True)
class Slice:
    """A part of a factor's table with two axes: rows and columns are variables of its scope (none
    for a constant or a single row).
    """

    factor: int
    rows: int | None
    cols: int | None
    fixed: Mapping[int, int]

    def index(self, model: Model) -> tuple[int | slice, ...]:
        """Where the part lies in the table."""
        return tuple(
            slice(None) if v in (self.rows, self.cols) else self.fixed[v]
            for v in model.factors[self.factor].scope
        )

    def values(self, model: Model) -> np.ndarray:
        """The log values, always as a matrix with the rows' variable first."""
        part = model.factors[self.factor].log_table[self.index(model)]
        return np.atleast_2d(part.T if self.swapped(model) else part)

    def swapped(self, model: Model) -> bool:
        """Whether the columns' variable stands before the rows' in the scope."""
        scope = model.factors[self.factor].scope
        return (
            self.rows is not None
            and self.cols is not None
            and scope.index(self.cols) < scope.index(self.rows)
        )

    def back(self, model: Model, values: np.ndarray) -> np.ndarray:
        """A matrix like the one of ``values``, in the shape that the part has in the table."""
        part = values.T if self.swapped(model) else values
        return part.reshape(model.factors[self.factor].log_table[self.index(model)].shape)

    def labels(self, model: Model) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The states along the rows and along the columns."""
        return self._states(model, self.rows), self._states(model, self.cols)

    @staticmethod
    def _states(model: Model, v: int | None) -> tuple[str, ...]:
        return ("",) if v is None else model.variables[v].states


def first_slice(model: Model, factor: int) -> Slice:
    """What to show of a factor first: its first variable down, its second across, the others
    observed or in their first state.
    """
    scope = model.factors[factor].scope
    fixed = {v: model.evidence.get(v, 0) for v in scope[2:]}
    match scope:
        case ():
            return Slice(factor, None, None, {})
        case (v,):
            return Slice(factor, None, v, {})
    return Slice(factor, scope[0], scope[1], fixed)


def fits_plain(model: Model, factor: int) -> bool:
    """Whether the values themselves, not only their logarithms, can be written."""
    return bool(np.max(model.factors[factor].log_table, initial=-np.inf) < MAX_LOG)


def factor_heatmap(model: Model, part: Slice, log_space: bool = False) -> dict[str, Any]:
    """The part as a plotly chart; a cell of value zero stays empty but for its 0 (or −∞), so that
    it is not taken for a small one.
    """
    logs = part.values(model)
    if max(logs.shape) > MAX_DRAWN_STATES:
        raise ModelError(
            f"a heatmap of {logs.shape[0]} × {logs.shape[1]} cells cannot be read; the limit "
            f"is {MAX_DRAWN_STATES} states"
        )
    values = logs if log_space else np.exp(logs)
    shown = np.where(np.isneginf(logs), np.nan, values)
    rows, cols = part.labels(model)
    small = max(logs.shape) <= MAX_WRITTEN_STATES
    zero = "−∞" if log_space else "0"
    words = [
        [
            zero if np.isneginf(log) else f"{x:.4g}".replace("-", "−")
            for x, log in zip(*line, strict=True)
        ]
        for line in zip(values, logs, strict=True)
    ]
    name = {v: model.variables[v].name if v is not None else "" for v in (part.rows, part.cols)}
    trace = {
        "type": "heatmap",
        "z": [[None if np.isnan(x) else float(x) for x in line] for line in shown],
        "text": words,
        "x": list(range(len(cols))),
        "y": list(range(len(rows))),
        "customdata": [[_told(name[part.rows], r, name[part.cols], c) for c in cols] for r in rows],
        "hovertemplate": "%{customdata}: %{text}<extra></extra>",
        "colorscale": SHADES,
        "showscale": False,
        "xgap": 2 if small else 0,
        "ygap": 2 if small else 0,
    }
    if small:
        trace["texttemplate"] = "%{text}"
    layout = {
        "margin": {"l": 10, "r": 10, "t": 10, "b": 10},
        "xaxis": _axis(name[part.cols], cols),
        "yaxis": _axis(name[part.rows], rows) | {"autorange": "reversed"},
        "dragmode": False,
    }
    if small:  # plotly gives a cell without a colour no text
        layout["annotations"] = [
            {"x": c, "y": r, "text": zero, "showarrow": False}
            for r, line in enumerate(logs)
            for c, log in enumerate(line)
            if np.isneginf(log)
        ]
    return {"data": [trace], "layout": layout}


def _told(row: str, r: str, col: str, c: str) -> str:
    return ", ".join(f"{name} = {state}" for name, state in ((row, r), (col, c)) if name)


def _axis(title: str, states: tuple[str, ...]) -> dict[str, Any]:
    """An axis with a place for each state; names are written where there is room."""
    every = max(1, len(states) // 20)
    ticks = list(range(0, len(states), every))
    return {
        "title": {"text": title},
        "tickmode": "array",
        "tickvals": ticks,
        "ticktext": [states[i][:14] for i in ticks],
        "showgrid": False,
        "zeroline": False,
        "automargin": True,
    }
