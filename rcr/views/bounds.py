"""The bound curves: how the upper and the lower bound close in on the answer, on every branch of a run."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import plotly.graph_objects as go

from rcr.bounds import Bounds
from rcr.run import Run
from rcr.views import palette
from rcr.views.curves import AXES, Curve, Point, curves

Height = Callable[[Point], float | None]

UPPER_STYLE = {"line": {"color": palette.UPPER, "width": 3}, "marker": {"symbol": "triangle-down", "size": 9}}
LOWER_STYLE = {"line": {"color": palette.LOWER, "width": 3}, "marker": {"symbol": "triangle-up", "size": 9}}
ESTIMATE_STYLE = {"line": {"color": palette.ESTIMATE, "width": 3, "dash": "dashdot"}, "marker": {"symbol": "circle", "size": 7}}
GAP_STYLE = {"line": {"color": palette.UPPER, "width": 3}, "marker": {"symbol": "circle", "size": 7}}
FADED = 0.4
ON_THE_WAY = 3  # size of the mark of a sweep inside a step
LAYOUT: dict[str, Any] = {
    "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "traceorder": "normal"},
    "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
    "paper_bgcolor": "rgba(0, 0, 0, 0)",
    "plot_bgcolor": "rgba(0, 0, 0, 0)",
    "font": {"size": 14},
}


def plot_run(run: Run, axis: str = "updates", exact: float | None = None, log_gap: bool = False) -> go.Figure:
    """Every branch of a run, those off the current path faded; ``customdata`` of a point is the number of its state.

    ``axis`` is one of ``updates``, ``sweeps``, ``recovered``, ``seconds``; ``exact`` draws the exact value; ``log_gap``
    shows the distance between the bounds instead, on a log axis.
    """
    *others, current = curves(run, axis, run.settings.upper_bound)
    drawn = [*others, current]
    quantities = _gaps(run, exact) if log_gap else _bounds(drawn)
    heights = [height for height, _ in quantities.values()]
    traces = [_line(some, name, *quantity) for some in (others, [current]) if some for name, quantity in quantities.items()]
    if not log_gap and exact is not None and math.isfinite(exact):
        traces.append(_exact_line(drawn, exact))
    traces += [_recoveries(drawn, heights[0]), _here(current.points[-1], heights)]
    kind = {"title": "gap (log axis)", "type": "log", "exponentformat": "power"} if log_gap else {"title": "log value"}
    layout = LAYOUT | {
        "hovermode": "closest",
        "clickmode": "event+select",
        "xaxis": {"title": AXES[axis], "gridcolor": palette.GRID, **_whole_ticks(drawn, axis)},
        "yaxis": {"gridcolor": palette.GRID, "zeroline": False, "automargin": True, **kind},
        "annotations": _names(run, drawn, heights[0], log_gap),
    }
    return go.Figure(traces, layout)


def _bounds(drawn: Sequence[Curve]) -> dict[str, tuple[Height, dict[str, Any]]]:
    """The curves of the chart: the estimate only where there is one, the upper bound wherever there is one."""
    points = [point for curve in drawn for point in curve.points]
    found: dict[str, tuple[Height, dict[str, Any]]] = {}
    if any(math.isfinite(p.upper) for p in points) or all(p.estimate is None for p in points):
        found["upper bound"] = (lambda p: p.upper, UPPER_STYLE)
    if any(p.estimate is not None for p in points):
        found["estimate"] = (lambda p: p.estimate, ESTIMATE_STYLE)
    found["lower bound"] = (lambda p: p.lower, LOWER_STYLE)
    return found


def _gaps(run: Run, exact: float | None) -> dict[str, tuple[Height, dict[str, Any]]]:
    """Bounds that have met are drawn at the tolerance, since zero has no place on a log axis."""
    floor = max(run.settings.tolerance, 1e-12)
    if run.settings.upper_bound:
        return {"upper − lower": (lambda p: max(Bounds(p.lower, p.upper).gap, floor), GAP_STYLE)}

    def error(point: Point) -> float | None:
        if exact is None or point.estimate is None:
            return None
        return max(abs(point.estimate - exact), floor)

    return {"|estimate − exact|": (error, ESTIMATE_STYLE)}


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def _line(some: Sequence[Curve], name: str, height: Height, style: dict[str, Any]) -> dict[str, Any]:
    """One quantity along some curves, with a gap from one curve to the next."""
    points: list[Point | None] = []
    for curve in some:
        points += [None, *curve.points] if points else curve.points
    current, size = some[-1].current, style["marker"]["size"]
    return {
        "name": name,
        "legendgroup": name,
        "showlegend": current,
        "x": [p and p.x for p in points],
        "y": [p and _finite(height(p)) for p in points],
        "customdata": [p and p.number for p in points],
        "text": [p and p.label for p in points],
        "hovertemplate": f"%{{text}}<br>{name} %{{y:.6g}}<extra></extra>",
        "mode": "lines+markers",
        "line": style["line"] if current else style["line"] | {"width": 2},
        "marker": style["marker"] | {"size": [size if p and p.action else ON_THE_WAY for p in points], "line": {"width": 0}},
        "opacity": 1.0 if current else FADED,
        "cliponaxis": False,
    }


def _exact_line(drawn: Sequence[Curve], exact: float) -> dict[str, Any]:
    places = [p.x for curve in drawn for p in curve.points]
    first, last = min(places), max(places)
    return {
        "name": "exact value",
        "x": [first, last] if first < last else [first - 0.5, last + 0.5],
        "y": [exact, exact],
        "mode": "lines",
        "line": {"color": palette.EXACT, "width": 2, "dash": "dot"},
        "hovertemplate": "exact value %{y:.6g}<extra></extra>",
    }


def _recoveries(drawn: Sequence[Curve], height: Height) -> dict[str, Any]:
    """A diamond where constraints were recovered; the first point of a branch belongs to the curve it leaves."""
    points = [p for curve in drawn for p in (curve.points if curve.current else curve.points[1:]) if p.action == "recover"]
    return {
        "name": "recovery",
        "x": [p.x for p in points],
        "y": [_finite(height(p)) for p in points],
        "customdata": [p.number for p in points],
        "text": [p.label for p in points],
        "hovertemplate": "%{text}<extra></extra>",
        "mode": "markers",
        "marker": {"symbol": "diamond", "size": 12, "color": palette.RECOVERED, "line": {"width": 1, "color": "white"}},
        "showlegend": bool(points),
        "cliponaxis": False,
    }


def _here(point: Point, heights: Sequence[Height]) -> dict[str, Any]:
    return {
        "name": "you are here",
        "x": [point.x] * len(heights),
        "y": [_finite(height(point)) for height in heights],
        "customdata": [point.number] * len(heights),
        "hoverinfo": "skip",
        "mode": "markers",
        "marker": {"symbol": "circle-open", "size": 19, "color": palette.HERE, "line": {"width": 3}},
        "cliponaxis": False,
    }


def _names(run: Run, drawn: Sequence[Curve], height: Height, log: bool) -> list[dict[str, Any]]:
    """The names that were given to states, written beside them (on a log axis plotly wants the exponent)."""
    places = {p.number: p for curve in drawn for p in curve.points if p.action}
    named = [(name, places[number].x, _finite(height(places[number]))) for name, number in run.names.items()]
    return [
        {"text": name, "x": x, "y": math.log10(y) if log else y, "ax": 0, "ay": -26, "arrowwidth": 1}
        for name, x, y in named
        if y is not None
    ]


def _whole_ticks(drawn: Sequence[Curve], axis: str) -> dict[str, Any]:
    """No tick between two counts."""
    if axis == "seconds":
        return {}
    places = [p.x for curve in drawn for p in curve.points]
    return {"tickformat": ",d", "dtick": 1 if max(places) - min(places) < 8 else None}
