"""The lines and the marks of the chart, as plotly takes them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rcr.views import palette
from rcr.views.bounds.quantities import BEST, BEST_STYLE, Height, Quantity
from rcr.views.curves import Curve, Point

# Dots are for what is not of this run; a dashed line is a relaxed edge, here and on every page.
EXACT_LINE = {"color": palette.EXACT, "width": 2, "dash": "dot"}
BEST_LINE = {"color": palette.UPPER, "width": 2, "dash": "dot"}
FADED_OPACITY = 0.4
LEGEND_RANK = 900  # of the first curve, before all else; the band and the others follow it
# More digits cannot be seen, and every one travels to the browser with every click.
SIGNIFICANT_DIGITS = 7


def short(value: float | None) -> float | None:
    """A number with the digits that matter; none where there is nothing to draw."""
    if value is None or not math.isfinite(value):
        return None
    return value if isinstance(value, int) else float(f"{value:.{SIGNIFICANT_DIGITS}g}")


def band_traces(current: Curve) -> list[dict[str, Any]]:
    """The best upper bound so far along the current path; what is said and clicked is said and
    clicked on the line above it.
    """
    points, heights = current.points, [short(p.upper) for p in current.points]
    if all(height is None for height in heights):
        return []
    # the ends of a level stretch are enough to draw it
    ends = [
        i
        for i, height in enumerate(heights)
        if i in (0, len(heights) - 1) or not heights[i - 1] == height == heights[i + 1]
    ]
    return [
        {
            "type": "scatter",
            "name": BEST,
            "x": [short(points[i].x) for i in ends],
            "y": [heights[i] for i in ends],
            "mode": "lines",
            "hoverinfo": "skip",
            "cliponaxis": False,
            "legendrank": LEGEND_RANK + 1,
            **BEST_STYLE,
        }
    ]


def line_traces(some: Sequence[Curve], quantity: Quantity, first: bool) -> list[dict[str, Any]]:
    """One quantity along some curves, with a gap from one curve to the next; the states are
    marked, the sweeps between them not.

    Only the first quantity moves from sweep to sweep, and names the step when the pointer is
    there: every point and word of the chart travels with every click.
    """
    name, height, style = quantity
    shown: list[Point | None] = []
    for curve in some:
        points = [p for p in curve.points if first or p.action]
        shown += [None, *points] if shown else points
    current, states = some[-1].current, [p for p in shown if p and p.action]
    look = {
        "type": "scatter",
        "legendgroup": name,
        "legendrank": LEGEND_RANK if first else LEGEND_RANK + 2,
        "opacity": 1.0 if current else FADED_OPACITY,
        "cliponaxis": False,
    }
    marker = style["marker"] | {"color": style["line"]["color"]}
    named = (
        {"text": [p and (p.label if p.action else "") for p in shown]}
        if first
        else {"marker": marker}
    )
    line = look | {
        "name": name,
        "showlegend": current,
        "x": [p and short(p.x) for p in shown],
        "y": [p and short(height(p)) for p in shown],
        "customdata": [p and p.number for p in shown],
        "hovertemplate": f"step %{{customdata}}{' %{text}' if first else ''}<br>{name} "
        f"%{{y:.{SIGNIFICANT_DIGITS - 1}g}}<extra></extra>",
        "mode": "lines" if first else "lines+markers",
        "line": style["line"] | ({} if current else {"width": 2}),
        **named,
    }
    if not first:
        return [line]
    marks = look | {
        "showlegend": False,
        "x": [short(p.x) for p in states],
        "y": [short(height(p)) for p in states],
        "hoverinfo": "skip",
        "mode": "markers",
        "marker": marker,
    }
    return [line, marks]


def dotted_trace(curve: Curve, name: str, quantity: Quantity, first: bool) -> dict[str, Any]:
    """One quantity of the run that went on elsewhere; its points lead nowhere, since they are not
    part of this one.
    """
    return {
        "type": "scatter",
        "name": name,
        "legendgroup": name,
        "showlegend": first,
        "x": [short(p.x) for p in curve.points],
        "y": [short(quantity.height(p)) for p in curve.points],
        "text": [p.label for p in curve.points],
        "hovertemplate": f"{name}: %{{text}}<br>%{{y:.{SIGNIFICANT_DIGITS - 1}g}}<extra></extra>",
        "mode": "lines",
        "line": quantity.style["line"] | {"width": 2, "dash": "dot"},
        "cliponaxis": False,
    }


def level_trace(
    drawn: Sequence[Curve], name: str, value: float, line: dict[str, Any]
) -> dict[str, Any]:
    """A value that does not change, from one side of the chart to the other."""
    places = [p.x for curve in drawn for p in curve.points]
    first, last = min(places), max(places)
    return {
        "type": "scatter",
        "name": name,
        "x": [first, last] if first < last else [first - 0.5, last + 0.5],
        "y": [value, value],
        "mode": "lines",
        "line": line,
        "hovertemplate": f"{name} %{{y:.{SIGNIFICANT_DIGITS}g}}<extra></extra>",
    }


def recovery_trace(drawn: Sequence[Curve], height: Height) -> dict[str, Any]:
    """A diamond where constraints were recovered; the first point of a branch belongs to the curve
    it leaves.

    Hovering and clicking pass through to the point of the curve below it.
    """
    shown = [
        p
        for curve in drawn
        for p in (curve.points if curve.current else curve.points[1:])
        if p.action == "recover"
    ]
    return {
        "type": "scatter",
        "name": "recovery",
        "x": [short(p.x) for p in shown],
        "y": [short(height(p)) for p in shown],
        "hoverinfo": "skip",
        "mode": "markers",
        "marker": {
            "symbol": "diamond",
            "size": 12,
            "color": palette.RECOVERED,
            "line": {"width": 1, "color": "white"},
        },
        "showlegend": bool(shown),
        "cliponaxis": False,
    }


def here_trace(point: Point, heights: Sequence[Height]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": "you are here",
        "x": [short(point.x)] * len(heights),
        "y": [short(height(point)) for height in heights],
        "hoverinfo": "skip",
        "mode": "markers",
        "marker": {
            "symbol": "circle-open",
            "size": 19,
            "color": palette.HERE,
            "line": {"width": 3},
        },
        "cliponaxis": False,
    }
