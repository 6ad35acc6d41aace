"""Figure 1: the bounds of MPLP and of RCR, sweep by sweep."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rcr.paper.experiment import Row
from rcr.text.numbers import fixed
from rcr.views import palette
from rcr.views.bounds.quantities import LOWER_STYLE, NOW_STYLE
from rcr.views.comparison.rows import gap_axis
from rcr.views.paper.parts import Chart, chart, line_trace

OPTIMUM_LINE = {"color": palette.EXACT, "width": 3, "dash": "dot"}


def bounds_chart(rows: Sequence[Row], method: str, log_gap: bool = False) -> Chart:
    """The bounds of one method on one network, sweep by sweep, in the same frame as the other's; a
    dot is the end of a round.
    """
    own = [i for i, row in enumerate(rows) if row["method"] == method]
    x, upper, lower = ([rows[i][key] for i in own] for key in ("sweep", "upper", "lower"))
    sweeps = {"title": "sweeps", "range": [0, 1.02 * x[-1]]}
    if log_gap:
        gaps = [row["upper"] - row["lower"] for row in rows]
        axis = gap_axis(gaps)
        heights = {i: axis.height(gaps[i]) for i in own}
        line = line_trace("upper − lower", x, list(heights.values()), NOW_STYLE["line"])
        room = [math.log10(axis.proved) - 0.3, math.log10(max(gaps)) + 0.3]
        dots = _round_ends(rows, own, heights)
        return chart([line, dots], sweeps, {**axis.look, "range": room})
    dots = _round_ends(rows, own, dict(zip(own, upper, strict=True)))
    traces = [
        line_trace("upper bound", x, upper, NOW_STYLE["line"]),
        line_trace("best assignment", x, lower, LOWER_STYLE["line"]),
    ]
    optimum = rows[own[0]]["optimum"]
    if optimum is not None:
        traces.append(line_trace("optimum", [0, x[-1]], [optimum] * 2, OPTIMUM_LINE))
    low, high = min(row["lower"] for row in rows), max(row["upper"] for row in rows)
    room = 0.04 * (high - low)
    values = {"title": "log value", "range": [low - room, high + room]}
    return chart([*traces, dots], sweeps, values)


def _round_ends(rows: Sequence[Row], own: list[int], heights: dict[int, float | None]) -> Chart:
    """A dot at the last row of each round, which leads to the network."""
    ends = [
        i
        for i, after in zip(own, [*own[1:], None], strict=True)
        if after is None or rows[after]["round"] != rows[i]["round"]
    ]
    what = "triplets" if rows[own[0]]["method"] == "mplp" else "constraints"
    return {
        "type": "scatter",
        "mode": "markers",
        "name": "end of a round",
        "showlegend": False,
        "cliponaxis": False,
        "customdata": ends,
        "marker": {"symbol": "circle", "size": 8, "color": palette.UPPER},
        "x": [rows[i]["sweep"] for i in ends],
        "y": [heights[i] for i in ends],
        "text": [
            f"{rows[i]['recovered']} {what}, {fixed(rows[i]['lower'], 4)} ≤ log MPE ≤ "
            f"{fixed(rows[i]['upper'], 4)}"
            for i in ends
        ],
        "hovertemplate": "%{text}<br>click to explore the network<extra></extra>",
    }
