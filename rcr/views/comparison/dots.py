"""One dot a model for each contestant, and the medians."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from rcr.compare.measures import MEASURES, Median, comparable, medians, value
from rcr.compare.verdict import show
from rcr.views import palette
from rcr.views.comparison.rows import (
    EXPLORE_IT,
    LOG_AXIS,
    WITHOUT_LEGEND,
    Look,
    Row,
    by_contestant,
    frame,
    in_chart,
    instance_told,
    numbered,
    say_instead,
    style,
)


def plot_dots(summaries: Sequence[Row], measure: str) -> go.Figure:
    """One dot a model for each contestant, the median as a bar with its interval; what was not
    certified stands at the right end. A dot hands on the place of its game among those for whom
    the measure means something.
    """
    shown, own = comparable(summaries, measure), numbered(comparable(summaries, measure))
    finite = [v for s in shown if math.isfinite(v := value(s, measure))]
    # CPU seconds go from milliseconds to minutes.
    logarithmic = measure == "cpu_seconds" and min(finite, default=0.0) > 0.0
    end = (2.0 if logarithmic else 1.15) * max(finite, default=1.0) or 1.0
    middles, levels = medians(shown, measure), {name: level for level, name in enumerate(own)}
    names = {
        "tickvals": list(levels.values()),
        "ticktext": list(map(in_chart, levels)),
        "showgrid": False,
    }
    names |= {"title": "", "range": [len(levels) - 0.5, -0.5]}
    # A dot at zero keeps clear of the names.
    scale = LOG_AXIS if logarithmic else {"range": [-0.03 * end, 1.05 * end]}
    figure = frame({"title": MEASURES[measure], **scale}, names, **WITHOUT_LEGEND)
    if not own:
        return say_instead(figure, "there is no game to draw")
    for name, look in style(list(by_contestant(summaries))).items():
        if name in own:
            _add_dots(figure, own[name], measure, levels[name], end, look)
            _add_median(figure, name, middles[name], levels[name], end, look.colour)
    if any(math.isinf(value(s, measure)) for s in shown):
        _add_end(figure, end, logarithmic)
    return figure


def _add_dots(
    figure: go.Figure,
    own: Sequence[tuple[int, Row]],
    measure: str,
    level: int,
    end: float,
    look: Look,
) -> None:
    """A dot for each model; they stray a little, so that equal ones can be told apart."""
    values = [value(s, measure) for _, s in own]
    figure.add_scatter(
        x=[min(v, end) for v in values],
        y=[level + 0.28 * ((i * 0.618) % 1 - 0.5) for i in range(len(own))],
        mode="markers",
        marker={
            "color": look.colour,
            "symbol": [look.symbol if math.isfinite(v) else "x" for v in values],
            "size": 9,
            "opacity": 0.65,
        },
        customdata=[i for i, _ in own],
        text=[
            f"{instance_told(s)}: {show(v)}, {s['status']}"
            for (_, s), v in zip(own, values, strict=True)
        ],
        hovertemplate="%{text}" + EXPLORE_IT,
        cliponaxis=False,
        showlegend=False,
    )


def _add_median(
    figure: go.Figure, name: str, middle: Median, level: int, end: float, colour: str
) -> None:
    """The interval of the median as a line, the median as a bar across it."""
    low, high, mid = (min(v, end) for v in (middle.low, middle.high, middle.value))
    figure.add_scatter(
        x=[low, high],
        y=[level, level],
        mode="lines",
        line={"color": colour, "width": 3},
        hoverinfo="skip",
        showlegend=False,
    )
    bar = {"symbol": "line-ns", "size": 26, "line": {"width": 4, "color": colour}}
    figure.add_scatter(
        x=[mid],
        y=[level],
        mode="markers",
        marker=bar,
        name=in_chart(name),
        hovertemplate=f"median {show(middle.value)}<extra></extra>",
        showlegend=False,
    )


def _add_end(figure: go.Figure, end: float, logarithmic: bool) -> None:
    """The line at which stands what was not certified."""
    figure.add_vline(end, line={"color": palette.HERE, "width": 1, "dash": "dot"})
    # Plotly wants the exponent for words, not for lines.
    at = math.log10(end) if logarithmic else end
    figure.add_annotation(
        x=at, y=1, yref="paper", yanchor="bottom", showarrow=False, text="not certified ×"
    )
