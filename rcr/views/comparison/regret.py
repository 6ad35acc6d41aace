"""What a heuristic thinks of each candidate against what recovering it gains."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from rcr.compare.regret import Candidate
from rcr.views import palette
from rcr.views.chart_layout import LAYOUT

ROOM_AT_THE_ENDS = 0.06  # above and below the dots, of what lies between them


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
            cliponaxis=False,
        )
    if scored:
        best = max(c.gain for c in candidates)
        figure.add_hline(
            best,
            line={"color": palette.LOWER, "dash": "dot", "width": 2},
            annotation_text="best tried",
            annotation_position="top left",
        )
    figure.update_xaxes(
        title="its score", gridcolor=palette.GRID, zeroline=False, exponentformat="power"
    )
    figure.update_yaxes(
        title="true drop for each constraint",
        gridcolor=palette.GRID,
        zeroline=False,
        range=_heights(candidates),
    )
    return figure


def _heights(candidates: Sequence[Candidate]) -> list[float]:
    """From which drop to which: the same for every heuristic, with room for a dot at zero."""
    drops = [0.0, *(c.gain for c in candidates)]
    room = ROOM_AT_THE_ENDS * ((max(drops) - min(drops)) or 1.0)
    return [min(drops) - room, max(drops) + room]


def _rounded(score: float) -> float:
    return score if abs(score) > 1e-9 else 0.0
