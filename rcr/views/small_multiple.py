"""Small pictures of a graph, as SVG: who has recovered what, MPLP's clusters, and where two
contestants differ.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from rcr.views import palette
from rcr.views.network import Picture

MOST_EDGES = 1500  # of one picture; more are a carpet at this size
MARGIN = 30.0
WIDE = 300.0  # pixels of the longer side
# how a group of edges looks: colour, width, dashes; width and dashes carry the meaning as well as
# the colour
RELAXED = (palette.BEFORE, 3.0, "7 9")
RECOVERED = (palette.RECOVERED, 9.0, "")
NEW = (palette.UPPER, 16.0, "")
ONLY_A = (palette.RECOVERED, 13.0, "")
ONLY_B = (palette.UPPER, 13.0, "9 6")
BOTH = (palette.BEFORE, 8.0, "")
Look = tuple[str, float, str]


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


def difference_picture(drawn: Picture, a: Collection[str], b: Collection[str], label: str) -> str:
    """What A recovered and B did not (solid), what B recovered and A did not (dashed), what both
    did (thin).
    """
    looks = {}
    for edge in drawn.edges:
        in_a, in_b = edge["id"] in a, edge["id"] in b
        looks[edge["id"]] = (
            BOTH if in_a and in_b else ONLY_A if in_a else ONLY_B if in_b else RELAXED
        )
    return _svg(drawn, looks, label)


def _svg(drawn: Picture, looks: Mapping[str, Look], label: str, over: str = "") -> str:
    place: dict[str, tuple[float, float]] = {
        node["id"]: (node["x"], node["y"]) for node in drawn.nodes
    }
    xs, ys = [x for x, _ in place.values()] or [0.0], [y for _, y in place.values()] or [0.0]
    width, height = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
    wide = WIDE * min(1.0, width / height)
    size = f'width="{wide:g}" height="{wide * height / width:g}"'
    frame = f'viewBox="{min(xs) - MARGIN:g} {min(ys) - MARGIN:g} {width:g} {height:g}" {size}'
    lines: dict[Look, list[str]] = {RELAXED: []}  # what is relaxed lies below the rest
    for edge in drawn.edges:
        lines.setdefault(looks[edge["id"]], []).append(_line(place, edge))
    scale = max(1.0, math.sqrt(width * height) / 1100)
    parts = [
        f'<path d="{"".join(d)}" fill="none" stroke="{colour}" stroke-width="{scale * w:g}" '
        f'stroke-dasharray="{dash}"/>'
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
