"""The partition function: how far its bounds and its estimate are from the exact value."""

from __future__ import annotations

from collections.abc import Sequence

from rcr.paper.experiment import Row, mean
from rcr.paper.partition import DISTANCES, STAGES_PERCENT, at_stage, distance
from rcr.views import palette
from rcr.views.paper.parts import Chart, chart, line_trace

MIN_DISTANCE = 1e-9  # where what has come down to rounding is drawn on a log axis
LINES: dict[str, tuple[Chart, str]] = {
    "upper bound": ({"color": palette.UPPER, "width": 4}, "circle"),
    "lower bound": ({"color": palette.LOWER, "width": 2}, "square"),
    "lower bound, bracket": ({"color": palette.LOWER, "width": 4}, "triangle-up"),
    "Bethe error": ({"color": palette.RECOVERED, "width": 4, "dash": "dot"}, "diamond"),
}


def partition_chart(rows: Sequence[Row], family: str) -> Chart:
    """How far the bounds and the estimate are from the exact value: a thin line a model, its dots
    where it opens, and a bold one for the means.
    """
    traces: list[Chart] = []
    for name, (line, symbol) in LINES.items():
        own = [
            (i, row)
            for i, row in enumerate(rows)
            if (row["family"], row["recovery"]) == (family, DISTANCES[name][0])
        ]
        place = {id(row): i for i, row in own}
        for live in (False, True):
            some = [row for _, row in own if bool(row.get("live")) == live]
            traces += (
                _courses(some, name, {"color": line["color"], "width": 1})
                + _stages(some, name, place, line["color"], "star" if live else symbol)
                if some
                else []
            )
        shipped = [row for _, row in own if not row.get("live")]
        means = [
            mean([distance(row, name) for row in at_stage(shipped, percent)])
            for percent in range(101)
        ]
        traces.append(
            line_trace(name, range(101), [max(value, MIN_DISTANCE) for value in means], line)
        )
    if any(row.get("live") and row["family"] == family for row in rows):
        star = {"symbol": "star", "size": 13, "color": palette.EXACT}
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": "just now",
                "x": [None],
                "y": [None],
                "marker": star,
            }
        )
    return chart(
        traces,
        {"title": "% of the constraints recovered", "range": [-3, 103]},
        {
            "title": "distance from exact log Z",
            "type": "log",
            "exponentformat": "power",
            "range": [-9.4, 2.7],
            "dtick": 3,
        },
    )


def _courses(rows: Sequence[Row], name: str, line: Chart) -> list[Chart]:
    """Thin lines in one trace, with a gap from one model to the next."""
    x: list[float | None] = []
    y: list[float | None] = []
    for before, row in zip([None, *rows], rows, strict=False):
        if before is not None and before["seed"] != row["seed"]:
            x.append(None)
            y.append(None)
        x.append(round(100 * row["recovered"] / row["constraints"], 2))
        y.append(float(f"{max(distance(row, name), MIN_DISTANCE):.4g}"))
    return [line_trace("", x, y, line, showlegend=False, opacity=0.35)]


def _stages(
    rows: Sequence[Row], name: str, place: dict[int, int], colour: str, symbol: str
) -> list[Chart]:
    shown = [row for stage in STAGES_PERCENT[:-1] for row in at_stage(rows, stage)]
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "showlegend": False,
            "customdata": [place[id(row)] for row in shown],
            "marker": {
                "symbol": symbol,
                "size": 13 if symbol == "star" else 7,
                "color": colour,
                "opacity": 0.8,
            },
            "x": [100 * row["recovered"] / row["constraints"] for row in shown],
            "y": [max(distance(row, name), MIN_DISTANCE) for row in shown],
            "text": [
                f"{name}, {row['family']} {row['seed']}, {row['recovery']}: {row['recovered']} "
                "recovered"
                for row in shown
            ],
            "hovertemplate": "%{text}<br>distance %{y:.3g}<br>click to explore it<extra></extra>",
        }
    ]
