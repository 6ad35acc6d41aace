"""Figures of a comparison: curves of all contestants, dots over many models, and scores beside the
drops they promise.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from rcr.compare.regret import Candidate
from rcr.compare.statistics import MEASURES, comparable, medians, value
from rcr.views import palette

AXES = {
    "recovered": "constraints recovered (MPLP: triplets added)",
    "sweeps": "sweeps",
    "seconds": "seconds",
    "table_entries": "table entries (cost of a sweep)",
    "round": "rounds",
}
COLOURS = (
    "#1F83C2",
    "#D55E00",
    "#009E73",
    "#C0568F",
    "#AA6C00",
    "#7A8794",
    "#6F5BC9",
    "#2A9D9A",
)  # read on light and on dark
SYMBOLS = (
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "cross",
    "star",
    "hexagon",
    "triangle-down",
)
LEAST_GAP = 1e-6  # where bounds that have met are drawn on a log axis
MOST_POINTS = 300
LAYOUT: dict[str, Any] = {
    "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
    "paper_bgcolor": "rgba(0, 0, 0, 0)",
    "plot_bgcolor": "rgba(0, 0, 0, 0)",
    "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
}
Row = Mapping[str, Any]


def style(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """A colour and a symbol for each contestant."""
    return {
        name: (COLOURS[i % len(COLOURS)], SYMBOLS[i % len(SYMBOLS)]) for i, name in enumerate(names)
    }


def by_contestant(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each contestant, in their order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["contestant"], []).append(row)
    return found


def place(rows: Sequence[Row], axis: str, at: float) -> Row:
    """Where a contestant is when the scrubber stands at ``at``: its last row up to there, or its
    first.
    """
    return next((row for row in reversed(rows) if float(row[axis]) <= at), rows[0])


def plot_curves(
    rows: Sequence[Row], axis: str = "recovered", at: float | None = None, log_gap: bool = False
) -> go.Figure:
    """Both bounds of every contestant on one model, or the gap between them on a log axis; ``at``
    marks where the scrubber stands.
    """
    curves = by_contestant(rows)
    figure, styles = go.Figure(layout=LAYOUT), style(list(curves))
    for name, own in curves.items():
        colour, symbol = styles[name]
        thin = own[:: -(-len(own) // MOST_POINTS)] + (
            [own[-1]] if (len(own) - 1) % -(-len(own) // MOST_POINTS) else []
        )
        x = [float(row[axis]) for row in thin]
        steps = {
            "mode": "lines+markers",
            "legendgroup": name,
            "marker": {"symbol": symbol, "size": 6, "color": colour},
        }
        if log_gap:
            y = [_finite(max(float(row["gap"]), LEAST_GAP)) for row in thin]
            figure.add_scatter(x=x, y=y, name=name, line={"color": colour, "width": 3}, **steps)
        else:
            upper, lower = (
                [_finite(float(row[key])) for row in thin] for key in ("upper", "lower")
            )
            figure.add_scatter(x=x, y=upper, name=name, line={"color": colour, "width": 3}, **steps)
            dotted = {"color": colour, "width": 2, "dash": "dot"}
            figure.add_scatter(
                x=x, y=lower, name=f"{name}, lower bound", showlegend=False, line=dotted, **steps
            )
        if at is not None:
            here = place(own, axis, at)
            keys = ("gap",) if log_gap else ("upper", "lower")
            heights = [
                _finite(max(float(here[key]), LEAST_GAP) if log_gap else float(here[key]))
                for key in keys
            ]
            ring = {"symbol": "circle-open", "size": 15, "color": colour, "line": {"width": 3}}
            figure.add_scatter(
                x=[float(here[axis])] * len(heights),
                y=heights,
                mode="markers",
                marker=ring,
                showlegend=False,
                hoverinfo="skip",
            )
    if at is not None:
        figure.add_vline(at, line={"color": palette.HERE, "width": 1})
    figure.update_xaxes(title=AXES[axis], gridcolor=palette.GRID, zeroline=False)
    title = "gap (log axis)" if log_gap else "log value: upper bound solid, lower dotted"
    figure.update_yaxes(
        title=title,
        gridcolor=palette.GRID,
        zeroline=False,
        type="log" if log_gap else "linear",
        exponentformat="power",
    )
    return figure


def plot_dots(summaries: Sequence[Row], measure: str) -> go.Figure:
    """One dot a model for each contestant, the median as a bar with its interval; what was not
    certified stands at the right end.
    """
    shown = comparable(summaries, measure)
    names, figure = list(dict.fromkeys(s["contestant"] for s in shown)), go.Figure(layout=LAYOUT)
    finite = [v for s in shown if math.isfinite(v := value(s, measure))]
    logarithmic = (
        measure == "cpu_seconds" and min(finite, default=0.0) > 0.0
    )  # from milliseconds to minutes
    end = (2.0 if logarithmic else 1.15) * max(finite, default=1.0) or 1.0
    for name, (colour, symbol) in style(
        list(dict.fromkeys(s["contestant"] for s in summaries))
    ).items():
        own = [value(s, measure) for s in shown if s["contestant"] == name]
        if not own:
            continue
        middle = medians(shown, measure)[name]
        spots = [min(v, end) for v in own]
        level = names.index(name)
        wobble = [
            level + 0.28 * ((i * 0.618) % 1 - 0.5) for i in range(len(own))
        ]  # so that equal ones can be told apart
        text = [
            f"{s['model']}, seed {s['seed']}: {s['status']}"
            for s in shown
            if s["contestant"] == name
        ]
        dots = {
            "color": colour,
            "symbol": [symbol if math.isfinite(v) else "x" for v in own],
            "size": 8,
            "opacity": 0.65,
        }
        figure.add_scatter(
            x=spots,
            y=wobble,
            mode="markers",
            marker=dots,
            text=text,
            hoverinfo="text+x",
            showlegend=False,
        )
        low, high, mid = (min(v, end) for v in (middle.low, middle.high, middle.value))
        figure.add_scatter(
            x=[low, high],
            y=[level, level],
            mode="lines",
            line={"color": colour, "width": 3},
            showlegend=False,
        )
        bar = {"symbol": "line-ns", "size": 26, "line": {"width": 4, "color": colour}}
        figure.add_scatter(
            x=[mid], y=[level], mode="markers", marker=bar, name=name, showlegend=False
        )
    if any(math.isinf(value(s, measure)) for s in shown):
        figure.add_vline(end, line={"color": palette.HERE, "width": 1, "dash": "dot"})
        place = (
            math.log10(end) if logarithmic else end
        )  # plotly wants the exponent for words, not for lines
        figure.add_annotation(
            x=place, y=1, yref="paper", yanchor="bottom", showarrow=False, text="not certified ×"
        )
    scale = (
        {"type": "log", "exponentformat": "power", "dtick": 1}
        if logarithmic
        else {"rangemode": "tozero"}
    )
    figure.update_xaxes(title=MEASURES[measure], gridcolor=palette.GRID, zeroline=False, **scale)
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=names,
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        zeroline=False,
    )
    return figure


def plot_regret(candidates: Sequence[Candidate], recovery: str) -> go.Figure:
    """What a heuristic thinks of each candidate against what recovering it gains; its first choice
    and the best one are marked.
    """
    scored = [c for c in candidates if recovery in c.scores]
    figure = go.Figure(
        layout=LAYOUT
        | {
            "title": {"text": recovery},
            "margin": {"l": 8, "r": 8, "t": 40, "b": 8},
            "showlegend": False,
        }
    )
    figure.add_scatter(
        x=[_rounded(c.scores[recovery]) for c in scored],
        y=[c.gain for c in scored],
        mode="markers",
        text=[f"{c.name}: drop {c.drop:.4g}" for c in scored],
        hovertemplate="%{text}<br>score %{x:.4g}<br>for each constraint %{y:.4g}<extra></extra>",
        marker={"color": palette.RECOVERED, "size": 9, "opacity": 0.75},
    )
    for first in (c for c in scored if recovery in c.first_of):
        ring = {"symbol": "circle-open", "size": 18, "color": palette.MARK, "line": {"width": 3}}
        figure.add_scatter(
            x=[_rounded(first.scores[recovery])],
            y=[first.gain],
            mode="markers",
            marker=ring,
            hoverinfo="skip",
        )
    if scored:
        best = max(c.gain for c in candidates)
        figure.add_hline(
            best,
            line={"color": palette.LOWER, "dash": "dash", "width": 2},
            annotation_text="best tried",
        )
    figure.update_xaxes(
        title="its score", gridcolor=palette.GRID, zeroline=False, exponentformat="power"
    )
    figure.update_yaxes(
        title="true drop for each constraint",
        gridcolor=palette.GRID,
        zeroline=False,
        rangemode="tozero",
    )
    return figure


def _rounded(score: float) -> float:
    return score if abs(score) > 1e-9 else 0.0


def _finite(x: float) -> float | None:
    return x if math.isfinite(x) else None
