"""What the charts have in common: the frame, lines, and dots that can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rcr.paper.experiment import Row
from rcr.views import palette
from rcr.views.chart_layout import LAYOUT, quiet_axis

Chart = dict[str, Any]
PAPER_LINE = {"color": palette.MARK, "width": 3}
SHIPPED_MARKER = {"symbol": "circle", "size": 10, "color": palette.RECOVERED, "opacity": 0.85}
LIVE_MARKER = {
    "symbol": "diamond",
    "size": 11,
    "color": palette.LOWER,
    "line": {"width": 1.5, "color": "white"},
}


def chart(traces: list[Chart], x: Chart, y: Chart, **layout: Any) -> Chart:
    axes = {"xaxis": quiet_axis(**x), "yaxis": quiet_axis(**y)}
    return {"data": traces, "layout": LAYOUT | {"hovermode": "closest", **axes, **layout}}


def line_trace(name: str, x: Sequence[Any], y: Sequence[Any], line: Chart, **more: Any) -> Chart:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": list(x),
        "y": list(y),
        "line": line,
        "hoverinfo": "skip",
        **more,
    }


def instance_dots(
    rows: Sequence[Row],
    spots: Sequence[tuple[float, float]],
    words: Callable[[Row], str],
    names: tuple[str, str],
) -> list[Chart]:
    """The instances, those of the page itself in another shape and colour."""
    traces = []
    for live, name, marker in ((False, names[0], SHIPPED_MARKER), (True, names[1], LIVE_MARKER)):
        own = [i for i, row in enumerate(rows) if bool(row.get("live")) == live]
        dots = {
            "type": "scatter",
            "mode": "markers",
            "name": name,
            "marker": marker,
            "cliponaxis": False,
            "customdata": own,
            "x": [spots[i][0] for i in own],
            "y": [spots[i][1] for i in own],
            "text": [words(rows[i]) for i in own],
            "hovertemplate": "%{text}<br>click to explore it<extra></extra>",
        }
        traces += [dots] if own else []
    return traces
