"""The order in which a search fixes variables: a pseudo tree, below which parts are independent.

Variables are numbered by the order in which they would be eliminated, each component after the
other; a search fixes them from the last to the first. When v would be eliminated it has neighbours
that come later, its *context*: once these are fixed, what is at and below v does not depend on
anything else. Its parent is the first of them. So two children of a variable are independent of
each other once it and what is above it are fixed (Dechter and Mateescu 2007).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.engines.junction_tree.elimination import MAX_STEPS, best_order
from rcr.engines.junction_tree.greedy import Graph
from rcr.search.subproblem import Subproblem


@dataclass(frozen=True, eq=False)
class PseudoTree:
    """Position p stands for variable ``variable[p]``; the last one is a root of one state only."""

    variable: list[int]
    card: np.ndarray
    context: list[np.ndarray]  # positions, rising
    parent: list[int]
    entries: float  # of exact elimination along this order

    @property
    def root(self) -> int:
        return len(self.variable)


def pseudo_tree(sub: Subproblem) -> PseudoTree:
    """A pseudo tree from the best order of elimination that a moment finds."""
    neighbours: dict[int, set[int]] = {v: set() for v in sub.states}
    for scope in sub.tables:
        for v in scope:
            neighbours[v].update(scope)
    variable: list[int] = []
    context: list[np.ndarray] = []
    for members in _components(neighbours):
        local = {v: i for i, v in enumerate(members)}
        lists = [[local[u] for u in sorted(neighbours[v] - {v})] for v in members]
        ptr = np.concatenate([[0], np.cumsum([len(one) for one in lists])]).astype(np.int64)
        flat = np.array([u for one in lists for u in one], dtype=np.int64)
        log_card = np.log2(np.array([len(sub.states[v]) for v in members], dtype=np.float64))
        found = best_order(Graph(ptr, flat, log_card), np.inf, MAX_STEPS)
        base = len(variable)
        for i in np.argsort(found.position):
            variable.append(members[i])
            later = found.pool[found.start[i] : found.start[i] + found.length[i]]
            context.append(np.sort(base + found.position[later]))
    root = len(variable)
    card = np.array([*(len(sub.states[v]) for v in variable), 1], dtype=np.int64)
    parent = [int(c[0]) if len(c) else root for c in context] + [-1]
    sizes = (float(np.prod(card[c].astype(float))) * card[p] for p, c in enumerate(context))
    return PseudoTree(variable, card, [*context, np.zeros(0, np.int64)], parent, sum(sizes))


def _components(neighbours: dict[int, set[int]]) -> list[list[int]]:
    """The variables, component by component, each in rising order."""
    found, seen = [], set[int]()
    for v in neighbours:
        if v in seen:
            continue
        part, waiting = {v}, [v]
        while waiting:
            new = neighbours[waiting.pop()] - part
            part |= new
            waiting.extend(new)
        seen |= part
        found.append(sorted(part))
    return found
