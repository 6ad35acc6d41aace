"""The order in which variables are eliminated: min-fill, redone only in the components where the
recovered set changed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled
from rcr.compiled.heap import pop, push, room_for_one
from rcr.compiled.union_find import find
from rcr.relaxation import Ground


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


@compiled
def _append(
    pool: np.ndarray,
    start: np.ndarray,
    length: np.ndarray,
    capacity: np.ndarray,
    v: int,
    value: int,
    top: int,
) -> tuple[np.ndarray, int]:
    """Append to the list of v, moving it to the end of the pool when it is full."""
    if length[v] == capacity[v]:
        wanted = max(4, 2 * capacity[v])
        if top + wanted > len(pool):
            bigger = np.empty(2 * len(pool) + wanted, np.int64)
            bigger[:top] = pool[:top]
            pool = bigger
        for i in range(length[v]):
            pool[top + i] = pool[start[v] + i]
        start[v], capacity[v] = top, wanted
        top += wanted
    pool[start[v] + length[v]] = value
    length[v] += 1
    return pool, top


@compiled
def _score(
    pool: np.ndarray,
    start: np.ndarray,
    length: np.ndarray,
    v: int,
    mark: np.ndarray,
    stamp: int,
    log_card: np.ndarray,
) -> tuple[float, int]:
    """Fill edges that eliminating v would add; ties go to the smaller clique table."""
    fill, weight = 0, log_card[v]
    for i in range(length[v]):
        a = pool[start[v] + i]
        weight += log_card[a]
        stamp += 1
        for j in range(length[a]):
            mark[pool[start[a] + j]] = stamp
        for j in range(i):
            if mark[pool[start[v] + j]] != stamp:
                fill += 1
    return fill + min(weight * 1e-4, 0.999), stamp


@compiled
def _components(g: Ground, joined: np.ndarray) -> np.ndarray:
    """Union-find over variables and factors, joined by the given constraints."""
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    parent = np.arange(n + n_factors)
    for k in range(len(joined)):
        if joined[k]:
            a, b = find(parent, g.con_var[k]), find(parent, n + g.con_factor[k])
            if a != b:
                parent[b] = a
    return parent


@compiled
def _touched(g: Ground, recovered: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Variables in a component, old or new, where the recovered set changed."""
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    parent = _components(g, recovered | before)
    changed = np.zeros(n + n_factors, np.bool_)
    for k in range(len(recovered)):
        if recovered[k] != before[k]:
            changed[find(parent, g.con_var[k])] = True
    out = np.zeros(n, np.bool_)
    for v in range(n):
        out[v] = changed[find(parent, v)]
    return out


@compiled
def eliminate(
    g: Ground, recovered: np.ndarray, before: np.ndarray, old: Elimination
) -> Elimination:
    """Min-fill order for the variables whose component changed between ``before`` and
    ``recovered``; the rest keep theirs.

    The order within a component depends on nothing outside it, so the result does not depend on
    the path of recoveries.
    """
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    dirty = _touched(g, recovered, before)
    log_card = np.log2(g.card.astype(np.float64))
    pool = np.empty(8 * n + 64, np.int64)
    start, length, capacity = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    top = 0
    mark, stamp = np.zeros(n, np.int64), 0
    for f in range(n_factors):
        for k in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
            v = g.con_var[k]
            if not recovered[k] or not dirty[v]:
                continue
            stamp += 1
            for i in range(length[v]):
                mark[pool[start[v] + i]] = stamp
            for other in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
                w = g.con_var[other]
                if recovered[other] and other != k and mark[w] != stamp:
                    pool, top = _append(pool, start, length, capacity, v, w, top)
    heap_room = 4 * n + 64
    keys, items, size = np.empty(heap_room), np.empty(heap_room, np.int64), 0
    current = np.empty(n)
    position = old.position.copy()
    component, eliminated = _components(g, recovered), np.zeros(n + n_factors, np.int64)
    for v in range(n):
        if dirty[v]:
            current[v], stamp = _score(pool, start, length, v, mark, stamp, log_card)
            push(keys, items, size, current[v], v)
            size += 1
    done = np.zeros(n, np.bool_)
    stale, in_stale = np.empty(n, np.int64), np.zeros(n, np.bool_)
    while size > 0:
        key, v = keys[0], items[0]
        pop(keys, items, size)
        size -= 1
        if done[v] or key != current[v]:
            continue
        done[v] = True
        root = find(component, v)
        position[v] = eliminated[root]
        eliminated[root] += 1
        n_stale = 0
        for i in range(length[v]):
            a = pool[start[v] + i]
            in_stale[a] = True
            stale[n_stale] = a
            n_stale += 1
            for j in range(length[a]):
                if pool[start[a] + j] == v:
                    length[a] -= 1
                    pool[start[a] + j] = pool[start[a] + length[a]]
                    break
        for i in range(length[v]):
            a = pool[start[v] + i]
            stamp += 1
            for j in range(length[a]):
                mark[pool[start[a] + j]] = stamp
            for j in range(i):
                b = pool[start[v] + j]
                if mark[b] == stamp:
                    continue
                # the new edge a-b changes the fill of every common neighbour of a and b
                for m in range(length[b]):
                    c = pool[start[b] + m]
                    if mark[c] == stamp and not in_stale[c]:
                        in_stale[c] = True
                        stale[n_stale] = c
                        n_stale += 1
                pool, top = _append(pool, start, length, capacity, a, b, top)
                pool, top = _append(pool, start, length, capacity, b, a, top)
                mark[b] = stamp
        for i in range(n_stale):
            a = stale[i]
            in_stale[a] = False
            score, stamp = _score(pool, start, length, a, mark, stamp, log_card)
            if score != current[a]:
                current[a] = score
                keys, items = room_for_one(keys, items, size)
                push(keys, items, size, score, a)
                size += 1
    later_ptr = np.zeros(n + 1, np.int64)
    for v in range(n):
        kept = old.later_ptr[v + 1] - old.later_ptr[v]
        later_ptr[v + 1] = later_ptr[v] + (length[v] if dirty[v] else kept)
    later = np.empty(later_ptr[n], np.int64)
    for v in range(n):
        out = later[later_ptr[v] : later_ptr[v + 1]]
        if dirty[v]:
            for i in range(length[v]):
                out[i] = pool[start[v] + i]
            out.sort()
        else:
            out[:] = old.later[old.later_ptr[v] : old.later_ptr[v + 1]]
    return Elimination(position, later_ptr, later)


def no_elimination(g: Ground) -> Elimination:
    """The elimination of the fully decomposed model: every variable on its own."""
    n = len(g.card)
    return Elimination(np.zeros(n, np.int64), np.zeros(n + 1, np.int64), np.zeros(0, np.int64))
