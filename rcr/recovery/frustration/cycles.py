"""Frustrated cycles: short loops of factors whose preferences, in the relaxed model, cannot all
be met at once.

A preference refused costs |s|, the max-marginal of it met minus that of it refused. On a cycle with
an odd number of preferences for "different" at least one is refused, so recovering the whole cycle
lowers the bound by at least the smallest |s| on it. Sontag, Choe and Li (2012) add such cycles
to MPLP as clusters; here they choose what to recover.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
from rcr.compiled.heap import pop, push, room_for_one
from rcr.compiled.union_find import find
from rcr.engines.junction_tree import JunctionTree
from rcr.recovery.candidates import Group
from rcr.recovery.frustration.preferences import Preferences, preferences
from rcr.relaxation import Ground

MAX_CYCLE_PREFERENCES = 40
PREFERENCE_COST = 1e-3  # of each, so that among equally dear cycles the shortest is found
MAX_SEARCH_STEPS = 5_000_000  # well under a second; what is not found by then is left
MAX_EXTRA_STEPS = 100_000  # that are taken beside those from contradictions, or altogether
MIN_DROP_LOGS = 1e-9  # less is rounding


class Search(NamedTuple):
    """Scratch of the search for shortest paths; a node is a split with a parity: 2·split +
    parity.
    """

    distance: np.ndarray
    came: np.ndarray  # the preference by which a node was reached
    steps: np.ndarray
    stamp: np.ndarray  # the search in which a node was reached
    seen: np.ndarray  # the walk back in which a variable was met


def frustrated_cycles(
    engine: JunctionTree, theta: np.ndarray, cost: np.ndarray, share: float
) -> list[Group]:
    """Frustrated cycles by guaranteed drop per cost, best first; none scores below ``share`` of
    the best.

    ``cost[k]`` is what constraint k counts for if it is on the cycle.
    """
    ground, forest = engine.relaxation.cloned.ground, engine.plan.forest
    found, owner = preferences(
        engine.tree,
        engine.axes,
        engine.work(theta),
        ground,
        engine.relaxation.recovered,
        forest.factor_clique,
        np.argsort(forest.factor_clique, kind="stable"),
    )
    size = np.abs(found.price)
    order = np.argsort(-size, kind="stable")[: np.count_nonzero(size > MIN_DROP_LOGS)]
    ptr, constraints, scores = odd_cycles(found, owner, order, cost, share)
    enough = np.flatnonzero(scores >= share * scores.max(initial=0.0))
    best = enough[np.argsort(-scores[enough], kind="stable")]
    return [
        Group(tuple(np.sort(constraints[ptr[i] : ptr[i + 1]]).tolist()), float(scores[i]))
        for i in best
    ]


def apart(groups: list[Group], ground: Ground) -> list[Group]:
    """The groups that share no factor with a better one: what recovering the one gains says
    nothing about the other.
    """
    taken: set[int] = set()
    chosen = []
    for group in groups:
        factors = set(ground.con_factor[list(group.constraints)].tolist())
        if not factors & taken:
            taken |= factors
            chosen.append(group)
    return chosen


@inner
def _neighbours(
    preference: Preferences, order: np.ndarray, n_splits: int
) -> tuple[np.ndarray, np.ndarray]:
    """The preferences at each split, in the order given."""
    ptr = np.zeros(n_splits + 1, np.int64)
    for e in order:
        ptr[preference.a[e] + 1] += 1
        ptr[preference.b[e] + 1] += 1
    ptr = np.cumsum(ptr)
    fill, adjacent = ptr[:-1].copy(), np.empty(ptr[n_splits], np.int64)
    for e in order:
        for p in (preference.a[e], preference.b[e]):
            adjacent[fill[p]] = e
            fill[p] += 1
    return ptr, adjacent


@inner
def _across(preference: Preferences, e: int, node: int) -> int:
    """The node on the other side of a preference: a preference for "different" changes the
    parity.
    """
    other = preference.b[e] if preference.a[e] == node >> 1 else preference.a[e]
    return 2 * other + ((node & 1) ^ (1 if preference.price[e] < 0.0 else 0))


@inner
def _contradictions_first(
    preference: Preferences, order: np.ndarray, n_splits: int
) -> tuple[np.ndarray, int]:
    """The preferences that those before them in the order refuse, then the others; and how many
    refused ones there are. Met one after the other, preferences form a forest that says of each
    pair of splits it joins whether they are alike.

    Every odd cycle has at least one refused preference, and each of them closes one with the
    forest, so that a search from there does not end in nothing.
    """
    joined, refused = np.arange(2 * n_splits), np.zeros(len(order), np.bool_)
    for i, e in enumerate(order):
        node = 2 * preference.a[e]
        other = _across(preference, e, node)
        if find(joined, node) == find(joined, other ^ 1):
            refused[i] = True
        elif find(joined, node) != find(joined, other):
            joined[find(joined, node)] = find(joined, other)
            joined[find(joined, node ^ 1)] = find(joined, other ^ 1)
    first = order[refused]
    return np.concatenate((first, order[~refused])), len(first)


@inner
def _shortest(
    preference: Preferences,
    cost: np.ndarray,
    ptr: np.ndarray,
    adjacent: np.ndarray,
    s: Search,
    e: int,
    mark: int,
    limit: float,
) -> tuple[bool, int]:
    """Cheapest path over preferences at least as strong as e that together with e has odd parity:
    whether there is one, and steps taken.
    """
    source = 2 * preference.a[e]
    goal = 2 * preference.b[e] + (1 if preference.price[e] > 0.0 else 0)
    keys, items, size, taken = np.empty(256), np.empty(256, np.int64), 1, 0
    keys[0], items[0] = 0.0, source
    s.distance[source], s.stamp[source], s.steps[source] = 0.0, mark, 0
    while size > 0:
        key, node = keys[0], items[0]
        pop(keys, items, size)
        size -= 1
        if node == goal:
            return True, taken
        if key > s.distance[node] or s.steps[node] >= MAX_CYCLE_PREFERENCES - 1:
            continue
        for i in range(ptr[node >> 1], ptr[(node >> 1) + 1]):
            step = adjacent[i]
            taken += 1
            if abs(preference.price[step]) < abs(preference.price[e]):
                break
            target = _across(preference, step, node)
            far = (
                key + cost[preference.con_a[step]] + cost[preference.con_b[step]] + PREFERENCE_COST
            )
            if step == e or far > limit or (s.stamp[target] == mark and s.distance[target] <= far):
                continue
            s.distance[target], s.came[target], s.steps[target], s.stamp[target] = (
                far,
                step,
                s.steps[node] + 1,
                mark,
            )
            keys, items = room_for_one(keys, items, size)
            push(keys, items, size, far, target)
            size += 1
    return False, taken


@inner
def _walk_back(
    preference: Preferences, owner: np.ndarray, s: Search, e: int, mark: int, group: np.ndarray
) -> int:
    """Write the constraints of the cycle to group and return how many; 0 if it meets a variable or
    a constraint twice.

    Such a walk contains a shorter odd cycle, or a factor asked twice in a row where once is enough.
    """
    group[0], group[1], n = preference.con_a[e], preference.con_b[e], 2
    node = 2 * preference.b[e] + (1 if preference.price[e] > 0.0 else 0)
    while node != 2 * preference.a[e]:
        if s.seen[owner[node >> 1]] == mark:
            return 0
        s.seen[owner[node >> 1]] = mark
        step = s.came[node]
        node = _across(preference, step, node)
        for k in (preference.con_a[step], preference.con_b[step]):
            for i in range(n):
                if group[i] == k:
                    return 0
            group[n] = k
            n += 1
    return n


@compiled
def odd_cycles(
    preference: Preferences, owner: np.ndarray, order: np.ndarray, cost: np.ndarray, share: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each preference the cheapest odd cycle on which it is the weakest: offsets, constraints,
    and drop per cost of each. Those that contradict stronger ones all have their turn, the others
    while that takes few steps.

    ``order`` has the strongest preferences first; a search gives up where its cycle could not reach
    ``share`` of the best score so far.
    """
    ptr, adjacent = _neighbours(preference, order, len(owner))
    order, contradictions = _contradictions_first(preference, order, len(owner))
    nodes = 2 * len(owner)
    s = Search(
        np.empty(nodes),
        np.empty(nodes, np.int64),
        np.empty(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
    )
    ends, out, scores = (
        np.zeros(len(order) + 1, np.int64),
        np.empty(1024, np.int64),
        np.empty(len(order)),
    )
    group, found, best, steps = np.empty(2 * MAX_CYCLE_PREFERENCES, np.int64), 0, 0.0, 0
    for rank, e in enumerate(order):
        mine = cost[preference.con_a[e]] + cost[preference.con_b[e]]
        size = abs(preference.price[e])
        limit = (
            size / (share * best) - mine + PREFERENCE_COST * MAX_CYCLE_PREFERENCES
            if best > 0.0
            else np.inf
        )
        if limit < 0.0:
            continue
        reached, taken = _shortest(preference, cost, ptr, adjacent, s, e, rank + 1, limit)
        steps += taken
        if steps > (MAX_SEARCH_STEPS if rank < contradictions else MAX_EXTRA_STEPS):
            break
        if not reached:
            continue
        n = _walk_back(preference, owner, s, e, rank + 1, group)
        price = 0.0
        for i in range(n):
            price += cost[group[i]]
        if price <= 0.0:
            continue
        scores[found] = size / price
        best = max(best, scores[found])
        if ends[found] + n > len(out):
            longer = np.empty(2 * len(out) + n, np.int64)
            for i in range(ends[found]):
                longer[i] = out[i]
            out = longer
        for i in range(n):
            out[ends[found] + i] = group[i]
        found += 1
        ends[found] = ends[found - 1] + n
    return ends[: found + 1], out, scores[:found]
