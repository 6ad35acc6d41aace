"""One elimination order of a connected graph, found greedily: the cheapest variable goes next.

What is cheap is one of four criteria. Min-fill is the best single one; ties and small differences
decide much of the cost, so that several tries with some noise find orders with tables many times
smaller (Kask, Gelfand, Otten and Dechter 2011). On grids and their like a *frontier* wins: only
neighbours of what is eliminated may go next, so that a front moves through the graph.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import inner
from rcr.compiled.heap import pop, push, room_for_one

FILL = 0  # fill edges, then the size of the clique's table
FRONTIER = 1  # the size of the table, only beside what is eliminated
LOOSE_FILL = 2  # fill edges times a random factor
WEIGHT = 3  # the size of the table

TIE_NOISE = 1e-5  # among equals chance decides
WEIGHT_NOISE = 1e-3
LOOSENESS_SHARE = 0.5  # a random factor between 1 and 1 + this
FAR_PENALTY = 1e6  # of a variable that is far from the front: it waits
SCRATCH_TABLES = 4.0  # the scratch space of messages holds the largest table so many times


class Graph(NamedTuple):
    """A graph: the neighbours of v are ``neighbours[ptr[v]:ptr[v + 1]]``."""

    ptr: np.ndarray
    neighbours: np.ndarray
    log_card: np.ndarray  # log2 of the number of states


class Order(NamedTuple):
    """An order of elimination and what it costs.

    The neighbours of v when it was eliminated are ``pool[start[v]:start[v] + length[v]]``.
    """

    position: np.ndarray
    pool: np.ndarray
    start: np.ndarray
    length: np.ndarray
    cost: float  # table entries, with the scratch space; infinite if given up
    fill: int  # edges that were added
    work: int  # steps that finding it took


@inner
def _with_room(
    pool: np.ndarray,
    start: np.ndarray,
    length: np.ndarray,
    capacity: np.ndarray,
    v: int,
    top: int,
) -> tuple[np.ndarray, int]:
    """The pool with room for one more in the list of v, moved to its end where it is full."""
    if length[v] == capacity[v]:
        wanted = max(4, 2 * capacity[v])
        if top + wanted > len(pool):
            bigger = np.empty(2 * len(pool) + wanted, np.int64)
            for i in range(top):
                bigger[i] = pool[i]
            pool = bigger
        for i in range(length[v]):
            pool[top + i] = pool[start[v] + i]
        start[v], capacity[v] = top, wanted
        top += wanted
    return pool, top


@inner
def _noise(v: int, attempt: int) -> float:
    """A number between 0 and 1 that depends on the variable and the attempt alone; none in the
    first.
    """
    if attempt == 0:
        return 0.0
    h = (v * 2654435761 + attempt * 2246822519 + 374761393) & 0xFFFFFFFF
    h = ((h ^ (h >> 15)) * 2246822519) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 3266489917) & 0xFFFFFFFF
    return (h ^ (h >> 16)) / 4294967296.0


@inner
def _score(
    pool: np.ndarray,
    start: np.ndarray,
    length: np.ndarray,
    log_card: np.ndarray,
    v: int,
    mark: np.ndarray,
    criterion: int,
    attempt: int,
) -> float:
    """What speaks against eliminating v now, apart from its distance from the front.

    ``mark`` is written on; its last entry counts the times.
    """
    fill, weight = 0, log_card[v]
    for i in range(length[v]):
        weight += log_card[pool[start[v] + i]]
    noise = _noise(v, attempt)
    if criterion in (FRONTIER, WEIGHT):
        return weight + WEIGHT_NOISE * noise
    for i in range(length[v]):
        a = pool[start[v] + i]
        mark[-1] += 1
        for j in range(length[a]):
            mark[pool[start[a] + j]] = mark[-1]
        for j in range(i):
            if mark[pool[start[v] + j]] != mark[-1]:
                fill += 1
    factor = 1.0 + LOOSENESS_SHARE * noise if criterion == LOOSE_FILL else 1.0
    return fill * factor + min(weight * 1e-4, 0.999) + TIE_NOISE * noise


@inner
def _front_begins(graph: Graph, attempt: int) -> int:
    """A variable with as few neighbours as any, by chance."""
    best, at = np.inf, 0
    for v in range(len(graph.log_card)):
        score = graph.ptr[v + 1] - graph.ptr[v] + 0.999 * _noise(v, attempt + 1)
        if score < best:
            best, at = score, v
    return at


@inner
def greedy_order(graph: Graph, criterion: int, attempt: int, limit: float) -> Order:
    """Eliminate the best variable next until none is left; given up where it costs ``limit``."""
    log_card, n, top = graph.log_card, len(graph.log_card), len(graph.neighbours)
    pool, start = np.empty(3 * top + 64, np.int64), graph.ptr[:n].copy()
    for i in range(top):
        pool[i] = graph.neighbours[i]
    length = graph.ptr[1:] - start
    capacity, mark = length.copy(), np.zeros(n + 1, np.int64)
    keys, items, size = np.empty(2 * n + 64), np.empty(2 * n + 64, np.int64), 0
    position, place = np.full(n, -1, np.int64), 0
    entries, largest, fill, work = 0.0, 0.0, 0, 2 * n + 64
    current, near = np.full(n, -1.0), np.full(n, criterion != FRONTIER)
    near[_front_begins(graph, attempt)] = True
    stale, in_stale, n_stale = np.arange(n), np.zeros(n, np.bool_), n
    while place < n and entries + SCRATCH_TABLES * largest < limit:
        for i in range(n_stale):
            a = stale[i]
            in_stale[a] = False
            work += length[a] * length[a]
            score = _score(pool, start, length, log_card, a, mark, criterion, attempt)
            score += 0.0 if near[a] else FAR_PENALTY
            if score != current[a]:
                current[a] = score
                keys, items = room_for_one(keys, items, size)
                push(keys, items, size, score, a)
                size += 1
        key, v, n_stale = keys[0], items[0], 0
        pop(keys, items, size)
        size -= 1
        if position[v] >= 0 or key != current[v]:
            continue
        position[v] = place
        place += 1
        weight = log_card[v]
        for i in range(length[v]):
            a = pool[start[v] + i]
            weight += log_card[a]
            near[a] = in_stale[a] = True
            stale[n_stale] = a
            n_stale += 1
            for j in range(length[a]):
                if pool[start[a] + j] == v:
                    length[a] -= 1
                    pool[start[a] + j] = pool[start[a] + length[a]]
                    break
        entries += 2.0**weight
        largest = max(largest, 2.0**weight)
        for i in range(length[v]):
            a = pool[start[v] + i]
            mark[n] += 1
            for j in range(length[a]):
                mark[pool[start[a] + j]] = mark[n]
            work += length[a]
            for j in range(i):
                b = pool[start[v] + j]
                if mark[b] == mark[n]:
                    continue
                # the new edge a-b changes the fill of every common neighbour of a and b
                for m in range(length[b]):
                    c = pool[start[b] + m]
                    if mark[c] == mark[n] and not in_stale[c]:
                        in_stale[c] = True
                        stale[n_stale] = c
                        n_stale += 1
                for end in range(2):
                    one, other = (a, b) if end == 0 else (b, a)
                    pool, top = _with_room(pool, start, length, capacity, one, top)
                    pool[start[one] + length[one]] = other
                    length[one] += 1
                mark[b] = mark[n]
                fill += 1
    cost = entries + SCRATCH_TABLES * largest if place == n else np.inf
    return Order(position, pool, start, length, cost, fill, work)
