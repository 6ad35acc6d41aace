"""The bound curves: how the upper and the lower bound close in on the answer, on every branch of a
run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import plotly.graph_objects as go

from rcr.run import Run
from rcr.state import Bounds, State
from rcr.views import palette
from rcr.views.curves import AXES, Curve, Point, curves, points

Height = Callable[[Point], float | None]
Quantities = dict[str, tuple[Height, dict[str, Any]]]

UPPER_STYLE = {
    "line": {"color": palette.UPPER, "width": 3},
    "marker": {"symbol": "triangle-down", "size": 9},
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

    ``axis`` is one of ``updates``, ``sweeps``, ``recovered``, ``seconds``; ``exact`` draws the
    exact value, ``best`` the least upper bound that compensation can reach without recovering
    more; ``log_gap`` shows the distance between the bounds instead, on a log axis; ``what_if``
    are states of another run that went on from one of these, drawn dashed. The chart is plain
    data, as plotly takes it.
    """
    *others, current = curves(run.tree, axis, run.settings.upper_bound)
    drawn = [*others, current]
    elsewhere = (
        [Curve(False, points(what_if, axis, run.settings.upper_bound))] if len(what_if) > 1 else []
    )
    quantities = _gaps(run, exact) if log_gap else _bounds([*drawn, *elsewhere])
    heights = [height for height, _ in quantities.values()]
    paths = [some for some in (others, [current]) if some]
    named: list[tuple[Any, ...]] = [
        (name, i == 0, *quantity) for i, (name, quantity) in enumerate(quantities.items())
    ]
    traces = [trace for some in paths for quantity in named for trace in _line(some, *quantity)]
    traces += [
        _dashed(curve, what_if_name, *quantity) for curve in elsewhere for _, *quantity in named
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
    layout = LAYOUT | {
        "hovermode": "closest",
        "uirevision": f"{axis} {log_gap}",  # a zoom lasts until the axes change
        "xaxis": {
            "title": {"text": AXES[axis]},
            "gridcolor": palette.GRID,
            "zeroline": False,
            **_whole_ticks([*drawn, *elsewhere], axis),
        },
        "yaxis": {"gridcolor": palette.GRID, "zeroline": False, "automargin": True, **kind},
        "annotations": [
            *_names(run, drawn, heights[0], log_gap),
            *_stamp(run.state, current.points[-1], heights[-1], log_gap),
        ],
    }
    return {"data": traces, "layout": layout}


def _bounds(drawn: Sequence[Curve]) -> Quantities:
    """The curves of the chart: the estimate only where there is one, the upper bound wherever
    there is one.
    """
    shown = [point for curve in drawn for point in curve.points]
    found: Quantities = {}
    if any(math.isfinite(p.upper) for p in shown) or all(p.estimate is None for p in shown):
        found["upper bound"] = (lambda p: p.upper, UPPER_STYLE)
    if any(p.estimate is not None for p in shown):
        found["estimate"] = (lambda p: p.estimate, ESTIMATE_STYLE)
    found["lower bound"] = (lambda p: p.lower, LOWER_STYLE)
    return found


def _gaps(run: Run, exact: float | None) -> Quantities:
    """Bounds that have met are drawn at the tolerance, since zero has no place on a log axis."""
    floor = max(run.settings.tolerance, 1e-12)
    if run.settings.upper_bound:
        return {"upper − lower": (lambda p: max(Bounds(p.lower, p.upper).gap, floor), GAP_STYLE)}

    def error(point: Point) -> float | None:
        if exact is None or point.estimate is None:
            return None
        return max(abs(point.estimate - exact), floor)

    return {"|estimate − exact|": (error, ESTIMATE_STYLE)}


def _short(value: float | None) -> float | None:
    """A number with the digits that matter; none where there is nothing to draw."""
    if value is None or not math.isfinite(value):
        return None
    return value if isinstance(value, int) else float(f"{value:.{DIGITS}g}")


def _line(
    some: Sequence[Curve], name: str, first: bool, height: Height, style: dict[str, Any]
) -> list[dict[str, Any]]:
    """One quantity along some curves, with a gap from one curve to the next; the states are
    marked, the sweeps between them not.

    Only the first quantity moves from sweep to sweep, and names the step when the pointer is
    there: every point and word of the chart travels with every click.
    """
    shown: list[Point | None] = []
    for curve in some:
        points = [p for p in curve.points if first or p.action]
        shown += [None, *points] if shown else points
    current, states = some[-1].current, [p for p in shown if p and p.action]
    look = {
        "type": "scatter",
        "legendgroup": name,
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


def _dashed(
    curve: Curve, name: str, first: bool, height: Height, style: dict[str, Any]
) -> dict[str, Any]:
    """One quantity of the run that went on elsewhere; its points lead nowhere, since they are not
    part of this one.
    """
    return {
        "type": "scatter",
        "name": name,
        "legendgroup": name,
        "showlegend": first,
        "x": [_short(p.x) for p in curve.points],
        "y": [_short(height(p)) for p in curve.points],
        "text": [p.label for p in curve.points],
        "hovertemplate": f"{name}: %{{text}}<br>%{{y:.{DIGITS - 1}g}}<extra></extra>",
        "mode": "lines",
        "line": style["line"] | {"width": 2, "dash": "dash"},
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


def _names(run: Run, drawn: Sequence[Curve], height: Height, log: bool) -> list[dict[str, Any]]:
    """The names that were given to states, written beside them; a state that was thinned out has
    no place to write it.
    """
    places = {p.number: p for curve in drawn for p in curve.points if p.action}
    named = [(name, places[number]) for name, number in run.names.items() if number in places]
    return [note for name, point in named for note in _note(name, point, height, log, ay=-26)]


def _stamp(state: State, point: Point, height: Height, log: bool) -> list[dict[str, Any]]:
    """Where the bounds have met, the chart says so."""
    proved = state.certificate is not None and state.certificate.kind != "infeasible"
    return _note("<b>✔ proved</b>", point, height, log, ay=28) if proved else []


def _note(text: str, point: Point, height: Height, log: bool, ay: int) -> list[dict[str, Any]]:
    """Words beside a point (on a log axis plotly wants the exponent)."""
    y = _short(height(point))
    if y is None:
        return []
    return [
        {
            "text": text,
            "x": _short(point.x),
            "y": math.log10(y) if log else y,
            "ax": 0,
            "ay": ay,
            "arrowwidth": 1,
        }
    ]


def _whole_ticks(drawn: Sequence[Curve], axis: str) -> dict[str, Any]:
    """No tick between two counts."""
    if axis == "seconds":
        return {}
    places = [p.x for curve in drawn for p in curve.points]
    return {"tickformat": ",d", "dtick": 1 if max(places) - min(places) < 8 else None}
