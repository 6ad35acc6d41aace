"""Small pictures of a graph, as SVG: who has recovered what, MPLP's clusters, and where two
runs differ.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from rcr.views import palette
from rcr.views.network.picture import Picture

MAX_EDGES = 1500  # of one picture; more are a carpet at this size
MARGIN_PIXELS = 30.0
LONGER_SIDE_PIXELS = 300.0
# how a group of edges looks: colour, width, dashes; width and dashes carry the meaning as well as
# the colour
RELAXED = (palette.BEFORE, 3.0, "7 9")
RECOVERED = (palette.RECOVERED, 9.0, "")
NEW = (palette.UPPER, 16.0, "")
ONLY_HERE = (palette.RECOVERED, 13.0, "")
ONLY_THERE = (palette.UPPER, 9.0, "0 17")  # dots, since a dashed line is a relaxed edge
BOTH = (palette.BEFORE, 8.0, "")
Look = tuple[str, float, str]
DOTS = ' stroke-linecap="round"'  # of dashes without a length


def recovered_picture(
    drawn: Picture, recovered: Collection[str], new: Collection[str], label: str
) -> str:
    """The graph with the recovered constraints in bold, and those of the last recovery in another
    colour and thicker.
    """
    looks = {
        e["id"]: NEW if e["id"] in new else RECOVERED if e["id"] in recovered else RELAXED
        for e in drawn.edges
    }
    return _svg(drawn, looks, label)


def cluster_picture(drawn: Picture, clusters: Sequence[Iterable[str]], new: int, label: str) -> str:
    """The graph with a shaded polygon for each cluster of variables; the last ``new`` ones have a
    bold border.
    """
    where = {
        node["name"]: (node["x"], node["y"]) for node in drawn.nodes if node["role"] == "variable"
    }
    shapes = []
    for i, cluster in enumerate(clusters):
        corners = [where[name] for name in cluster if name in where]
        if len(corners) >= 3:
            colour = palette.UPPER if i >= len(clusters) - new else palette.RECOVERED
            width = 9 if i >= len(clusters) - new else 3
            points = " ".join(f"{x:g},{y:g}" for x, y in corners)
            shapes.append(
                f'<polygon points="{points}" fill="{colour}" fill-opacity="0.22" '
                f'stroke="{colour}" stroke-width="{width}"/>'
            )
    return _svg(drawn, {edge["id"]: RELAXED for edge in drawn.edges}, label, "".join(shapes))


def side_picture(drawn: Picture, own: Collection[str], other: Collection[str], label: str) -> str:
    """One of two runs side by side: what only it has recovered (solid and thick), what only the
    other has (dotted), what both have (thin).
    """
    looks = {}
    for edge in drawn.edges:
        here, there = edge["id"] in own, edge["id"] in other
        looks[edge["id"]] = (
            BOTH if here and there else ONLY_HERE if here else ONLY_THERE if there else RELAXED
        )
    return _svg(drawn, looks, label)


def _svg(drawn: Picture, looks: Mapping[str, Look], label: str, over: str = "") -> str:
    place: dict[str, tuple[float, float]] = {
        node["id"]: (node["x"], node["y"]) for node in drawn.nodes
    }
    xs, ys = [x for x, _ in place.values()] or [0.0], [y for _, y in place.values()] or [0.0]
    width, height = max(xs) - min(xs) + 2 * MARGIN_PIXELS, max(ys) - min(ys) + 2 * MARGIN_PIXELS
    wide = LONGER_SIDE_PIXELS * min(1.0, width / height)
    size = f'width="{wide:g}" height="{wide * height / width:g}"'
    left, top = min(xs) - MARGIN_PIXELS, min(ys) - MARGIN_PIXELS
    frame = f'viewBox="{left:g} {top:g} {width:g} {height:g}" {size}'
    lines: dict[Look, list[str]] = {RELAXED: []}  # what is relaxed lies below the rest
    for edge in drawn.edges:
        lines.setdefault(looks[edge["id"]], []).append(_line(place, edge))
    scale = max(1.0, math.sqrt(width * height) / 1100)
    parts = [
        f'<path d="{"".join(d)}" fill="none" stroke="{colour}" stroke-width="{scale * w:g}" '
        f'stroke-dasharray="{dash}"{DOTS if dash.startswith("0") else ""}/>'
        for (colour, w, dash), d in lines.items()
        if d
    ]
    dots = "".join(
        f'<circle cx="{n["x"]:g}" cy="{n["y"]:g}" r="{13 * scale:g}"/>'
        if n["role"] == "variable"
        else f'<rect x="{n["x"] - 5 * scale:g}" y="{n["y"] - 5 * scale:g}" '
        f'width="{10 * scale:g}" height="{10 * scale:g}"/>'
        for n in drawn.nodes
    )
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame} role="img" aria-label="{escape(label)}">'
    )
    return f'{start}{over}{"".join(parts)}<g fill="{palette.EXACT}">{dots}</g></svg>'


def _line(place: Mapping[str, tuple[float, float]], edge: Mapping[str, Any]) -> str:
    (x0, y0), (x1, y1) = place[edge["from"]], place[edge["to"]]
    if "bend" in edge:
        return f"M{x0:g} {y0:g}Q{edge['bend'][0]:g} {edge['bend'][1]:g} {x1:g} {y1:g}"
    return f"M{x0:g} {y0:g}L{x1:g} {y1:g}"
