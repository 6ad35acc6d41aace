"""What recovering costs: table entries against constraints, and the drop of the bound for each
entry.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from rcr.text.words import counted
from rcr.views.comparison.rows import (
    AXES,
    EXPLORE_IT,
    LOG_AXIS,
    Row,
    finite,
    frame,
    in_chart,
    instance_told,
    numbered,
    say_instead,
    style,
)

HEIGHTS = {
    "table_entries": "table entries at the end (cost of a sweep)",
    "drop_per_entry": "drop of the upper bound for each table entry",
}


def plot_cost(
    rows: Sequence[Row], height: str = "table_entries", everybody: Sequence[str] = ()
) -> go.Figure:
    """A dot for each run where it ended: its constraints and what they cost, or what each table
    entry has brought.
    """
    positive = all(row[height] > 0 for row in rows if math.isfinite(row[height]))
    scale = LOG_AXIS if height == "table_entries" and positive else {"rangemode": "tozero"}
    figure = frame({"title": AXES["recovered"]}, {"title": HEIGHTS[height], **scale})
    own = numbered(rows)
    if not own:
        return say_instead(figure, "there is no run to draw")
    for name, look in style(own, everybody).items():
        figure.add_scatter(
            x=[row["recovered"] for _, row in own[name]],
            y=[finite(row[height]) for _, row in own[name]],
            name=in_chart(name),
            mode="markers",
            marker={"color": look.colour, "symbol": look.symbol, "size": 10, "opacity": 0.75},
            customdata=[i for i, _ in own[name]],
            text=[_told(name, row) for _, row in own[name]],
            hovertemplate="%{text}" + EXPLORE_IT,
            cliponaxis=False,
        )
    return figure


def _told(name: str, row: Row) -> str:
    clusters = row["clusters"]
    added = counted(clusters, "cluster") if clusters else f"{row['recovered']} recovered"
    return (
        f"{in_chart(name)} on {instance_told(row)}<br>{added}, "
        f"{row['table_entries']:,} table entries, bound fell by {row['drop']:.3g}"
    )
