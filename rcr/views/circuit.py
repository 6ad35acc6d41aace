"""A circuit, or the part of it around one θ, as a picture: which θ feeds what, with the value of
every node.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from rcr.engines.circuit import Circuit
from rcr.engines.circuit.graph import CircuitNode, around, circuit_graph, cone, fed_by, root
from rcr.explain.last_update import last_constraint
from rcr.run import Run
from rcr.text.numbers import fixed
from rcr.views import palette, svg

WHOLE, COMPONENTS, CONE = "the whole circuit", "the components of X and its clone", "what θ feeds"
MAX_NODES, ROOM_NODES = 130, 50  # that can be drawn at all, and that are drawn unasked
ROW, COLUMN, RADIUS = 34.0, 128.0, 13.0
LABEL_PIXELS = 150.0  # room to the right for what is written beside the leaves
SIGNS = {"*": "×", "+": "+", "max": "max"}
Look = dict[str, str | float]
SOFT_LINE: Look = {"stroke": "currentColor", "stroke_opacity": 0.35}
DOTTED: Look = {"stroke_dasharray": "0 5", "stroke_linecap": "round", "stroke_width": 2}
STRONG_LINE: Look = {"stroke": palette.MARK, "stroke_width": 3}
PAGE_COLOUR = "var(--st-background-color, #fff)"
WORDS_STYLE: Look = {
    "text_anchor": "start",
    "paint_order": "stroke",
    "stroke": PAGE_COLOUR,
    "stroke_width": 4,
    "stroke_linejoin": "round",
}


def last_touched(run: Run) -> int | None:
    """The relaxed constraint whose θ moved last on the way here, or else the first one; None if
    none is relaxed.
    """
    relaxed = run.state.relaxation.relaxed
    for state in reversed(run.state.path()):
        k = last_constraint(run, state)
        if k is not None and k in relaxed:
            return k
    return int(relaxed[0]) if len(relaxed) else None


def parts(circuit: Circuit, k: int | None) -> dict[str, set[int]]:
    """What there is room to draw, the largest first; ``ROOM_NODES`` or less are a good choice."""
    found = {WHOLE: set(range(circuit.size.nodes))}
    if k is not None:
        found |= {COMPONENTS: around(circuit, k), CONE: cone(circuit, k, ROOM_NODES)}
    # Zeros may have pruned all of a θ.
    return {name: part for name, part in found.items() if 0 < len(part) <= MAX_NODES}


def usual_part(found: dict[str, set[int]]) -> str:
    """The first that is easy to read, or else the smallest."""
    return next((name for name, part in found.items() if len(part) <= ROOM_NODES), list(found)[-1])


def fed(circuit: Circuit, k: int | None) -> set[int]:
    """The nodes that θ of constraint k feeds, the root included."""
    return set() if k is None else fed_by(circuit, k) | {root(circuit)}


def node_values(circuit: Circuit, theta: np.ndarray) -> np.ndarray:
    """The log value of every node; that of a root that joins components comes last."""
    values = circuit.work(theta).value
    return np.append(values, values[circuit.nodes.top].sum())


def draw_circuit(circuit: Circuit, theta: np.ndarray, k: int | None, part: Collection[int]) -> str:
    """The root on the left, leaves on the right, layer by layer; what θ of constraint k feeds is
    bold.
    """
    nodes, edges = circuit_graph(circuit, MAX_NODES, part)
    values, marked, depth = (
        node_values(circuit, theta),
        fed(circuit, k),
        max((node.layer for node in nodes), default=0),
    )
    height = max(node.place for node in nodes) * ROW + 60
    at = {node.id: (30 + (depth - node.layer) * COLUMN, 30 + node.place * ROW) for node in nodes}
    above, below = {edge.parent for edge in edges}, {edge.child for edge in edges}
    lines = [
        _edge(at[e.parent], at[e.child], e.bends, e.parent in marked and e.child in marked)
        for e in edges
    ]
    lines += [_goes_on(*at[node.id]) for node in nodes if node.id not in below | {root(circuit)}]
    shapes = [
        _node(node, *at[node.id], values[node.id], node.id in marked, node.id not in above, k)
        for node in nodes
    ]
    told = (
        f"Circuit of {len(nodes)} nodes and {len(edges)} edges; "
        f"{len(marked & at.keys())} nodes depend on the chosen θ"
    )
    lines.sort(key=lambda made: palette.MARK in made)  # what is bold lies on top
    return svg.picture(
        30 + depth * COLUMN + LABEL_PIXELS, height, told, [*lines, *shapes], shrink=False
    )


def _edge(
    start: tuple[float, float], end: tuple[float, float], bends: tuple[float, ...], strong: bool
) -> str:
    between = [(start[0] + n * COLUMN, 30 + bend * ROW) for n, bend in enumerate(bends, start=1)]
    return svg.line(
        *start,
        *(value for point in between for value in point),
        *end,
        **(STRONG_LINE if strong else SOFT_LINE),
    )


def _goes_on(x: float, y: float) -> str:
    """The way on to the root, where it is not drawn."""
    return svg.line(x - 30, y, x, y, stroke="currentColor", stroke_opacity=0.6, **DOTTED)


def _node(
    node: CircuitNode, x: float, y: float, value: float, marked: bool, last: bool, k: int | None
) -> str:
    """An inner node as a circle with its sign, a leaf as a square with its name, each with the log
    of its value.
    """
    hint = f"{node.label}: log value {fixed(value, 6)}"
    look: Look = {
        "fill": PAGE_COLOUR,
        **(STRONG_LINE if marked else {**SOFT_LINE, "stroke_opacity": 0.8, "stroke_width": 1.5}),
    }
    if node.kind != "leaf":
        if last:
            look |= DOTTED
            hint += "; what is below is left out"
        circle = svg.box(x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS, hint, rx=RADIUS, **look)
        sign = svg.text(
            x,
            y,
            SIGNS[node.kind],
            font_size=11 if node.kind == "max" else 16,
            pointer_events="none",
        )
        return (
            circle
            + sign
            + svg.text(x + RADIUS + 3, y - 11, fixed(value, 2), font_size=12, **WORDS_STYLE)
        )
    if node.constraint is not None:
        look |= {
            "fill": palette.MARK if node.constraint == k else palette.CLONE,
            "stroke_width": 1.5,
        }
    bold: Look = (
        {"font_weight": 700} if node.constraint is not None and node.constraint == k else {}
    )
    name = node.label if node.source != "theta" else f"{node.label} {fixed(value, 2)}"
    square = svg.box(x - 5, y - 5, 10, 10, hint, **look)
    return square + svg.text(x + 11, y, name, font_size=12.5, **WORDS_STYLE, **bold)
