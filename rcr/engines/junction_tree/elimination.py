"""The order in which variables are eliminated: the best of several tries, redone only in the
components where the recovered set changed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
from rcr.compiled.union_find import find
from rcr.engines.junction_tree.greedy import (
    FILL,
    FRONTIER,
    LOOSE_FILL,
    WEIGHT,
    Graph,
    Order,
    greedy_order,
)
from rcr.relaxation import Ground

STEPS_PER_ENTRY = 4.0  # that looking for an order takes, for each entry of its tables
MAX_STEPS = 2e7  # in one component: a tenth of a second
MAX_TRIES = 100
FIRST_CRITERION, CRITERIA_IN_TURN = FILL, (WEIGHT, FRONTIER, LOOSE_FILL)
FIRST_SEED = 0


class Elimination(NamedTuple):
    """An elimination order of the original variables, each component on its own.

    A relaxed clone lives in one factor only and is simplicial there, so clones are eliminated
    first, for free; what is left is the graph of the originals, joined where a factor has both
    recovered.
    """

    position: np.ndarray  # rank of each variable within its component
    later_ptr: (
        np.ndarray
    )  # neighbours of v when it was eliminated: later[later_ptr[v]:later_ptr[v + 1]]
    later: np.ndarray


@inner
def _components(g: Ground, recovered: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Union-find over variables and factors, joined by what is recovered now or was before."""
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    parent = np.arange(n + n_factors)
    for k in range(len(g.con_var)):
        if recovered[k] or before[k]:
            a, b = find(parent, g.con_var[k]), find(parent, n + g.con_factor[k])
            if a != b:
                parent[b] = a
    return parent


@inner
def _touched(g: Ground, recovered: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Variables in a component, old or new, where the recovered set changed."""
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    parent = _components(g, recovered, before)
    changed = np.zeros(n + n_factors, np.bool_)
    for k in range(len(g.con_var)):
        if recovered[k] != before[k]:
            changed[find(parent, g.con_var[k])] = True
    out = np.zeros(n, np.bool_)
    for v in range(n):
        out[v] = changed[find(parent, v)]
    return out


@inner
def _neighbours(
    g: Ground, recovered: np.ndarray, members: np.ndarray, local: np.ndarray, mark: np.ndarray
) -> Graph:
    """The graph of one component, its variables numbered from 0: neighbours stand in one factor,
    both recovered.
    """
    ptr, neighbours = np.zeros(len(members) + 1, np.int64), np.empty(0, np.int64)
    for i in range(len(members)):
        local[members[i]] = i
    for counted in range(2):  # first they are counted, then written down
        at = 0
        for i in range(len(members)):
            v = members[i]
            mark[-1] += 1
            mark[v] = mark[-1]
            for j in range(g.var_ptr[v], g.var_ptr[v + 1]):
                k = g.var_con[j]
                f = g.con_factor[k]
                for other in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
                    w = g.con_var[other]
                    if recovered[k] and recovered[other] and mark[w] != mark[-1]:
                        mark[w] = mark[-1]
                        if counted:
                            neighbours[at] = local[w]
                        at += 1
            ptr[i + 1] = at
        if not counted:
            neighbours = np.empty(at, np.int64)
    return Graph(ptr, neighbours, np.log2(g.card[members].astype(np.float64)))


@inner
def _members(g: Ground, recovered: np.ndarray, dirty: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The variables that are to be ordered, component by component, and where each begins."""
    n = len(g.card)
    parent, ptr, number = _components(g, recovered, recovered), np.zeros(n + 1, np.int64), 0
    piece = np.full(len(parent), -1, np.int64)
    for v in range(n):
        root = find(parent, v)
        if dirty[v] and piece[root] < 0:
            piece[root] = number
            number += 1
        if dirty[v]:
            ptr[piece[root] + 1] += 1
    for c in range(number):
        ptr[c + 1] += ptr[c]
    members, filled = np.empty(ptr[number], np.int64), ptr.copy()
    for v in range(n):
        if dirty[v]:
            c = piece[find(parent, v)]
            members[filled[c]] = v
            filled[c] += 1
    return members, ptr[: number + 1]


@compiled
def best_order(graph: Graph, limit: float, steps: float) -> Order:
    """The cheapest of several greedy orders; an order without fill is the best there is.

    None is completed where all of them cost ``limit`` or more. How many are tried depends on steps
    that are counted, never on a clock, so that the same graph always gets the same order: no other
    is begun after ``steps``.
    """
    best = greedy_order(graph, FIRST_CRITERION, FIRST_SEED, limit)
    work, attempt, limit = best.work, FIRST_SEED + 1, min(limit, best.cost)
    while (
        (best.fill > 0 or best.cost == np.inf)
        and attempt < MAX_TRIES
        and work < min(STEPS_PER_ENTRY * limit, steps)
    ):
        found = greedy_order(graph, CRITERIA_IN_TURN[attempt % 3], attempt, limit)
        work += found.work
        if found.cost < limit:
            best, limit = found, found.cost
        attempt += 1
    return best


@compiled
def eliminate(
    g: Ground,
    recovered: np.ndarray,
    before: np.ndarray,
    old: Elimination,
    limit: float,
    steps: float,
) -> Elimination:
    """An order for the variables whose component changed between ``before`` and ``recovered``; the
    rest keep theirs.

    The order within a component depends on nothing outside it, so the result does not depend on
    the path of recoveries. A component whose tables would have ``limit`` entries or more may be
    left with a negative position somewhere. Of each component the best of several orders is taken;
    none is begun after ``steps``, and with none the first one is the only one.
    """
    n = len(g.card)
    dirty = _touched(g, recovered, before)
    members, ptr = _members(g, recovered, dirty)
    position, local, mark = old.position.copy(), np.zeros(n, np.int64), np.zeros(n + 1, np.int64)
    found, start, length, top = (
        np.empty(4 * n + 64, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        0,
    )
    for c in range(len(ptr) - 1):
        own = members[ptr[c] : ptr[c + 1]]
        order = best_order(_neighbours(g, recovered, own, local, mark), limit, steps)
        for i in range(len(own)):
            v = own[i]
            position[v], start[v], length[v] = order.position[i], top, order.length[i]
            if top + length[v] > len(found):
                more = np.empty(2 * (top + length[v]), np.int64)
                for j in range(top):
                    more[j] = found[j]
                found = more
            for j in range(length[v]):  # in the order of the variables, by insertion
                w, at = own[order.pool[order.start[i] + j]], top + j
                while at > top and found[at - 1] > w:
                    found[at] = found[at - 1]
                    at -= 1
                found[at] = w
            top += length[v]
    later_ptr = np.zeros(n + 1, np.int64)
    for v in range(n):
        kept = old.later_ptr[v + 1] - old.later_ptr[v]
        later_ptr[v + 1] = later_ptr[v] + (length[v] if dirty[v] else kept)
    later = np.empty(later_ptr[n], np.int64)
    for v in range(n):
        for i in range(later_ptr[v + 1] - later_ptr[v]):
            later[later_ptr[v] + i] = (
                found[start[v] + i] if dirty[v] else old.later[old.later_ptr[v] + i]
            )
    return Elimination(position, later_ptr, later)


def no_elimination(g: Ground) -> Elimination:
    """The elimination of the fully decomposed model: every variable on its own."""
    n = len(g.card)
    return Elimination(np.zeros(n, np.int64), np.zeros(n + 1, np.int64), np.zeros(0, np.int64))
