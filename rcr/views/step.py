"""One update in pictures: the pair table with the entries that decide, and θ and the marginals before and after."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from rcr.explain import PairChange
from rcr.views import palette

MOST_TEXT = 10  # states up to which numbers are written into the cells and on the bars
FONT = 15
CELL_FONT = {"size": FONT, "weight": 600}
PANELS = ((0.0, 0.29), (0.36, 0.65), (0.71, 1.0))  # from left to right, as shares of the width
TABLES = {"before": "A before", "after": "A after", "pair": "M"}
LAYOUT: dict[str, Any] = {
    "paper_bgcolor": "rgba(0, 0, 0, 0)",
    "plot_bgcolor": "rgba(0, 0, 0, 0)",
    "font": {"size": FONT},
    "margin": {"l": 8, "r": 8, "t": 34, "b": 8},
}


def number(value: float, decimals: int = 3) -> str:
    """A number for a cell or a bar: a proper minus, and −∞ for a zero probability."""
    if not np.isfinite(value):
        return "−∞" if value < 0 else "∞"
    return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")  # + 0.0 turns −0 into 0


def plot_pair_table(change: PairChange, table: str | None = None) -> go.Figure:
    """A or M as a heatmap: a row for each state of X, a column for each state of its clone, the marked entries framed.

    ``table`` is ``before``, ``after`` or ``pair``; if none is given, the one that the marks speak of.
    """
    table = table or change.shown
    values = {"before": change.compensated_before, "after": change.compensated_after, "pair": change.pair}[table]
    finite = np.isfinite(values)
    labels = np.vectorize(number, otypes=[object])(values)
    heatmap = {
        "type": "heatmap",
        "x": change.states,
        "y": change.states,
        "z": np.where(finite, values, np.nan),
        "customdata": labels,
        "hovertemplate": "X = %{y}, clone = %{x}: %{customdata}<extra></extra>",
        "hoverongaps": True,
        "colorscale": [[0, palette.CELL[0]], [1, palette.CELL[1]]],
        "showscale": False,
        "xgap": 3,
        "ygap": 3,
    }
    # as annotations, since plotly chooses the colour of a cell's own text without looking at the page behind it
    written = np.ndindex(values.shape) if len(values) <= MOST_TEXT else ()
    axis = {"type": "category", "showgrid": False, "zeroline": False}
    layout = LAYOUT | {
        "title": {"text": f"{TABLES[table]}, log", "font": {"size": FONT}, "x": 0.5},
        "annotations": [{"x": y, "y": x, "text": labels[x, y], "showarrow": False, "font": CELL_FONT} for x, y in written],
        "shapes": [_frame(x, y) for x, y in np.argwhere(change.marked).tolist()],
        "xaxis": axis | {"title": f"clone ({change.constraint})"},
        "yaxis": axis | {"title": "X", "autorange": "reversed"},
    }
    return go.Figure([heatmap], layout)


def _frame(x: int, y: int) -> dict[str, Any]:
    """A frame around the cell in row x and column y."""
    line = {"color": palette.MARK, "width": 3}
    return {"type": "rect", "x0": y - 0.46, "x1": y + 0.46, "y0": x - 0.46, "y1": x + 0.46, "line": line, "layer": "above"}


def plot_theta(change: PairChange) -> go.Figure:
    """log θ before and after, and the marginals of X and its clone before and after: an update brings them together."""
    before, after = change.theta_before, change.theta_after
    bars = [
        _bars(change, 1, "θ before", before[0], before[0], palette.BEFORE),
        _bars(change, 1, "θ after", after[0], after[0], palette.ORIGINAL),
    ]
    if not _inverse(change):
        bars += [
            _bars(change, 1, "clone's θ before", before[1], before[1], palette.BEFORE, "/"),
            _bars(change, 1, "clone's θ after", after[1], after[1], palette.CLONE, "/"),
        ]
    for panel, logs in ((2, change.marginals_before), (3, change.marginals_after)):
        shown = marginal_shares(logs, change.sums)
        bars += [
            _bars(change, panel, "X", shown[0], logs[0], palette.ORIGINAL),
            _bars(change, panel, "clone", shown[1], logs[1], palette.CLONE, "/"),
        ]
    share = "probabilities" if change.sums else "max-marginals"
    layout = LAYOUT | {"barmode": "group", "legend": {"orientation": "h", "x": 0, "y": -0.12, "yanchor": "top"}, "annotations": []}
    panels = (("log θ", _room(change)), (f"{share} before", [0, 1.18]), (f"{share} after", [0, 1.18]))
    for i, ((title, rows), (left, right)) in enumerate(zip(panels, PANELS, strict=True), start=1):
        layout[f"xaxis{i}"] = {"type": "category", "domain": [left, right], "anchor": f"y{i}"}
        layout[f"yaxis{i}"] = {"range": rows, "anchor": f"x{i}", "gridcolor": palette.GRID, "zerolinecolor": palette.EXACT}
        place = {"xref": "paper", "yref": "paper", "x": (left + right) / 2, "y": 1, "xanchor": "center", "yanchor": "bottom"}
        layout["annotations"].append({"text": title, "showarrow": False, "font": {"size": FONT}, **place})
    return go.Figure(bars, layout)


def _inverse(change: PairChange) -> bool:
    """Whether θ(x)θ(x_i) = 1, so that one row says it all; under model-split the clone has a θ of its own."""
    return np.array_equal(change.theta_after[1], -change.theta_after[0])


def _room(change: PairChange) -> list[float]:
    """The range of log θ with room for the numbers at the ends of the bars."""
    shown = np.stack([change.theta_before, change.theta_after])[:, : 1 if _inverse(change) else 2]
    shown = shown[np.isfinite(shown)]
    low, high = min(shown.min(initial=0.0), 0.0), max(shown.max(initial=0.0), 0.0)
    margin = max(0.18 * (high - low), 0.01)
    return [low - margin, high + margin]


def marginal_shares(marginals: np.ndarray, sums: bool) -> np.ndarray:
    """Marginals as probabilities, or as shares of the MPE value: between 0 and 1, and 1 for a best state."""
    total = np.logaddexp.reduce(marginals[0]) if sums else marginals.max()
    return np.exp(marginals - total) if total > -np.inf else np.zeros_like(marginals)


def _bars(
    change: PairChange, panel: int, name: str, heights: np.ndarray, logs: np.ndarray, colour: str, pattern: str = ""
) -> dict[str, Any]:
    return {
        "type": "bar",
        "name": name,
        "legendgroup": name,
        "showlegend": panel < 3,
        "xaxis": f"x{panel}",
        "yaxis": f"y{panel}",
        "x": change.states,
        "y": [float(h) if np.isfinite(h) else None for h in heights],
        "text": [number(h, 2) for h in heights] if len(heights) <= MOST_TEXT else None,
        "textposition": "outside",
        "textangle": 0,
        "constraintext": "none",
        "textfont": {"size": FONT - 2},
        "cliponaxis": False,
        "customdata": [number(v, 6) for v in logs],
        "hovertemplate": "state %{x}: log %{customdata}",
        "marker": {"color": colour, "pattern": {"shape": pattern, "bgcolor": colour, "fgcolor": "white", "size": 7}},
    }
