"""Contestants two by two: who wins how often over whom, and both of a pair on every model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from rcr.compare.common_models import Instance, instance
from rcr.compare.duels import MAX_P_VALUE, duels
from rcr.compare.measures import MEASURES, comparable, value
from rcr.compare.verdict import show
from rcr.views import palette
from rcr.views.comparison.rows import (
    LOG_AXIS,
    WITHOUT_LEGEND,
    Row,
    axis_from_zero,
    frame,
    in_chart,
    instance_told,
    say_instead,
)

NOT_CERTIFIED = "not certified"
NOBODY = "it takes two contestants"
NOT_FOR_BOTH = "no model has a value for both by this measure"
# of a tile where neither is ahead: words are read on it in light and in dark
EVEN_COLOUR = "#66717D"


def win_rows(summaries: Sequence[Mapping[str, Any]], measure: str) -> list[dict[str, Any]]:
    """A row for each ordered pair: how often the one was better, worse and equal, and the p-value
    of the difference, corrected for the number of pairs.
    """
    found = []
    for duel in duels(summaries, measure):
        for name, other, wins, losses in (
            (duel.better, duel.worse, duel.wins, duel.losses),
            (duel.worse, duel.better, duel.losses, duel.wins),
        ):
            row = {"contestant": name, "against": other, "wins": wins, "losses": losses}
            found.append(row | {"ties": duel.ties, "p": duel.p, "pairs": duel.among})
    order = [s["contestant"] for s in comparable(summaries, measure)]
    return sorted(found, key=lambda r: (order.index(r["contestant"]), order.index(r["against"])))


def plot_wins(rows: Sequence[Row], measure: str) -> go.Figure:
    """A tile for each pair: wins – losses of the row's contestant against the column's; a ✓ where
    the difference is more than noise.
    """
    names = list(dict.fromkeys(row["contestant"] for row in rows))
    figure = frame(
        {"title": f"against ({MEASURES[measure]})", "showgrid": False, "type": "category"},
        {"title": "", "showgrid": False, "type": "category", "autorange": "reversed"},
        **WITHOUT_LEGEND,
    )
    if not names:
        return say_instead(figure, NOBODY)
    tiles = {(row["contestant"], row["against"]): (i, row) for i, row in enumerate(rows)}
    grid = [[tiles.get((name, other)) for other in names] for name in names]
    figure.add_heatmap(
        x=list(map(in_chart, names)),
        y=list(map(in_chart, names)),
        z=[[None if t is None else _balance(t[1]) for t in line] for line in grid],
        zmin=-1,
        zmax=1,
        colorscale=[[0, palette.UPPER], [0.5, EVEN_COLOUR], [1, palette.RECOVERED]],
        showscale=False,
        xgap=3,
        ygap=3,
        text=[["" if t is None else _tile(t[1]) for t in line] for line in grid],
        texttemplate="%{text}",
        customdata=[[None if t is None else t[0] for t in line] for line in grid],
        hovertext=[["" if t is None else _told(t[1]) for t in line] for line in grid],
        hovertemplate="%{hovertext}<br>click to see every model<extra></extra>",
        hoverongaps=False,
    )
    return figure


def _balance(row: Row) -> float:
    return float((row["wins"] - row["losses"]) / (row["wins"] + row["losses"] + row["ties"]))


def _tile(row: Row) -> str:
    return f"{row['wins']} – {row['losses']}{' ✓' if row['p'] <= MAX_P_VALUE else ''}"


def _told(row: Row) -> str:
    corrected = f", corrected for {row['pairs']} pairs" if row["pairs"] > 1 else ""
    name, other = in_chart(row["contestant"]), in_chart(row["against"])
    return (
        f"{name} was better than {other} on {row['wins']} models, worse on "
        f"{row['losses']}, equal on {row['ties']}<br>Wilcoxon signed-rank p = {row['p']:.2g}"
        f"{corrected}"
    )


def scatter_rows(
    summaries: Sequence[Mapping[str, Any]], a: str, b: str, measure: str
) -> list[dict[str, Any]]:
    """A row for each model that both have met: what it took each."""
    shown = comparable(summaries, measure)
    own: dict[str, dict[Instance, float]] = {a: {}, b: {}}
    for s in shown:
        if s["contestant"] in own:
            own[s["contestant"]][instance(s)] = value(s, measure)
    met = [where for where in own[a] if where in own[b]]
    return [{"model": m, "seed": n, a: own[a][m, n], b: own[b][m, n]} for m, n in met]


def plot_scatter(rows: Sequence[Row], a: str, b: str, measure: str) -> go.Figure:
    """A dot for each model, on log axes with the diagonal: above it A was better. Zeros stand at
    the lower and what was not certified at the upper edge.
    """
    name, other = in_chart(a), in_chart(b)
    titles = ({"title": f"{whose}: {MEASURES[measure]}"} for whose in (name, other))
    figure = frame(*titles, **WITHOUT_LEGEND)
    if a == b or not rows:
        return say_instead(figure, NOBODY if a == b else NOT_FOR_BOTH)
    found = [v for row in rows for v in (row[a], row[b]) if 0 < v < math.inf]
    low, high = min(found, default=1.0) / 2, max(found, default=1.0) * 2
    edges = {"range": [math.log10(low / 1.2), math.log10(high * 1.2)]}
    for whose, update in ((a, figure.update_xaxes), (b, figure.update_yaxes)):
        has_zeros = any(row[whose] == 0 for row in rows)
        update(**(axis_from_zero(low, high) if has_zeros else LOG_AXIS), **edges)
    figure.add_scatter(
        x=[low, high],
        y=[low, high],
        mode="lines",
        line={"color": palette.HERE, "width": 1.5, "dash": "dot"},
        hoverinfo="skip",
        showlegend=False,
    )
    figure.add_scatter(
        x=[min(max(row[a], low), high) for row in rows],
        y=[min(max(row[b], low), high) for row in rows],
        mode="markers",
        marker={
            "color": [_side(row[a], row[b]) for row in rows],
            "symbol": ["x" if math.isinf(max(row[a], row[b])) else "circle" for row in rows],
            "size": 10,
            "opacity": 0.8,
        },
        customdata=list(range(len(rows))),
        text=[f"{instance_told(r)}<br>{name}: {show(r[a])}, {other}: {show(r[b])}" for r in rows],
        hovertemplate="%{text}<br>click to see both runs<extra></extra>",
        showlegend=False,
    )
    return figure


def _side(x: float, y: float) -> str:
    return palette.RECOVERED if x < y else palette.UPPER if y < x else palette.EXACT
