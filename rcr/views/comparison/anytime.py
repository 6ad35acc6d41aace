"""Anytime curves: the median gap of each contestant over many runs, with a band."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from rcr.compare.common_models import instance
from rcr.views.comparison.rows import (
    AXES,
    EXPLORE_IT,
    LOG_AXIS,
    MIN_GAP,
    GapAxis,
    Row,
    by_contestant,
    frame,
    gap_axis,
    in_chart,
    instance_told,
    numbered,
    say_instead,
    style,
)

MAX_RUNS = 40  # that are drawn one by one behind the bands


def plot_anytime(
    rows: Sequence[Row], rounds: Sequence[Row], axis: str, everybody: Sequence[str] = ()
) -> go.Figure:
    """The median of the gaps on a log axis and the band from quartile to quartile; behind them the
    rounds of each run as faint dots. A dot hands on the place of its row among the rounds.
    """
    along = LOG_AXIS if axis == "cpu_seconds" else {}
    gaps = gap_axis(float(row["gap"]) for row in rounds)
    figure = frame({"title": AXES[axis], **along}, gaps.look)
    curves = by_contestant(rows)
    if not curves:
        return say_instead(figure, "there is no run to draw")
    looks = style(curves, everybody)
    for name, own in curves.items():
        _add_band(figure, name, own, axis, gaps, looks[name].colour)
        figure.add_scatter(
            x=[row[axis] for row in own],
            y=[gaps.height(row["median"]) for row in own],
            name=in_chart(name),
            legendgroup=name,
            mode="lines",
            line={
                "color": looks[name].colour,
                "width": 3,
                "shape": "hv",
                "dash": looks[name].dotting,
            },
            text=[f"{in_chart(name)}: median {_gap_told(row['median'])}" for row in own],
            hovertemplate="%{text} at %{x:.3g}<extra></extra>",
        )
    for name, points in numbered(rounds).items():
        if name in curves:
            _add_runs(figure, name, points, axis, gaps, looks[name].colour)
    return figure


def _add_band(
    figure: go.Figure, name: str, own: Sequence[Row], axis: str, gaps: GapAxis, colour: str
) -> None:
    """From quartile to quartile, where both can be drawn."""
    band = [row for row in own if math.isfinite(row["high"])]
    for key, fill in (("high", None), ("low", "tonexty")):
        figure.add_scatter(
            x=[row[axis] for row in band],
            y=[gaps.height(row[key]) for row in band],
            name=f"{in_chart(name)}, quartile",
            legendgroup=name,
            mode="lines",
            line={"color": colour, "width": 0, "shape": "hv"},
            fill=fill,
            fillcolor=_faint(colour),
            hoverinfo="skip",
            showlegend=False,
        )


def _add_runs(
    figure: go.Figure,
    name: str,
    points: Sequence[tuple[int, Row]],
    axis: str,
    gaps: GapAxis,
    colour: str,
) -> None:
    models = list(dict.fromkeys(instance(row) for _, row in points))[:MAX_RUNS]
    shown = [(i, row) for i, row in points if instance(row) in models]
    who = in_chart(name)
    figure.add_scatter(
        x=[row[axis] for _, row in shown],
        y=[gaps.height(float(row["gap"])) for _, row in shown],
        name=f"{who}, single runs",
        legendgroup=name,
        mode="markers",
        marker={"color": colour, "size": 5, "opacity": 0.35},
        customdata=[i for i, _ in shown],
        text=[
            f"{who} on {instance_told(row)}, round {row['round']}: {_gap_told(row['gap'])}"
            for _, row in shown
        ],
        hovertemplate="%{text}" + EXPLORE_IT,
        showlegend=False,
    )


def _gap_told(gap: float) -> str:
    return f"gap {gap:.3g}" if gap > MIN_GAP else "proved"


def _faint(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, 0.18)"
