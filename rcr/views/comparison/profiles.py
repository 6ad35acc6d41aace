"""Profiles and the cactus plot: how many models are solved within a factor or a budget."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

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
    figure = frame(
        {"title": "models solved", "range": [0, 1.05 * most + 0.2], "tickformat": "d"},
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
    """A line for each contestant through its solved models, in steps from ``start`` if one is
    given. Lines differ in dots and symbols as well as in colour.
    """
    if not any(math.isfinite(row["value"]) for row in rows):
        return say_instead(figure, NOBODY)
    own = numbered(rows)
    for name, look in looks.items():
        solved = [(i, row) for i, row in own[name] if math.isfinite(row["value"])]
        before: list[Any] = [] if start is None or not solved else [start]
        figure.add_scatter(
            x=[*before, *(x(row) for _, row in solved)],
            y=[*(0.0 for _ in before), *(y(row) for _, row in solved)],
            name=in_chart(name),
            mode="lines+markers",
            line={
                **{"color": look.colour, "width": 2.5, "dash": look.dotting},
                "shape": "linear" if start is None else "hv",
            },
            marker={"symbol": look.symbol, "size": [*(0 for _ in before), *(8 for _ in solved)]},
            customdata=[*(None for _ in before), *(i for i, _ in solved)],
            text=[*("" for _ in before), *(_told(name, row) for _, row in solved)],
            hovertemplate="%{text}" + EXPLORE_IT,
            cliponaxis=False,
        )
    return figure


def _told(name: str, row: Row) -> str:
    return f"{in_chart(name)} on {instance_told(row)}: {show(row['value'])}"
