"""A small circuit as nodes and edges to be drawn, laid out in layers: which θ feeds what."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.engines.circuit import Circuit
from rcr.engines.circuit_nodes import CONSTANT, INDICATOR, PARAMETER, PRODUCT, THETA, UNARY
from rcr.model import ModelError

MOST_NODES = 300  # more cannot be told apart on a screen
SWEEPS = 8  # of ordering each layer by the middle of its neighbours
SOURCES = {CONSTANT: "constant", INDICATOR: "indicator", THETA: "theta", PARAMETER: "parameter", UNARY: "parameter"}


@dataclass(frozen=True)
class CircuitNode:
    """One node to be drawn. ``kind`` is ``leaf``, ``*``, ``+`` or ``max``; leaves also have a source and, for θ, a constraint.

    ``layer`` counts from the bottom, every edge leads to a lower one; ``place`` lies between 0 and 1 within the layer.
    """

    id: int
    kind: str
    label: str
    source: str
    constraint: int | None
    layer: int
    place: float


def circuit_graph(circuit: Circuit, most: int = MOST_NODES) -> tuple[list[CircuitNode], list[tuple[int, int]]]:
    """The nodes (their ids are those of ``Circuit.nodes``, a root that joins components comes last) and edges (parent, child)."""
    if circuit.size.nodes > most:
        raise ModelError(f"this circuit has {circuit.size.nodes:,} nodes; up to {most} can be drawn: choose a smaller model")
    t = circuit.nodes
    children = [t.child[i:j].tolist() for i, j in zip(t.child_ptr[:-1], t.child_ptr[1:], strict=True)]
    if len(t.top) != 1:
        children.append(t.top.tolist())
    layer = _layers(children)
    place = _places(children, layer)
    nodes = []
    for i, below in enumerate(children):
        if i < len(t.source):
            source, constraint, label = _leaf(circuit, i)
            kind = "leaf"
        elif not below:  # the root of a model without variables
            kind, label, source, constraint = "leaf", "1", "constant", None
        else:
            product = i == len(t.kind) or t.kind[i] == PRODUCT
            kind = "*" if product else "+" if circuit.sums else "max"
            label, source, constraint = kind, "", None
        nodes.append(CircuitNode(i, kind, label, source, constraint, layer[i], place[i]))
    return nodes, [(i, c) for i, below in enumerate(children) for c in below]


def fed_by(circuit: Circuit, k: int) -> set[int]:
    """The nodes whose value depends on θ of constraint k: its leaves, and everything above them but the root."""
    t, ptr = circuit.nodes, circuit.relaxation.cloned.ground.theta_ptr
    both = np.concatenate([t.theta[: len(t.theta) // 2][ptr[k] : ptr[k + 1]], t.theta[len(t.theta) // 2 :][ptr[k] : ptr[k + 1]]])
    found, left = set(), [int(i) for i in both if i >= 0]
    while left:
        i = left.pop()
        if i not in found:
            found.add(i)
            left += t.parent[t.parent_ptr[i] : t.parent_ptr[i + 1]].tolist()
    return found


def _leaf(circuit: Circuit, i: int) -> tuple[str, int | None, str]:
    """What leaf i stands for, its constraint if it is a θ, and its label."""
    t, cloned = circuit.nodes, circuit.relaxation.cloned
    ground, variables = cloned.ground, cloned.model.variables
    kind, index = int(t.source[i]), int(t.where[i])
    constraint, name = None, "" if kind != CONSTANT else str(index)
    if kind in (INDICATOR, UNARY):
        v = int(np.searchsorted(ground.unary_ptr, index, side="right")) - 1
        name = f"{variables[v].name}={variables[v].states[index - ground.unary_ptr[v]]}"
        name = name if kind == INDICATOR else f"ψ({name})={_number(t.constant[i])}"
    elif kind == PARAMETER:
        f = int(np.searchsorted(ground.table_ptr, index, side="right")) - 1
        name = f"ψ{cloned.constraints[ground.factor_ptr[f]].factor}={_number(t.constant[i])}"
    elif kind == THETA:
        half = len(t.theta) // 2
        constraint = int(np.searchsorted(ground.theta_ptr, index % half, side="right")) - 1
        c = cloned.constraints[constraint]
        variable, x = variables[c.variable], index % half - ground.theta_ptr[constraint]
        clone = f"θ({variable.name}_{c.factor}=" if index >= half else f"θ_{c.factor}({variable.name}="
        name = f"{clone}{variable.states[x]})"
    return SOURCES[kind], constraint, name


def _number(log_value: float) -> str:
    """0.7; far out, where a plain number says little, e^-12.3."""
    return f"{np.exp(log_value):.3g}" if abs(log_value) < 10 else f"e^{log_value:.3g}"


def _layers(children: list[list[int]]) -> list[int]:
    """An inner node lies one above its highest child, a leaf one below its lowest parent; children come before parents."""
    layer = [0] * len(children)
    for i, below in enumerate(children):
        layer[i] = 1 + max(layer[c] for c in below) if below else 0
    lowest: dict[int, int] = {}
    for i, below in enumerate(children):
        for c in below:
            if not children[c]:
                lowest[c] = min(lowest.get(c, layer[i]), layer[i])
    for leaf, above in lowest.items():
        layer[leaf] = above - 1
    return layer


def _places(children: list[list[int]], layer: list[int]) -> list[float]:
    """Places within the layers with few crossings: each node moves to the middle of its neighbours, up and down in turn."""
    parents: list[list[int]] = [[] for _ in children]
    for i, below in enumerate(children):
        for c in below:
            parents[c].append(i)
    rows: list[list[int]] = [[] for _ in range(max(layer, default=0) + 1)]
    for i, at in enumerate(layer):
        rows[at].append(i)
    place = [0.0] * len(children)

    def spread(row: list[int]) -> None:
        for position, i in enumerate(row):
            place[i] = (position + 0.5) / len(row)

    for row in rows:
        spread(row)
    for sweep in range(SWEEPS):
        near = children if sweep % 2 == 0 else parents
        for row in rows if sweep % 2 == 0 else reversed(rows):
            middle = {i: sum(place[c] for c in near[i]) / len(near[i]) if near[i] else place[i] for i in row}
            row.sort(key=middle.__getitem__)
            spread(row)
    return place
