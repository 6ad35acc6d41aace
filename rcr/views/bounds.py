"""The bound curves: how the upper and the lower bound close in on the answer, on every branch of a
run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from rcr.run import Run
from rcr.state import Bounds, State
from rcr.views import palette
from rcr.views.curves import AXES, Curve, Point, curves, points

Height = Callable[[Point], float | None]
Logs = tuple[bool, bool]  # whether the axis of x and the axis of y are log axes


class Quantity(NamedTuple):
    """One of the curves: its name, how high it is at a point, and how it looks."""

    name: str
    height: Height
    style: dict[str, Any]


NOW, BEST = "upper bound now", "best so far"
NOW_STYLE = {
    "line": {"color": palette.UPPER, "width": 3},
    "marker": {"symbol": "triangle-down", "size": 9},
}
BEST_STYLE = {
    "line": {"color": palette.UPPER_BAND, "width": 9},
}
LOWER_STYLE = {
    "line": {"color": palette.LOWER, "width": 3, "shape": "hv"},
    "marker": {"symbol": "triangle-up", "size": 9},
}
ESTIMATE_STYLE = {
    "line": {"color": palette.ESTIMATE, "width": 3, "dash": "dashdot"},
    "marker": {"symbol": "circle", "size": 7},
}
GAP_STYLE = {
    "line": {"color": palette.UPPER, "width": 3},
    "marker": {"symbol": "circle", "size": 7},
}
EXACT_LINE = {"color": palette.EXACT, "width": 2, "dash": "dot"}
BEST_LINE = {"color": palette.UPPER, "width": 2, "dash": "longdash"}
FADED = 0.4
WIDE_RANGE = 30  # from the lowest to the highest cost, where equal steps would hide the lower ones
LEGEND_RANK = 900  # of the first curve, before all else; the band and the others follow it
DIGITS = 7  # more cannot be seen, and every digit travels to the browser with every click
LAYOUT: dict[str, Any] = {
    "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "traceorder": "normal"},
    "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
    "paper_bgcolor": "rgba(0, 0, 0, 0)",
    "plot_bgcolor": "rgba(0, 0, 0, 0)",
}


def plot_run(run: Run, axis: str = "updates", **more: Any) -> go.Figure:
    """The chart of ``run_chart`` as a plotly figure."""
    return go.Figure(run_chart(run, axis, **more))


def run_chart(
    run: Run,
    axis: str = "updates",
    exact: float | None = None,
    log_gap: bool = False,
    best: float | None = None,
    what_if: Sequence[State] = (),
    what_if_name: str = "what if",
) -> dict[str, Any]:
    """Every branch of a run, those off the current path faded; ``customdata`` of a point is the
    number of its state.

    Of the upper bounds the one of each state is drawn as a line, and on the current path the best
    so far as a band below it: the line leaves the band upwards when something is relaxed.

    ``axis`` is one of ``AXES``; ``exact`` draws the exact value, ``best`` the least upper bound
    that compensation can reach without recovering more; ``log_gap`` shows the distance between
    the best bounds instead, on a log axis; ``what_if`` are states of another run that went on
    from one of these, drawn dashed. The chart is plain data, as plotly takes it.
    """
    *others, current = curves(run.tree, axis, run.settings.upper_bound)
    drawn = [*others, current]
    elsewhere = (
        [Curve(False, points(what_if, axis, run.settings.upper_bound))] if len(what_if) > 1 else []
    )
    quantities = _gaps(run, exact) if log_gap else _bounds([*drawn, *elsewhere])
    heights = [quantity.height for quantity in quantities]
    traces = [] if log_gap else _band(current)
    for some in filter(None, (others, [current])):
        for i, quantity in enumerate(quantities):
            traces += _line(some, quantity, i == 0)
    traces += [
        _dashed(curve, what_if_name, quantity, i == 0)
        for curve in elsewhere
        for i, quantity in enumerate(quantities)
    ]
    levels = (
        {}
        if log_gap
        else {"exact value": (exact, EXACT_LINE), "best without recovering more": (best, BEST_LINE)}
    )
    for name, (value, line) in levels.items():
        if value is not None and math.isfinite(value):
            traces.append(_level([*drawn, *elsewhere], name, value, line))
    traces += [_recoveries(drawn, heights[0]), _here(current.points[-1], heights)]
    kind = (
        {"title": {"text": "gap (log axis)"}, "type": "log", "exponentformat": "power"}
        if log_gap
        else {"title": {"text": "log value"}}
    )
    ticks = _ticks([*drawn, *elsewhere], axis)
    logs = ("type" in ticks, log_gap)
    layout = LAYOUT | {
        "hovermode": "closest",
        "uirevision": f"{axis} {log_gap}",  # a zoom lasts until the axes change
        "xaxis": {
            "title": {"text": AXES[axis]},
            "gridcolor": palette.GRID,
            "zeroline": False,
            **ticks,
        },
        "yaxis": {"gridcolor": palette.GRID, "zeroline": False, "automargin": True, **kind},
        "annotations": [
            *_names(run, drawn, heights[0], logs),
            *_stamp(run.state, current.points[-1], heights[-1], logs),
        ],
    }
    return {"data": traces, "layout": layout}


def _bounds(drawn: Sequence[Curve]) -> list[Quantity]:
    """The curves of the chart: the estimate only where there is one, the upper bound wherever
    there is one.
    """
    shown = [point for curve in drawn for point in curve.points]
    found = [Quantity("lower bound", lambda p: p.lower, LOWER_STYLE)]
    if any(p.estimate is not None for p in shown):
        found.insert(0, Quantity("estimate", lambda p: p.estimate, ESTIMATE_STYLE))
    if any(p.now is not None for p in shown):
        found.insert(0, Quantity(NOW, lambda p: p.now, NOW_STYLE))
    return found


def _gaps(run: Run, exact: float | None) -> list[Quantity]:
    """Bounds that have met are drawn at the tolerance, since zero has no place on a log axis."""
    floor = max(run.settings.tolerance, 1e-12)
    if run.settings.upper_bound:
        return [
            Quantity("upper − lower", lambda p: max(Bounds(p.lower, p.upper).gap, floor), GAP_STYLE)
        ]

    def error(point: Point) -> float | None:
        if exact is None or point.estimate is None:
            return None
        return max(abs(point.estimate - exact), floor)

    return [Quantity("|estimate − exact|", error, ESTIMATE_STYLE)]


def _short(value: float | None) -> float | None:
    """A number with the digits that matter; none where there is nothing to draw."""
    if value is None or not math.isfinite(value):
        return None
    return value if isinstance(value, int) else float(f"{value:.{DIGITS}g}")


def _band(current: Curve) -> list[dict[str, Any]]:
    """The best upper bound so far along the current path; what is said and clicked is said and
    clicked on the line above it.
    """
    points, heights = current.points, [_short(p.upper) for p in current.points]
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
            "x": [_short(points[i].x) for i in ends],
            "y": [heights[i] for i in ends],
            "mode": "lines",
            "hoverinfo": "skip",
            "cliponaxis": False,
            "legendrank": LEGEND_RANK + 1,
            **BEST_STYLE,
        }
    ]


def _line(some: Sequence[Curve], quantity: Quantity, first: bool) -> list[dict[str, Any]]:
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
        "opacity": 1.0 if current else FADED,
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
        "x": [p and _short(p.x) for p in shown],
        "y": [p and _short(height(p)) for p in shown],
        "customdata": [p and p.number for p in shown],
        "hovertemplate": f"step %{{customdata}}{' %{text}' if first else ''}<br>{name} "
        f"%{{y:.{DIGITS - 1}g}}<extra></extra>",
        "mode": "lines" if first else "lines+markers",
        "line": style["line"] | ({} if current else {"width": 2}),
        **named,
    }
    if not first:
        return [line]
    marks = look | {
        "showlegend": False,
        "x": [_short(p.x) for p in states],
        "y": [_short(height(p)) for p in states],
        "hoverinfo": "skip",
        "mode": "markers",
        "marker": marker,
    }
    return [line, marks]


def _dashed(curve: Curve, name: str, quantity: Quantity, first: bool) -> dict[str, Any]:
    """One quantity of the run that went on elsewhere; its points lead nowhere, since they are not
    part of this one.
    """
    return {
        "type": "scatter",
        "name": name,
        "legendgroup": name,
        "showlegend": first,
        "x": [_short(p.x) for p in curve.points],
        "y": [_short(quantity.height(p)) for p in curve.points],
        "text": [p.label for p in curve.points],
        "hovertemplate": f"{name}: %{{text}}<br>%{{y:.{DIGITS - 1}g}}<extra></extra>",
        "mode": "lines",
        "line": quantity.style["line"] | {"width": 2, "dash": "dash"},
        "cliponaxis": False,
    }


def _level(drawn: Sequence[Curve], name: str, value: float, line: dict[str, Any]) -> dict[str, Any]:
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
        "hovertemplate": f"{name} %{{y:.{DIGITS}g}}<extra></extra>",
    }


def _recoveries(drawn: Sequence[Curve], height: Height) -> dict[str, Any]:
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
        "x": [_short(p.x) for p in shown],
        "y": [_short(height(p)) for p in shown],
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


def _here(point: Point, heights: Sequence[Height]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": "you are here",
        "x": [_short(point.x)] * len(heights),
        "y": [_short(height(point)) for height in heights],
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


def _names(run: Run, drawn: Sequence[Curve], height: Height, logs: Logs) -> list[dict[str, Any]]:
    """The names that were given to states, written beside them; a state that was thinned out has
    no place to write it.
    """
    places = {p.number: p for curve in drawn for p in curve.points if p.action}
    named = [(name, places[number]) for name, number in run.names.items() if number in places]
    return [note for name, point in named for note in _note(name, point, height, logs, ay=-26)]


def _stamp(state: State, point: Point, height: Height, logs: Logs) -> list[dict[str, Any]]:
    """Where the bounds have met, the chart says so."""
    proved = state.certificate is not None and state.certificate.kind != "infeasible"
    return _note("<b>✔ proved</b>", point, height, logs, ay=28) if proved else []


def _note(text: str, point: Point, height: Height, logs: Logs, ay: int) -> list[dict[str, Any]]:
    """Words beside a point (on a log axis plotly wants the exponent)."""
    x, y = _short(point.x), _short(height(point))
    if x is None or y is None:
        return []
    x, y = (math.log10(at) if log else at for at, log in zip((x, y), logs, strict=True))
    return [
        {
            "text": text,
            "x": x,
            "y": y,
            "ax": 0,
            "ay": ay,
            "arrowwidth": 1,
        }
    ]


def _ticks(drawn: Sequence[Curve], axis: str) -> dict[str, Any]:
    """No tick between two counts, and a log axis where the cost grows to a multiple."""
    if axis == "seconds":
        return {}
    places = [p.x for curve in drawn for p in curve.points]
    low, high = min(places), max(places)
    if axis == "table_entries" and high > WIDE_RANGE * low:
        return {"type": "log", "exponentformat": "power"}
    return {"tickformat": ",d", "dtick": 1 if high - low < 8 else None}
