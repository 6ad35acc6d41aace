"""Frustrated cycles: short loops of factors whose wishes, in the relaxed model, cannot all be met at once.

A wish refused costs |s|, the max-marginal of it met minus that of it refused. On a cycle with an odd number of wishes for
"different" at least one is refused, so recovering the whole cycle lowers the bound by at least the smallest |s| on it.
Sontag, Choe and Li (2012) add such cycles to MPLP as clusters; here they choose what to recover.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from rcr.engines.junction_tree import JunctionTree
from rcr.heap import pop, push, room_for_one
from rcr.relaxation import Ground
from rcr.view import Group
from rcr.wishes import Wishes, wishes

LONGEST = 40  # wishes on a cycle
SHORTER = 1e-3  # added to the cost of each wish, so that among equally dear cycles the shortest is found
MOST_STEPS = 5_000_000  # steps of the search in all, well under a second; what is not found by then is left
LEAST = 1e-9  # a drop below this is rounding


class Search(NamedTuple):
    """Scratch of the search for shortest paths; a node is a split with a parity: 2·split + parity."""

    distance: np.ndarray
    came: np.ndarray  # the wish by which a node was reached
    steps: np.ndarray
    stamp: np.ndarray  # the search in which a node was reached
    seen: np.ndarray  # the walk back in which a variable was met


def frustrated_cycles(engine: JunctionTree, theta: np.ndarray, cost: np.ndarray, share: float) -> list[Group]:
    """Frustrated cycles by guaranteed drop per cost, best first; none scores below ``share`` of the best.

    ``cost[k]`` is what constraint k counts for if it is on the cycle.
    """
    ground, forest = engine.relaxation.cloned.ground, engine.plan.forest
    found, owner = wishes(engine.tree, engine.axes, engine.work(theta), ground, engine.relaxation.recovered, forest.factor_clique)
    ptr, constraints, scores = odd_cycles(found, owner, cost, share)
    enough = np.flatnonzero(scores >= share * scores.max(initial=0.0))
    best = enough[np.argsort(-scores[enough], kind="stable")]
    return [Group(tuple(np.sort(constraints[ptr[i] : ptr[i + 1]]).tolist()), float(scores[i])) for i in best]


def apart(groups: list[Group], ground: Ground) -> list[Group]:
    """The groups that share no factor with a better one: what recovering the one gains says nothing about the other."""
    taken: set[int] = set()
    chosen = []
    for group in groups:
        factors = set(ground.con_factor[list(group.constraints)].tolist())
        if not factors & taken:
            taken |= factors
            chosen.append(group)
    return chosen


@njit(cache=True, nogil=True)
def _neighbours(wish: Wishes, order, n_splits):
    """The wishes at each split, in the order given."""
    ptr = np.zeros(n_splits + 1, np.int64)
    for e in order:
        ptr[wish.a[e] + 1] += 1
        ptr[wish.b[e] + 1] += 1
    ptr = np.cumsum(ptr)
    fill, adjacent = ptr[:-1].copy(), np.empty(ptr[n_splits], np.int64)
    for e in order:
        for p in (wish.a[e], wish.b[e]):
            adjacent[fill[p]] = e
            fill[p] += 1
    return ptr, adjacent


@njit(cache=True, nogil=True)
def _across(wish: Wishes, e, node):
    """The node on the other side of a wish: a wish for "different" changes the parity."""
    other = wish.b[e] if wish.a[e] == node >> 1 else wish.a[e]
    return 2 * other + ((node & 1) ^ (1 if wish.price[e] < 0.0 else 0))


@njit(cache=True, nogil=True)
def _shortest(wish: Wishes, cost, ptr, adjacent, s: Search, e, mark, limit):
    """Cheapest path over wishes at least as strong as e that together with e has odd parity: whether there is one, and steps taken."""
    source = 2 * wish.a[e]
    goal = 2 * wish.b[e] + (1 if wish.price[e] > 0.0 else 0)
    keys, items, size, taken = np.empty(256), np.empty(256, np.int64), 1, 0
    keys[0], items[0] = 0.0, source
    s.distance[source], s.stamp[source], s.steps[source] = 0.0, mark, 0
    while size > 0:
        key, node = keys[0], items[0]
        pop(keys, items, size)
        size -= 1
        if node == goal:
            return True, taken
        if key > s.distance[node] or s.steps[node] >= LONGEST - 1:
            continue
        for i in range(ptr[node >> 1], ptr[(node >> 1) + 1]):
            step = adjacent[i]
            taken += 1
            if abs(wish.price[step]) < abs(wish.price[e]):
                break
            target = _across(wish, step, node)
            far = key + cost[wish.con_a[step]] + cost[wish.con_b[step]] + SHORTER
            if step == e or far > limit or (s.stamp[target] == mark and s.distance[target] <= far):
                continue
            s.distance[target], s.came[target], s.steps[target], s.stamp[target] = far, step, s.steps[node] + 1, mark
            keys, items = room_for_one(keys, items, size)
            push(keys, items, size, far, target)
            size += 1
    return False, taken


@njit(cache=True, nogil=True)
def _walk_back(wish: Wishes, owner, s: Search, e, mark, group):
    """Write the constraints of the cycle to group and return how many; 0 if it meets a variable or a constraint twice.

    Such a walk contains a shorter odd cycle, or a factor asked twice in a row where once is enough.
    """
    group[0], group[1], n = wish.con_a[e], wish.con_b[e], 2
    node = 2 * wish.b[e] + (1 if wish.price[e] > 0.0 else 0)
    while node != 2 * wish.a[e]:
        if s.seen[owner[node >> 1]] == mark:
            return 0
        s.seen[owner[node >> 1]] = mark
        step = s.came[node]
        node = _across(wish, step, node)
        for k in (wish.con_a[step], wish.con_b[step]):
            for i in range(n):
                if group[i] == k:
                    return 0
            group[n] = k
            n += 1
    return n


@njit(cache=True, nogil=True)
def odd_cycles(wish: Wishes, owner, cost, share):
    """For each wish the cheapest odd cycle on which it is the weakest: offsets, constraints, and drop per cost of each.

    The strongest wishes come first; a search gives up where its cycle could not reach ``share`` of the best score so far.
    """
    size = np.abs(wish.price)
    order = np.argsort(-size, kind="mergesort")
    order = order[: np.sum(size > LEAST)]
    ptr, adjacent = _neighbours(wish, order, len(owner))
    nodes = 2 * len(owner)
    s = Search(np.empty(nodes), np.empty(nodes, np.int64), np.empty(nodes, np.int64), np.zeros(nodes, np.int64), np.zeros(nodes, np.int64))
    ends, out, scores = np.zeros(len(order) + 1, np.int64), np.empty(1024, np.int64), np.empty(len(order))
    group, found, best, steps = np.empty(2 * LONGEST, np.int64), 0, 0.0, 0
    for rank, e in enumerate(order):
        mine = cost[wish.con_a[e]] + cost[wish.con_b[e]]
        limit = size[e] / (share * best) - mine + SHORTER * LONGEST if best > 0.0 else np.inf
        if limit < 0.0:
            continue
        reached, taken = _shortest(wish, cost, ptr, adjacent, s, e, rank + 1, limit)
        steps += taken
        if steps > MOST_STEPS:
            break
        if not reached:
            continue
        n = _walk_back(wish, owner, s, e, rank + 1, group)
        price = 0.0
        for i in range(n):
            price += cost[group[i]]
        if price <= 0.0:
            continue
        scores[found] = size[e] / price
        best = max(best, scores[found])
        if ends[found] + n > len(out):
            longer = np.empty(2 * len(out) + n, np.int64)
            longer[: ends[found]] = out[: ends[found]]
            out = longer
        out[ends[found] : ends[found] + n] = group[:n]
        found += 1
        ends[found] = ends[found - 1] + n
    return ends[: found + 1], out, scores[:found]
