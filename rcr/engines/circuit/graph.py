"""A small circuit as nodes and edges to be drawn, laid out in layers: which θ feeds what."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rcr.engines.circuit import Circuit
from rcr.engines.circuit.nodes import (
    CLONE_COMPONENT,
    COMPONENT,
    CONSTANT,
    INDICATOR,
    PARAMETER,
    PRODUCT,
    THETA,
    UNARY,
)
from rcr.model import ModelError

MAX_NODES = 300  # more cannot be told apart on a screen
ORDERING_SWEEPS = 8  # of ordering each layer by the middle of its neighbours
SOURCES = {
    CONSTANT: "constant",
    INDICATOR: "indicator",
    THETA: "theta",
    PARAMETER: "parameter",
    UNARY: "parameter",
}


@dataclass(frozen=True)
class CircuitNode:
    """One node to be drawn. ``kind`` is ``leaf``, ``*``, ``+`` or ``max``; leaves also have a
    source and, for θ, a constraint.

    ``layer`` counts from the bottom, every edge leads to a lower one; ``place`` from 0 on,
    nodes of a layer are at least 1 apart.
    """

    id: int
    kind: str
    label: str
    source: str
    constraint: int | None
    layer: int
    place: float


class CircuitEdge(NamedTuple):
    """A line from parent to child; ``bends`` are the places where it passes the layers between
    them, from the parent on.
    """

    parent: int
    child: int
    bends: tuple[float, ...]


def circuit_graph(
    circuit: Circuit, most: int = MAX_NODES, part: Collection[int] | None = None
) -> tuple[list[CircuitNode], list[CircuitEdge]]:
    """The nodes, whose ids are those of ``Circuit.nodes`` (a root that joins components comes
    last), and the edges.

    ``part`` chooses some of the nodes by id, for a circuit that is too large as a whole.
    """
    ids = range(circuit.size.nodes) if part is None else sorted(part)
    if len(ids) > most:
        raise ModelError(
            f"this circuit has {len(ids):,} nodes; up to {most} can be drawn: choose a "
            "smaller model"
        )
    t, place_of = circuit.nodes, {i: n for n, i in enumerate(ids)}
    below = [_children(circuit, i) for i in ids]
    children = [[place_of[c] for c in some if c in place_of] for some in below]
    layer = _layers(children)
    ends = [
        (n, c) for n, some in enumerate(children) for c in some
    ]  # twice where components share their top: its value counts twice
    ways: list[range] = []
    for n, c in ends:  # a long edge has a place of its own in every layer that it passes
        ways.append(range(len(layer), len(layer) + layer[n] - layer[c] - 1))
        layer += range(layer[n] - 1, layer[c], -1)
    place = _places(
        [link for (n, c), way in zip(ends, ways, strict=True) for link in pairwise([n, *way, c])],
        layer,
    )
    nodes = []
    for n, i in enumerate(ids):
        if i < len(t.source):
            source, constraint, label = _leaf(circuit, i)
            kind = "leaf"
        elif not below[n]:  # the root of a model without variables
            kind, label, source, constraint = "leaf", "1", "constant", None
        else:
            product = i == len(t.kind) or t.kind[i] == PRODUCT
            kind = "*" if product else "+" if circuit.sums else "max"
            label, source, constraint = kind, "", None
        nodes.append(CircuitNode(i, kind, label, source, constraint, layer[n], place[n]))
    return nodes, [
        CircuitEdge(ids[n], ids[c], tuple(place[i] for i in way))
        for (n, c), way in zip(ends, ways, strict=True)
    ]


def _children(circuit: Circuit, i: int) -> list[int]:
    """The children of a node; those of a root that joins components are their tops."""
    t = circuit.nodes
    found: list[int] = (
        t.top if i == len(t.kind) else t.child[t.child_ptr[i] : t.child_ptr[i + 1]]
    ).tolist()
    return found


def root(circuit: Circuit) -> int:
    """The node with the value of the whole."""
    return int(circuit.nodes.top[0]) if len(circuit.nodes.top) == 1 else len(circuit.nodes.kind)


def around(circuit: Circuit, k: int) -> set[int]:
    """The components of X and X_i of constraint k, with the root that joins them if they are
    two.
    """
    t = circuit.nodes
    tops = {int(t.top[c]) for c in t.con[k, [COMPONENT, CLONE_COMPONENT]]}
    found, left = set(), [*tops, *([root(circuit)] if len(tops) > 1 else [])]
    while left:
        i = left.pop()
        if i not in found:
            found.add(i)
            left += [c for c in _children(circuit, i) if i < len(t.kind) or c in tops]
    return found


def cone(circuit: Circuit, k: int, most: int = MAX_NODES) -> set[int]:
    """What θ of constraint k feeds, with the children of that, upwards from θ as far as there is
    room; the leaves of θ at least.
    """
    t = circuit.nodes
    level, found = _leaves(circuit, k), set[int]()
    reached = set(level)
    while level:
        wider = found | level | {c for i in level for c in _children(circuit, i)}
        if found and len(wider) > most:
            break
        found = wider
        level = {
            int(p) for i in level for p in t.parent[t.parent_ptr[i] : t.parent_ptr[i + 1]]
        } - reached
        reached |= level
    return found


def _leaves(circuit: Circuit, k: int) -> set[int]:
    """The leaves of θ of constraint k, of X and of X_i; zeros may have pruned some."""
    ptr, theta = circuit.relaxation.cloned.ground.theta_ptr, circuit.nodes.theta
    both = theta.reshape(2, -1)[:, ptr[k] : ptr[k + 1]]
    return {int(i) for i in both.ravel() if i >= 0}


def fed_by(circuit: Circuit, k: int) -> set[int]:
    """The nodes whose value depends on θ of constraint k: its leaves, and everything above them
    but the root.
    """
    t, found, left = circuit.nodes, set[int](), list(_leaves(circuit, k))
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
        clone = (
            f"θ({variable.name}_{c.factor}=" if index >= half else f"θ_{c.factor}({variable.name}="
        )
        name = f"{clone}{variable.states[x]})"
    return SOURCES[kind], constraint, name


def _number(log_value: float) -> str:
    """0.7; far out, where a plain number says little, e^-12.3."""
    return f"{np.exp(log_value):.3g}" if abs(log_value) < 10 else f"e^{log_value:.3g}"


def _layers(children: list[list[int]]) -> list[int]:
    """A node lies one below its lowest parent, so that edges are short; children come before
    parents.
    """
    depth = [0] * len(children)
    for i in range(len(children) - 1, -1, -1):
        for c in children[i]:
            depth[c] = max(depth[c], depth[i] + 1)
    return [max(depth, default=0) - d for d in depth]


def _places(links: list[tuple[int, int]], layer: list[int]) -> list[float]:
    """Places within the layers: an order with few crossings, then each node as near to its
    neighbours as the others in its layer allow.
    """
    near: list[list[int]] = [[] for _ in layer]
    for upper, lower in links:
        near[upper].append(lower)
        near[lower].append(upper)
    rows: list[list[int]] = [[] for _ in range(max(layer, default=0) + 1)]
    for i, at in enumerate(layer):
        rows[at].append(i)
    place = [0.0] * len(layer)

    def wanted(i: int, above: bool, below: bool) -> float:
        seen = [
            place[c]
            for c in near[i]
            if (above and layer[c] > layer[i]) or (below and layer[c] < layer[i])
        ]
        return sum(seen) / len(seen) if seen else place[i]

    for row in rows:
        for position, i in enumerate(row):
            place[i] = (position + 0.5) / len(row)
    # each layer in the order of what is below, then of what is above
    for sweep in range(ORDERING_SWEEPS):
        up = sweep % 2 == 0
        for row in rows if up else reversed(rows):
            heights = {i: wanted(i, not up, up) for i in row}
            row.sort(key=heights.__getitem__)
            for position, i in enumerate(row):
                place[i] = (position + 0.5) / len(row)
    for row in rows:
        for position, i in enumerate(row):
            place[i] = position - len(row) / 2
    for sweep in range(4 * ORDERING_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            for i, height in zip(row, _spaced([wanted(i, True, True) for i in row]), strict=True):
                place[i] = height
    first = min(place, default=0.0)
    return [height - first for height in place]


def _spaced(wanted: list[float]) -> list[float]:
    """The nearest heights (least squares) in the same order that are at least 1 apart: neighbours
    too close are pooled.
    """
    pools: list[list[float]] = []
    for n, height in enumerate(wanted):
        pools.append([height - n])
        while len(pools) > 1 and sum(pools[-2]) / len(pools[-2]) > sum(pools[-1]) / len(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    flat = [sum(pool) / len(pool) for pool in pools for _ in pool]
    return [height + n for n, height in enumerate(flat)]
