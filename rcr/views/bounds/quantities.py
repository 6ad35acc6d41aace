"""What is drawn of a point, and how it looks: bounds and the estimate, or the gap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rcr.run import Run
from rcr.state import Bounds
from rcr.views import palette
from rcr.views.curves import Curve, Point

Height = Callable[[Point], float | None]


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
    "line": {"color": palette.ESTIMATE, "width": 3},
    "marker": {"symbol": "circle", "size": 7},
}
GAP_STYLE = {
    "line": {"color": palette.UPPER, "width": 3},
    "marker": {"symbol": "circle", "size": 7},
}


def bound_quantities(drawn: Sequence[Curve]) -> list[Quantity]:
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


def gap_quantities(run: Run, exact: float | None) -> list[Quantity]:
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
