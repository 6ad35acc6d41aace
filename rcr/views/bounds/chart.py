"""The chart of a run: every branch, the value it closes in on, and where the visitor is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from rcr.run import Run
from rcr.state import State
from rcr.views.bounds.notes import Logs, axis_ticks, name_notes, proof_notes
from rcr.views.bounds.quantities import Quantity, bound_quantities, gap_quantities
from rcr.views.bounds.traces import (
    BEST_LINE,
    EXACT_LINE,
    band_traces,
    dotted_trace,
    here_trace,
    level_trace,
    line_traces,
    recovery_trace,
)
from rcr.views.chart_layout import LAYOUT, quiet_axis
from rcr.views.curves import AXES, Curve, curves, points

MIN_SPAN_SHARE = 1e-2  # of the values: a smaller part of them fills no chart


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
    from one of these, drawn dotted. The chart is plain data, as plotly takes it.
    """
    bounding = run.settings.upper_bound
    drawn = curves(run.tree, axis, bounding)
    elsewhere = [Curve(False, points(what_if, axis, bounding))] if len(what_if) > 1 else []
    everything = [*drawn, *elsewhere]
    quantities = gap_quantities(run, exact) if log_gap else bound_quantities(everything)
    traces = [] if log_gap else band_traces(drawn[-1])
    traces += _branches(drawn, quantities)
    for curve in elsewhere:
        for i, quantity in enumerate(quantities):
            traces.append(dotted_trace(curve, what_if_name, quantity, i == 0))
    if not log_gap:
        traces += _levels(everything, exact, best)
    heights = [quantity.height for quantity in quantities]
    traces += [recovery_trace(drawn, heights[0]), here_trace(drawn[-1].points[-1], heights)]
    ticks = axis_ticks(everything, axis)
    return {
        "data": traces,
        "layout": LAYOUT
        | {
            "hovermode": "closest",
            "uirevision": f"{axis} {log_gap}",  # a zoom lasts until the axes change
            "xaxis": quiet_axis(AXES[axis], **ticks) | _first_range(everything, "type" in ticks),
            "yaxis": _height_axis(log_gap) | ({} if log_gap else _steady_range(traces)),
            "annotations": _annotations(run, drawn, quantities, ("type" in ticks, log_gap)),
        },
    }


def _branches(drawn: Sequence[Curve], quantities: Sequence[Quantity]) -> list[dict[str, Any]]:
    """The branches that were left, then the current path over them."""
    *others, current = drawn
    return [
        trace
        for some in filter(None, (others, [current]))
        for i, quantity in enumerate(quantities)
        for trace in line_traces(some, quantity, i == 0)
    ]


def _levels(
    drawn: Sequence[Curve], exact: float | None, best: float | None
) -> list[dict[str, Any]]:
    """The values that do not change from step to step, where they are known."""
    levels = {
        "exact value": (exact, EXACT_LINE),
        "best without recovering more": (best, BEST_LINE),
    }
    return [
        level_trace(drawn, name, value, line)
        for name, (value, line) in levels.items()
        if value is not None and math.isfinite(value)
    ]


def _first_range(drawn: Sequence[Curve], log: bool) -> dict[str, Any]:
    """Before the first step there is one place across, and room for the steps to its right."""
    places = {point.x for curve in drawn for point in curve.points}
    [x] = places if len(places) == 1 and not log else [None]
    return {} if x is None else _at_first(x - 0.05, x + 1) | {"dtick": 1}


def _steady_range(traces: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Where every height is the same up to rounding, as on a tree, a range that shows it so."""
    heights = [y for trace in traces for y in trace["y"] if y is not None and math.isfinite(y)]
    low, high = min(heights, default=0.0), max(heights, default=0.0)
    least = MIN_SPAN_SHARE * max(1.0, abs(low), abs(high))
    if high - low >= least:
        return {}
    middle = (low + high) / 2
    return _at_first(middle - least / 2, middle + least / 2)


def _at_first(low: float, high: float) -> dict[str, Any]:
    """An axis from here to there that ranges by itself with the next chart: of a range that is
    given plotly does not let go.
    """
    return {"autorangeoptions": {"minallowed": low, "maxallowed": high}}


def _height_axis(log_gap: bool) -> dict[str, Any]:
    if log_gap:
        log = {"type": "log", "exponentformat": "power"}
        return quiet_axis("gap (log axis)", automargin=True, **log)
    return quiet_axis("log value", automargin=True)


def _annotations(
    run: Run, drawn: Sequence[Curve], quantities: Sequence[Quantity], logs: Logs
) -> list[dict[str, Any]]:
    here = drawn[-1].points[-1]
    return [
        *name_notes(run, drawn, quantities[0].height, logs),
        *proof_notes(run.state, here, quantities[-1].height, logs),
    ]
