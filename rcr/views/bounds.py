"""The bound curve: how the upper and the lower bound close in on the answer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from rcr.views import palette


def plot_bounds(history: Sequence[Mapping[str, Any]]) -> go.Figure:
    """Upper and lower bound against recovered constraints; the band between them is what is not yet known."""
    upper = {"line": {"color": palette.UPPER, "width": 3}, "marker": {"symbol": "triangle-down", "size": 9}}
    lower = {"line": {"color": palette.LOWER, "width": 3}, "marker": {"symbol": "triangle-up", "size": 9}}
    recovered = [row["recovered"] for row in history]
    few = max(recovered, default=0) - min(recovered, default=0) < 8
    figure = go.Figure(
        [
            _curve(history, "upper", **upper),
            _curve(history, "lower", **lower, fill="tonexty", fillcolor=palette.UNKNOWN),
        ]
    )
    figure.update_layout(
        xaxis={"title": "equivalence constraints recovered", "tickformat": ",d", "dtick": 1 if few else None},
        yaxis={"title": "log value"},
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "traceorder": "normal"},
        hovermode="x unified",
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
    )
    return figure


def _curve(history: Sequence[Mapping[str, Any]], bound: str, **style: Any) -> go.Scatter:
    """One bound after each round; a round without a finite bound leaves a gap."""
    return go.Scatter(
        name=f"{bound} bound",
        x=[row["recovered"] for row in history],
        y=[row[bound] if math.isfinite(row[bound]) else None for row in history],
        customdata=[(row["loops_closed"], row["treewidth"], row["seconds"]) for row in history],
        hovertemplate="%{y:.6f}<br>%{customdata[0]} loops closed, treewidth %{customdata[1]}, %{customdata[2]:.2f} s",
        mode="lines+markers",
        cliponaxis=False,
        **style,
    )
