"""What is written on the chart: names of states, the stamp of a proof, and the ticks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rcr.run import Run
from rcr.state import State
from rcr.views.bounds.quantities import Height
from rcr.views.bounds.traces import short
from rcr.views.curves import Curve, Point

Logs = tuple[bool, bool]  # whether the axis of x and the axis of y are log axes
LOG_AXIS_RATIO = (
    30  # from the lowest to the highest cost, where equal steps would hide the lower ones
)


def name_notes(
    run: Run, drawn: Sequence[Curve], height: Height, logs: Logs
) -> list[dict[str, Any]]:
    """The names that were given to states, written beside them; a state that was thinned out has
    no place to write it.
    """
    places = {p.number: p for curve in drawn for p in curve.points if p.action}
    named = [(name, places[number]) for name, number in run.names.items() if number in places]
    return [note for name, point in named for note in _note(name, point, height, logs, ay=-26)]


def proof_notes(state: State, point: Point, height: Height, logs: Logs) -> list[dict[str, Any]]:
    """Where the bounds have met, the chart says so."""
    proved = state.certificate is not None and state.certificate.kind != "infeasible"
    return _note("<b>✔ proved</b>", point, height, logs, ay=28) if proved else []


def _note(text: str, point: Point, height: Height, logs: Logs, ay: int) -> list[dict[str, Any]]:
    """Words beside a point (on a log axis plotly wants the exponent)."""
    x, y = short(point.x), short(height(point))
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


def axis_ticks(drawn: Sequence[Curve], axis: str) -> dict[str, Any]:
    """No tick between two counts, and a log axis where the cost grows to a multiple."""
    if axis == "seconds":
        return {}
    places = [p.x for curve in drawn for p in curve.points]
    low, high = min(places), max(places)
    if axis == "table_entries" and high > LOG_AXIS_RATIO * low:
        return {"type": "log", "exponentformat": "power"}
    return {"tickformat": ",d", "dtick": 1 if high - low < 8 else None}
