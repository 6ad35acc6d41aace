"""Rows by contestant, where each of them stands, and how it looks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import cycle
from typing import Any, NamedTuple

import plotly.graph_objects as go

from rcr.views import palette
from rcr.views.chart_layout import LAYOUT, quiet_axis

AXES = {
    "recovered": "constraints recovered (MPLP: clusters added)",
    "loops_closed": "loops closed (MPLP: clusters added)",
    "cpu_seconds": "CPU seconds",
    "sweeps": "sweeps",
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
# A dashed line is a relaxed edge on every page, so these are dots, closer or wider.
DOTTINGS = ("solid", "2px,3px", "2px,8px", "2px,14px")
# With so many ticks, 2 and 5 are told between powers of ten where there are few of those.
LOG_AXIS = {"type": "log", "exponentformat": "power", "nticks": 6}
MAX_DECADES_WITH_STEPS = 5
SMALL = '<span style="font-size:9px">{}</span>'  # as plotly writes 2 and 5 on a log axis
MIN_GAP = 1e-6  # what is smaller is the rounding of the numbers: the bounds have met
# Where there is no legend the chart's own buttons have their room above what is drawn.
WITHOUT_LEGEND = {"margin": LAYOUT["margin"] | {"t": 34}}
EXPLORE_IT = "<br>click to explore it<extra></extra>"  # the end of a point's words
Row = Mapping[str, Any]


class Look(NamedTuple):
    """How a contestant is told from the others."""

    colour: str
    symbol: str
    dotting: str


def style(names: Iterable[str], everybody: Iterable[str] = ()) -> dict[str, Look]:
    """How each contestant looks, which is the same in all figures of a comparison where
    ``everybody`` are all its contestants in their order.
    """
    drawn = list(names)
    order = list(dict.fromkeys([*everybody, *drawn]))
    looks = zip(*(cycle(kind) for kind in (COLOURS, SYMBOLS, DOTTINGS)), strict=False)
    found = {name: Look(*look) for name, look in zip(order, looks, strict=False)}
    return {name: found[name] for name in drawn}


def by_contestant(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each contestant, in their order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["contestant"], []).append(row)
    return found


def numbered(rows: Sequence[Row]) -> dict[str, list[tuple[int, Row]]]:
    """The same with each row's place among all of them, which a click on its point hands on."""
    found: dict[str, list[tuple[int, Row]]] = {}
    for i, row in enumerate(rows):
        found.setdefault(row["contestant"], []).append((i, row))
    return found


def place(rows: Sequence[Row], axis: str, at: float) -> Row:
    """Where a contestant is when the scrubber stands at ``at``: its last row up to there, or its
    first.
    """
    return next((row for row in reversed(rows) if float(row[axis]) <= at), rows[0])


def in_chart(name: str) -> str:
    """A name as plotly's text: tags of the few that it knows would be read as such."""
    return escape(name, quote=False)


def instance_told(row: Row) -> str:
    """A model by its name as plotly's text, with the seed where it is not the first."""
    seed, name = int(row["seed"]), in_chart(str(row["model"]))
    return f"{name}, seed {seed}" if seed else name


def finite(x: float) -> float | None:
    """A number that can be drawn, or nothing."""
    return x if math.isfinite(x) else None


@dataclass(frozen=True)
class GapAxis:
    """A log axis of gaps on which bounds that have met stand one decade below the smallest gap, at
    a tick that says so.
    """

    proved: float
    look: Mapping[str, Any]

    def height(self, gap: float) -> float | None:
        """Where a gap is drawn; an infinite one is not."""
        return finite(gap if gap > MIN_GAP else self.proved)


def gap_axis(gaps: Iterable[float]) -> GapAxis:
    """The axis on which these gaps can be drawn."""
    found = [gap for gap in gaps if math.isfinite(gap)]
    open_gaps = [gap for gap in found if gap > MIN_GAP]
    lowest = math.floor(math.log10(min(open_gaps, default=10.0))) - 1
    if len(open_gaps) == len(found):
        return GapAxis(10.0**lowest, {"title": "gap (log axis)", **LOG_AXIS})
    decades = range(lowest + 1, math.ceil(math.log10(max(open_gaps, default=1.0))) + 1)
    ticks = _ticks({10.0**lowest: "proved"} | {10.0**n: _power_told(n) for n in decades})
    return GapAxis(10.0**lowest, {"title": "gap (log axis)", **ticks})


def axis_from_zero(low: float, high: float) -> dict[str, Any]:
    """A log axis at whose lower edge zeros stand, at a tick that says so; where it has few powers
    of ten, 2 and 5 are told between them.
    """
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    told = {10.0**n: _power_told(n) for n in decades}
    if len(decades) <= MAX_DECADES_WITH_STEPS:
        told |= {m * 10.0**n: SMALL.format(m) for n in decades for m in (2, 5)}
    above = {x: words for x, words in sorted(told.items()) if 1.2 * low < x <= high}
    return _ticks({low: "0"} | above)


def _ticks(told: Mapping[float, str]) -> dict[str, Any]:
    """A log axis with these ticks."""
    ticks = {"tickvals": list(told), "ticktext": list(told.values())}
    return {"type": "log", "tickmode": "array", **ticks}


def _power_told(n: int) -> str:
    return {0: "1", 1: "10"}.get(n, f"10<sup>{n}</sup>".replace("-", "−"))


def frame(x: Mapping[str, Any], y: Mapping[str, Any], **layout: Any) -> go.Figure:
    """An empty figure with two quiet axes."""
    axes = {"xaxis": quiet_axis(**x), "yaxis": quiet_axis(**y)}
    return go.Figure(layout=LAYOUT | {"hovermode": "closest", **axes, **layout})


def say_instead(figure: go.Figure, words: str) -> go.Figure:
    """Words in the middle of a figure that has nothing to draw."""
    middle = {"x": 0.5, "y": 0.5, "xref": "paper", "yref": "paper", "showarrow": False}
    figure.add_annotation(text=words, font={"color": palette.EXACT, "size": 16}, **middle)
    return figure
