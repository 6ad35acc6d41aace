"""Both bounds of every contestant on one model, or the gap between them."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from rcr.views import palette
from rcr.views.comparison.rows import (
    AXES,
    EXPLORE_IT,
    LOG_AXIS,
    MIN_GAP,
    Look,
    Row,
    finite,
    frame,
    numbered,
    place,
    style,
)

MAX_POINTS = 300
Numbered = list[tuple[int, Row]]


def plot_curves(
    rows: Sequence[Row], axis: str = "recovered", at: float | None = None, log_gap: bool = False
) -> go.Figure:
    """Both bounds of every contestant on one model, or the gap between them on a log axis; ``at``
    marks where the scrubber stands. Who has nothing on the axis, as a run by hand has no clock, is
    left out.
    """
    title = "gap (log axis)" if log_gap else "log value: upper bound solid, lower dotted"
    figure = frame({"title": AXES[axis]}, {"title": title, **(LOG_AXIS if log_gap else {})})
    curves = numbered(rows)
    looks = style(list(curves))
    for name, own in curves.items():
        if any(row[axis] in (None, "") for _, row in own):
            continue
        _add_bounds(figure, name, _thinned(own), axis, log_gap, looks[name])
        if at is not None:
            here = place([row for _, row in own], axis, at)
            _add_ring(figure, here, axis, log_gap, looks[name][0])
    if at is not None:
        figure.add_vline(at, line={"color": palette.HERE, "width": 1})
    return figure


def _thinned(own: Numbered) -> Numbered:
    stride = -(-len(own) // MAX_POINTS)
    return own[::stride] + ([own[-1]] if (len(own) - 1) % stride else [])


def _add_bounds(
    figure: go.Figure, name: str, own: Numbered, axis: str, log_gap: bool, look: Look
) -> None:
    colour, symbol = look
    solid, dotted = {"color": colour, "width": 3}, {"color": colour, "width": 2, "dash": "dot"}
    lines = (
        (("gap", name, solid),)
        if log_gap
        else (("upper", name, solid), ("lower", f"{name}, lower bound", dotted))
    )
    for key, title, line in lines:
        figure.add_scatter(
            x=[float(row[axis]) for _, row in own],
            y=[_height(row, key) for _, row in own],
            name=title,
            legendgroup=name,
            showlegend=title == name,
            mode="lines+markers",
            line=line,
            marker={"symbol": symbol, "size": 7, "color": colour},
            customdata=[i for i, _ in own],
            text=[_told(name, row) for _, row in own],
            hovertemplate="%{text}" + EXPLORE_IT,
        )


def _told(name: str, row: Row) -> str:
    upper, lower = float(row["upper"]), float(row["lower"])
    return f"{name}, round {row['round']}: {upper:.4g} to {lower:.4g}"


def _height(row: Row, key: str) -> float | None:
    return finite(max(float(row[key]), MIN_GAP) if key == "gap" else float(row[key]))


def _add_ring(figure: go.Figure, here: Row, axis: str, log_gap: bool, colour: str) -> None:
    """Where a contestant stands at the scrubber."""
    heights = [_height(here, key) for key in (("gap",) if log_gap else ("upper", "lower"))]
    figure.add_scatter(
        x=[float(here[axis])] * len(heights),
        y=heights,
        mode="markers",
        marker={"symbol": "circle-open", "size": 15, "color": colour, "line": {"width": 3}},
        showlegend=False,
        hoverinfo="skip",
    )
