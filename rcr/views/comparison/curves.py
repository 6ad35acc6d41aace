"""Both bounds of every contestant on one model, or the gap between them."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from rcr.views import palette
from rcr.views.comparison.rows import (
    AXES,
    EXPLORE_IT,
    GapAxis,
    Look,
    Row,
    finite,
    frame,
    gap_axis,
    in_chart,
    numbered,
    place,
    style,
)

MAX_POINTS = 300
Numbered = list[tuple[int, Row]]


def plot_curves(
    rows: Sequence[Row],
    axis: str = "recovered",
    at: float | None = None,
    log_gap: bool = False,
    everybody: Sequence[str] = (),
) -> go.Figure:
    """Both bounds of every contestant on one model, or the gap between them on a log axis; ``at``
    marks where the scrubber stands, ``everybody`` are the contestants on all models. Who has
    nothing on the axis, as a run by hand has no clock, is left out.
    """
    gaps = gap_axis(float(row["gap"]) for row in rows) if log_gap else None
    title = "log value: upper bound solid, lower dotted"
    figure = frame({"title": AXES[axis]}, {"title": title} if gaps is None else gaps.look)
    curves = numbered(rows)
    looks = style(curves, everybody)
    for name, own in curves.items():
        if any(row[axis] in (None, "") for _, row in own):
            continue
        _add_bounds(figure, name, _thinned(own), axis, gaps, looks[name])
        if at is not None:
            here = place([row for _, row in own], axis, at)
            _add_ring(figure, here, axis, gaps, looks[name].colour)
    if at is not None:
        figure.add_vline(at, line={"color": palette.HERE, "width": 1})
    return figure


def _thinned(own: Numbered) -> Numbered:
    stride = -(-len(own) // MAX_POINTS)
    return own[::stride] + ([own[-1]] if (len(own) - 1) % stride else [])


def _add_bounds(
    figure: go.Figure, name: str, own: Numbered, axis: str, gaps: GapAxis | None, look: Look
) -> None:
    colour, symbol, shown = look.colour, look.symbol, in_chart(name)
    solid, dotted = {"color": colour, "width": 3}, {"color": colour, "width": 2, "dash": "dot"}
    lines = (
        (("upper", shown, solid), ("lower", f"{shown}, lower bound", dotted))
        if gaps is None
        else (("gap", shown, solid),)
    )
    for key, title, line in lines:
        figure.add_scatter(
            x=[float(row[axis]) for _, row in own],
            y=[_height(row, key, gaps) for _, row in own],
            name=title,
            legendgroup=name,
            showlegend=title == shown,
            mode="lines+markers",
            line=line,
            marker={"symbol": symbol, "size": 7, "color": colour},
            customdata=[i for i, _ in own],
            text=[_told(shown, row) for _, row in own],
            hovertemplate="%{text}" + EXPLORE_IT,
        )


def _told(name: str, row: Row) -> str:
    upper, lower = float(row["upper"]), float(row["lower"])
    return f"{name}, round {row['round']}: {upper:.4g} to {lower:.4g}"


def _height(row: Row, key: str, gaps: GapAxis | None) -> float | None:
    return finite(float(row[key])) if gaps is None else gaps.height(float(row[key]))


def _add_ring(figure: go.Figure, here: Row, axis: str, gaps: GapAxis | None, colour: str) -> None:
    """Where a contestant stands at the scrubber."""
    keys = ("upper", "lower") if gaps is None else ("gap",)
    heights = [_height(here, key, gaps) for key in keys]
    figure.add_scatter(
        x=[float(here[axis])] * len(heights),
        y=heights,
        mode="markers",
        marker={"symbol": "circle-open", "size": 15, "color": colour, "line": {"width": 3}},
        showlegend=False,
        hoverinfo="skip",
    )
