"""Frustrated cycles (Sontag, Choe and Li 2012): where following the pairs' preferences around a
cycle leads to a contradiction.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
from rcr.peers.clusters.beliefs import Beliefs
from rcr.peers.clusters.regions import HIGH, LOW, PAIRS, Regions, price

# edges that close an odd cycle are followed up to this many, so that a search among covered cycles
# ends
MAX_TRIES = 1000


class Signed(NamedTuple):
    """The projection graph: a node for each split of a variable's states in two, an edge for each
    pair of splits.

    Its weight s = max b over states on like sides − max b over states on unlike sides says
    which the pair prefers and how much.
    """

    node_var: np.ndarray
    ends: np.ndarray  # two nodes an edge, by falling |s|
    odd: np.ndarray  # whether the pair prefers unlike sides
    size: np.ndarray  # |s|


def projection_graph(r: Regions, belief: Beliefs, least: float) -> Signed:
    """Two states have one split; with more, each state against the rest (the k-projection graph).
    Edges under ``least`` are left out.
    """
    splits = np.where(r.card > 2, r.card, r.card - 1)
    node = np.cumsum(splits) - splits
    pairs = r.pair[: r.used[PAIRS]]
    room = int((splits[pairs[:, LOW]] * splits[pairs[:, HIGH]]).sum())
    ends, weight = np.empty((room, 2), np.int64), np.empty(room)
    count = _edges(r, belief, least, splits, node, ends, weight)
    order = np.argsort(-np.abs(weight[:count]), kind="stable")
    return Signed(
        np.repeat(np.arange(len(splits)), splits),
        ends[order],
        weight[order] < 0,
        np.abs(weight[order]),
    )


@compiled
def _edges(
    r: Regions,
    belief: Beliefs,
    least: float,
    splits: np.ndarray,
    node: np.ndarray,
    ends: np.ndarray,
    weight: np.ndarray,
) -> int:
    """Write the nodes and the weights of all edges; how many there are."""
    count, widest = 0, 1
    for v in range(len(r.card)):
        widest = max(widest, r.card[v])
    rows, cols = np.empty((widest, 2)), np.empty((widest, 2))
    for p in range(r.used[PAIRS]):
        i, j = r.pair[p, LOW], r.pair[p, HIGH]
        b = belief.table[belief.at[p] : belief.at[p + 1]].reshape((r.card[i], r.card[j]))
        top = _two_best(b, rows, cols)
        for x in range(splits[i]):
            for y in range(splits[j]):
                alike = max(b[x, y], _without(b, x, y, top))
                unlike = max(
                    rows[x, 1] if b[x, y] == rows[x, 0] else rows[x, 0],
                    cols[y, 1] if b[x, y] == cols[y, 0] else cols[y, 0],
                )
                s = alike - unlike
                if abs(s) >= least:  # not for nan: a pair without mass
                    ends[count, 0], ends[count, 1], weight[count] = node[i] + x, node[j] + y, s
                    count += 1
    return count


@inner
def _two_best(b: np.ndarray, rows: np.ndarray, cols: np.ndarray) -> tuple[int, int]:
    """The two largest entries of every row and column (equal ones both count), and where the
    largest of all is.
    """
    rows[:], cols[:] = -np.inf, -np.inf
    best, at = -np.inf, (0, 0)
    for x in range(b.shape[0]):
        for y in range(b.shape[1]):
            value = b[x, y]
            if value > best:
                best, at = value, (x, y)
            _enter(rows, x, value)
            _enter(cols, y, value)
    return at


@inner
def _enter(lines: np.ndarray, n: int, value: float) -> None:
    if value > lines[n, 0]:
        lines[n, 0], lines[n, 1] = value, lines[n, 0]
    elif value > lines[n, 1]:
        lines[n, 1] = value


@inner
def _without(b: np.ndarray, row: int, col: int, top: tuple[int, int]) -> float:
    """The largest entry outside a row and a column."""
    if row != top[0] and col != top[1]:
        return b[top]
    best = -np.inf
    for x in range(b.shape[0]):
        if x != row:
            for y in range(b.shape[1]):
                if y != col:
                    best = max(best, b[x, y])
    return best


@compiled
def frustrated_cycles(
    r: Regions, graph: Signed, batch: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cycles with an odd number of odd edges, by the size of their weakest edge, and each as short
    as it can be at that size.

    Edges join a spanning forest in falling order of |s|; one that closes an odd cycle is the
    weakest of a cycle that no other odd cycle through it beats. Returns promises, starts and
    the variables of the cycles one after the other.
    """
    n, n_edges = len(graph.node_var), len(graph.odd)
    parent, parity = np.arange(n), np.zeros(n, np.int64)
    first, around = _incidence(graph)
    promises, starts, cycles, count, length = (
        np.empty(batch),
        np.zeros(batch + 1, np.int64),
        np.empty(n + 64 * batch, np.int64),
        0,
        0,
    )
    came, queue = np.empty(2 * n, np.int64), np.empty(2 * n, np.int64)
    seen, tries = np.zeros(len(r.card), np.int64), 0
    for e in range(n_edges):
        u, v, odd = graph.ends[e, 0], graph.ends[e, 1], np.int64(graph.odd[e])
        a, b = _root(parent, parity, u), _root(parent, parity, v)
        if a != b:
            parity[b] = parity[u] ^ parity[v] ^ odd
            parent[b] = a
        elif parity[u] ^ parity[v] != odd and tries < MAX_TRIES:
            tries += 1
            size = _shortest(graph, first, around, e, came, queue, cycles[length:])
            cycle = cycles[length : length + size]
            if size and _is_simple(cycle, seen, e + 1) and price(r, cycle)[1] > 0:
                promises[count] = graph.size[e]
                length += size
                count += 1
                starts[count] = length
                if count == batch:
                    break
    return promises[:count], starts[: count + 1], cycles[:length]


@inner
def _incidence(graph: Signed) -> tuple[np.ndarray, np.ndarray]:
    """The edges of each node in falling order, one node after the other, and where each node's
    start.
    """
    first = np.zeros(len(graph.node_var) + 1, np.int64)
    for e in range(len(graph.odd)):
        first[graph.ends[e, 0] + 1] += 1
        first[graph.ends[e, 1] + 1] += 1
    first = np.cumsum(first)
    fill, around = first[:-1].copy(), np.empty(2 * len(graph.odd), np.int64)
    for e in range(len(graph.odd)):
        for side in range(2):
            u = graph.ends[e, side]
            around[fill[u]] = e
            fill[u] += 1
    return first, around


@inner
def _root(parent: np.ndarray, parity: np.ndarray, u: int) -> int:
    """The representative of u, with parity[u] made relative to it and the path compressed."""
    root, total = u, 0
    while parent[root] != root:
        total ^= parity[root]
        root = parent[root]
    while parent[u] != u:
        up, own = parent[u], parity[u]
        parent[u], parity[u] = root, total
        total ^= own
        u = up
    return root


@inner
def _shortest(
    graph: Signed,
    first: np.ndarray,
    around: np.ndarray,
    closing: int,
    came: np.ndarray,
    queue: np.ndarray,
    out: np.ndarray,
) -> int:
    """Write the variables of the shortest odd cycle through an edge and heavier ones to ``out``; 0
    if there is none.

    Breadth first in the doubled graph, whose nodes are (node, number of odd edges so far modulo 2).
    """
    u, v = graph.ends[closing, 0], graph.ends[closing, 1]
    goal = 2 * v + (1 - np.int64(graph.odd[closing]))
    came[:] = -1
    came[2 * u] = 2 * u
    queue[0], head, tail = 2 * u, 0, 1
    while head < tail and came[goal] < 0:
        here = queue[head]
        head += 1
        for a in range(first[here >> 1], first[(here >> 1) + 1]):
            e = around[a]
            if e >= closing:
                break
            other = graph.ends[e, 0] + graph.ends[e, 1] - (here >> 1)
            to = 2 * other + ((here & 1) ^ np.int64(graph.odd[e]))
            if came[to] < 0:
                came[to] = here
                queue[tail] = to
                tail += 1
    if came[goal] < 0:
        return 0
    size, at = 0, goal
    while True:
        if size == len(out):
            return 0
        out[size] = graph.node_var[at >> 1]
        size += 1
        if at == came[at]:
            return size
        at = came[at]


@inner
def _is_simple(cycle: np.ndarray, seen: np.ndarray, stamp: int) -> bool:
    """Whether no variable comes twice."""
    for v in cycle:
        if seen[v] == stamp:
            return False
        seen[v] = stamp
    return True
