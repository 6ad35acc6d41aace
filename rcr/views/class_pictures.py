"""Pictures of a class: a tile's small graph, everybody's curves on one chart, and votes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from textwrap import wrap
from types import MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary

from rcr.views import palette, svg
from rcr.views.network.picture import Picture

MAX_TILE_EDGES = 500  # more are a carpet on a tile
TILE_UNITS = 100  # a tile's graph lies on a grid so fine
WIDTH, HEIGHT = 620.0, 260.0
LEFT, RIGHT, TOP, FOOT = 60.0, 12.0, 12.0, 30.0
LINE_PIXELS = 18.0  # height of a line of the words above a bar
BAR_PIXELS = 30.0  # height of a bar with the space below it
BARS_PIXELS = 340.0  # as a phone is, so that the words can be read there
LINE_LETTERS = int(BARS_PIXELS / svg.LETTER_PIXELS)
COUNT_PIXELS = 40.0  # beside the longest bar
COUNT_RADIUS_PIXELS = 15.0

NO_NAMES: Mapping[str, str] = MappingProxyType({})
_shapes: WeakKeyDictionary[Picture, list[int]] = WeakKeyDictionary()


def tile_shape(drawn: Picture) -> list[int]:
    """The edges as lines on a small grid: x0, y0, x1, y1 of each in turn; none if there are too
    many. It is kept with the picture, as it goes on the board with every move.
    """
    if drawn not in _shapes:
        _shapes[drawn] = _shape(drawn)
    return _shapes[drawn]


def _shape(drawn: Picture) -> list[int]:
    if len(drawn.edges) > MAX_TILE_EDGES or not drawn.nodes:
        return []
    xs, ys = [n["x"] for n in drawn.nodes], [n["y"] for n in drawn.nodes]
    left, top = min(xs), min(ys)
    scale = TILE_UNITS / max(max(xs) - left, max(ys) - top, 1.0)
    place = {
        n["id"]: (round((n["x"] - left) * scale), round((n["y"] - top) * scale))
        for n in drawn.nodes
    }
    return [c for edge in drawn.edges for end in ("from", "to") for c in place[edge[end]]]


def tile_marks(drawn: Picture, recovered: Collection[str]) -> str:
    """One sign an edge, in the order of the shape: 1 where it is recovered."""
    return "".join("1" if edge["id"] in recovered else "0" for edge in drawn.edges)


def recovered_counts(
    drawn: Picture, marks: Iterable[str], start: Collection[str]
) -> dict[str, int]:
    """How many have recovered each edge that was not recovered at the start, by their marks."""
    found = Counter(
        edge["id"]
        for mine in marks
        for edge, mark in zip(drawn.edges, mine, strict=True)
        if mark == "1" and edge["id"] not in start
    )
    return dict(found)


def draw_class_curves(curves: Iterable[Sequence[float]], chosen: Sequence[float] = ()) -> str:
    """The upper bounds of all, step by step, laid over one another; a chosen one stands out."""
    found = [curve for curve in curves if len(curve) > 1]
    heights = [h for curve in (*found, chosen) for h in curve if math.isfinite(h)] or [0.0, 1.0]
    low, high = min(heights), max(heights)
    high = high if high - low > 1e-12 else low + 1.0
    steps = max([len(curve) - 1 for curve in (*found, chosen)] or [1], default=1) or 1

    def way(curve: Sequence[float]) -> list[float]:
        points: list[float] = []
        for n, h in enumerate(curve):
            points.append(LEFT + n / steps * (WIDTH - LEFT - RIGHT))
            points.append(TOP + (high - h) / (high - low) * (HEIGHT - TOP - FOOT))
        return points

    parts = [
        svg.text(LEFT - 6, TOP + 4, f"{high:.4g}", text_anchor="end", font_size=12),
        svg.text(LEFT - 6, HEIGHT - FOOT, f"{low:.4g}", text_anchor="end", font_size=12),
        svg.text((LEFT + WIDTH) / 2, HEIGHT - 8, f"upper bound over {steps} steps", font_size=13),
        svg.line(LEFT, TOP, LEFT, HEIGHT - FOOT, WIDTH - RIGHT, HEIGHT - FOOT, stroke=palette.GRID),
    ]
    look: dict[str, str | float] = {"stroke": palette.UPPER, "stroke_width": 2}
    parts += [svg.line(*way(curve), **look, stroke_opacity=0.45) for curve in found]
    if len(chosen) > 1:
        parts.append(svg.line(*way(chosen), stroke=palette.RECOVERED, stroke_width=4))
    return svg.fitted(WIDTH, HEIGHT, f"The upper bounds of {len(found)} students", parts)


def draw_bars(
    counts: Mapping[str, int],
    right: Collection[str] = (),
    names: Mapping[str, str] = NO_NAMES,
) -> str:
    """How many chose what; what is right has a tick and another colour."""
    most = max(counts.values(), default=0) or 1
    parts, y = [], 0.0
    for choice, count in counts.items():
        good = choice in right
        for words in wrap(f"{'✔ ' if good else ''}{names.get(choice, choice)}", LINE_LETTERS):
            parts.append(svg.text(0, y + LINE_PIXELS / 2, words, text_anchor="start"))
            y += LINE_PIXELS
        colour = palette.LOWER if good else palette.RECOVERED
        length = max(2.0, count / most * (BARS_PIXELS - COUNT_PIXELS))
        parts.append(svg.box(0, y + 2, length, 18, fill=colour))
        parts.append(svg.text(length + 8, y + 11, str(count), text_anchor="start"))
        y += BAR_PIXELS
    told = ", ".join(f"{choice}: {count}" for choice, count in counts.items())
    return svg.picture(BARS_PIXELS, max(BAR_PIXELS, y), f"Votes: {told or 'none'}", parts)


def draw_counts(
    drawn: Picture, counts: Mapping[str, int], recovered: Collection[str], right: Collection[str]
) -> str:
    """The graph with a number on every edge that somebody chose, the wider the more; what is right
    has a ring.
    """
    place: dict[str, tuple[float, float]] = {n["id"]: (n["x"], n["y"]) for n in drawn.nodes}
    xs, ys = [x for x, _ in place.values()] or [0.0], [y for _, y in place.values()] or [0.0]
    left, top = min(xs) - 40, min(ys) - 40
    most = max(counts.values(), default=0) or 1
    lines, marks = [], []
    for edge in drawn.edges:
        ends = [c for end in ("from", "to") for c in place[edge[end]]]
        x0, y0, x1, y1 = (c - (left if i % 2 == 0 else top) for i, c in enumerate(ends))
        count, good = counts.get(edge["id"], 0), edge["id"] in right
        lines.append(svg.line(x0, y0, x1, y1, **_edge_look(count / most, edge["id"] in recovered)))
        if count or good:
            x, y = (x0 + x1) / 2, (y0 + y1) / 2
            ring: dict[str, Any] = {"stroke": palette.LOWER, "stroke_width": 8} if good else {}
            marks.append(svg.disc(x, y, COUNT_RADIUS_PIXELS, fill=palette.UPPER, **ring))
            marks.append(svg.text(x, y, str(count), fill="#fff", font_weight="700", font_size=17))
    dots = [
        svg.disc(x - left, y - top, 7.0 if n["role"] == "variable" else 4.0, fill=palette.BEFORE)
        for n in drawn.nodes
        for x, y in [place[n["id"]]]
    ]
    told = ", ".join(f"{edge}: {count}" for edge, count in counts.items())
    return svg.fitted(
        max(xs) - left + 40,
        max(ys) - top + 40,
        f"Edges chosen: {told or 'none'}",
        lines + dots + marks,
    )


def _edge_look(share: float, recovered: bool) -> dict[str, str | float]:
    if share > 0:
        return {"stroke": palette.UPPER, "stroke_width": 4 + 12 * share}
    if recovered:
        return {"stroke": palette.RECOVERED, "stroke_width": 6}
    return {"stroke": palette.BEFORE, "stroke_width": 3, "stroke_dasharray": "7 9"}
