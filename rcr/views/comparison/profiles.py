"""Profiles and the cactus plot: how many models are solved within a factor or a budget."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import plotly.graph_objects as go

from rcr.compare.measures import MEASURES
from rcr.compare.profiles import COUNTS
from rcr.compare.verdict import show
from rcr.views.comparison.rows import (
    EXPLORE_IT,
    LOG_AXIS,
    Look,
    Row,
    frame,
    in_chart,
    instance_told,
    numbered,
    say_instead,
    style,
)

NOBODY = "nobody certified a model"
SHARE_AXIS = {"title": "share of the models solved", "range": [-0.03, 1.05], "tickformat": ".0%"}
DOT_PIXELS = 8
MAX_MODELS_TICKED = 10  # one by one; among so few plotly would write halves
Place = Callable[[Row], float]


def plot_performance(rows: Sequence[Row], measure: str, everybody: Sequence[str] = ()) -> go.Figure:
    """The share of the models that each contestant solves within a factor of the best one; at 1,
    how often it is the best.
    """
    what = f"1 + {measure.replace('_', ' ')}" if measure in COUNTS else MEASURES[measure]
    figure = frame({"title": f"{what}: times the best", **LOG_AXIS}, SHARE_AXIS)
    looks = style(numbered(rows), everybody)
    return _stairs(figure, rows, looks, lambda row: row["ratio"], lambda row: row["share"], 1.0)


def plot_data_profile(
    rows: Sequence[Row], measure: str, everybody: Sequence[str] = ()
) -> go.Figure:
    """The share of the models that each contestant solves within a budget."""
    values = [row["value"] for row in rows if math.isfinite(row["value"])]
    logarithmic = measure == "cpu_seconds" and min(values, default=0.0) > 0.0
    figure = frame({"title": MEASURES[measure], **(LOG_AXIS if logarithmic else {})}, SHARE_AXIS)
    start = min(values, default=1.0) if logarithmic else 0.0
    looks = style(numbered(rows), everybody)
    return _stairs(figure, rows, looks, lambda row: row["value"], lambda row: row["share"], start)


def plot_cactus(rows: Sequence[Row], measure: str, everybody: Sequence[str] = ()) -> go.Figure:
    """The budget within which each contestant solves so many models: the lower and the farther to
    the right, the better.
    """
    values = [row["value"] for row in rows if math.isfinite(row["value"])]
    logarithmic = measure == "cpu_seconds" and min(values, default=0.0) > 0.0
    most = max((row["solved"] for row in rows), default=0)
    whole = {"dtick": 1} if most <= MAX_MODELS_TICKED else {"tickformat": "d"}
    figure = frame(
        {"title": "models solved", "range": [0, 1.05 * most + 0.2], **whole},
        {"title": MEASURES[measure], **(LOG_AXIS if logarithmic else {"rangemode": "tozero"})},
    )
    looks = style(numbered(rows), everybody)
    return _stairs(figure, rows, looks, lambda row: row["solved"], lambda row: row["value"], None)


def _stairs(
    figure: go.Figure,
    rows: Sequence[Row],
    looks: Mapping[str, Look],
    x: Place,
    y: Place,
    start: float | None,
) -> go.Figure:
    """A line for each contestant through its solved models; in steps from ``start`` to where the
    last model was solved, if one is given. Lines differ in dots and symbols as well as in colour.
    """
    if not any(math.isfinite(row["value"]) for row in rows):
        return say_instead(figure, NOBODY)
    own, end = numbered(rows), max(x(row) for row in rows if math.isfinite(x(row)))
    for name, look in looks.items():
        points = [
            _Point(x(row), y(row), DOT_PIXELS, _told(name, row) + EXPLORE_IT, i)
            for i, row in own[name]
            if math.isfinite(row["value"])
        ]
        if start is not None:
            points = [_corner(name, start, 0.0), *points]
            if points[-1].x < end:
                points.append(_corner(name, end, points[-1].y))
        points = points or [_Point(None, None, 0, "")]  # the legend names who has solved nothing
        figure.add_scatter(
            x=[point.x for point in points],
            y=[point.y for point in points],
            name=in_chart(name),
            mode="lines+markers",
            line={
                **{"color": look.colour, "width": 2.5, "dash": look.dotting},
                "shape": "linear" if start is None else "hv",
            },
            marker={"symbol": look.symbol, "size": [point.pixels for point in points]},
            customdata=[point.row for point in points],
            text=[point.told for point in points],
            hovertemplate="%{text}",
            cliponaxis=False,
        )
    return figure


class _Point(NamedTuple):
    """Of a line: where it is, how large its dot is, what it says, and the row it leads to."""

    x: Any
    y: Any
    pixels: int
    told: str
    row: int | None = None


def _corner(name: str, x: float, share: float) -> _Point:
    """Where a line begins or ends."""
    return _Point(x, share, 0, f"{in_chart(name)}: {share:.0%} of the models<extra></extra>")


def _told(name: str, row: Row) -> str:
    return f"{in_chart(name)} on {instance_told(row)}: {show(row['value'])}"
