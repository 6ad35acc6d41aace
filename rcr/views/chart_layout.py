"""The layout that all charts share, and axes that keep in the background."""

from __future__ import annotations

from typing import Any

from rcr.views import palette

LAYOUT: dict[str, Any] = {
    # at the top of the chart, where it stays when a resized chart has more or fewer rows of it
    "legend": {
        "orientation": "h",
        "x": 0,
        "y": 1,
        "yref": "container",
        "yanchor": "top",
        "traceorder": "normal",
    },
    "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
    "paper_bgcolor": "rgba(0, 0, 0, 0)",
    "plot_bgcolor": "rgba(0, 0, 0, 0)",
}


def quiet_axis(title: str, **more: Any) -> dict[str, Any]:
    """An axis with a faint grid and no line at zero, which takes the room that its words need."""
    quiet = {"gridcolor": palette.GRID, "zeroline": False, "automargin": True}
    return {"title": {"text": title}, **quiet, **more}
