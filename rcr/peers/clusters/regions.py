"""The regions of MPLP as flat arrays: variables, pairs, factors and triplets, each with a table of
its share of the value.

The tables always add up to the model (a reparametrisation), so the sum of their largest entries
is an upper bound. A region is the parent of smaller ones: a factor of its variables, a triplet
of its three pairs. A pair is a factor over two variables, a place where triplets and larger
factors meet, or both. Pairs inside a larger factor and the chords of a cycle have no table
until a cluster needs them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner, kernel
from rcr.relaxation import Ground

# columns of Regions.pair: its variables (LOW < HIGH), where its table is (-1: none yet), whether it
# has a factor of its own, how many triplets it is in, the next pairs in the lists of LOW and HIGH,
# the first triplet that has it as its pair AB
LOW, HIGH, TABLE, OWN, SHARED, NEXT_LOW, NEXT_HIGH, FIRST_TRIPLET = range(8)
# columns of Regions.factor: first place in ``scope``, number of variables, table, its size, first
# place in ``slot``
SCOPE, ARITY, F_TABLE, F_SIZE, SLOT = range(5)
# columns of Regions.triplet: variables A < B < C, its pairs, its table, the next triplet with the
# same AB
A, B, C, AB, BC, AC, T_TABLE, NEXT = range(8)
# places in Regions.used
PAIRS, TRIPLETS, ENTRIES = range(3)


class Regions(NamedTuple):
    """Everything MPLP works on. ``pair``, ``triplet`` and ``table`` have room to grow; ``used``
    says how much is in use.
    """

    card: np.ndarray  # states of each variable
    at: np.ndarray  # the table of variable v starts at table[at[v]]
    head: np.ndarray  # list of the pairs of each variable: 2·pair + side, -1 ends it
    degree: np.ndarray
    pair: np.ndarray
    factor: (
        np.ndarray
    )  # factors over three or more variables, and second factors over the same pair
    scope: np.ndarray
    slot: (
        np.ndarray
    )  # the pairs inside each factor, in the order of positions (0, 1), (0, 2), …, (1, 2), …
    triplet: np.ndarray
    table: np.ndarray
    used: np.ndarray


@inner
def find_pair(r: Regions, i: int, j: int) -> int:
    """The pair {i, j}, or -1."""
    if r.degree[i] > r.degree[j]:
        i, j = j, i
    link = r.head[i]
    while link >= 0:
        p, side = link >> 1, link & 1
        if r.pair[p, LOW + 1 - side] == j:
            return p
        link = r.pair[p, NEXT_LOW + side]
    return -1


@inner
def find_triplet(r: Regions, pair: int, c: int) -> int:
    """The triplet of a pair AB with variable C, or -1."""
    t = r.pair[pair, FIRST_TRIPLET]
    while t >= 0 and r.triplet[t, C] != c:
        t = r.triplet[t, NEXT]
    return t


@inner
def add_pair(r: Regions, i: int, j: int) -> int:
    """The pair {i, j}, made if it is not there."""
    p = find_pair(r, i, j)
    if p >= 0:
        return p
    p = r.used[PAIRS]
    r.used[PAIRS] += 1
    i, j = min(i, j), max(i, j)
    row = r.pair[p]
    row[LOW], row[HIGH], row[TABLE], row[OWN], row[SHARED], row[FIRST_TRIPLET] = i, j, -1, 0, 0, -1
    row[NEXT_LOW], row[NEXT_HIGH] = r.head[i], r.head[j]
    r.head[i], r.head[j] = 2 * p, 2 * p + 1
    r.degree[i] += 1
    r.degree[j] += 1
    return p


@inner
def _claim(r: Regions, size: int) -> int:
    """The start of a fresh table of zeros."""
    start = r.used[ENTRIES]
    r.used[ENTRIES] += size
    for e in range(start, start + size):
        r.table[e] = 0.0
    return start


def build(g: Ground) -> Regions:
    """The regions of a model before any tightening."""
    arity = np.diff(g.factor_ptr)
    n, n_factors, n_slots = len(g.card), len(arity), int((arity * (arity - 1) // 2).sum())
    r = Regions(
        card=g.card,
        at=g.unary_ptr,
        head=np.full(n, -1),
        degree=np.zeros(n, np.int64),
        pair=np.empty((n_slots, 8), np.int64),
        factor=np.empty((n_factors, 5), np.int64),
        scope=g.con_var,
        slot=np.empty(n_slots, np.int64),
        triplet=np.empty((0, 8), np.int64),
        table=np.concatenate([g.unary, np.empty_like(g.tables)]),
        used=np.array([0, 0, len(g.unary)]),
    )
    larger, slots = _fill(r, g)
    return r._replace(factor=r.factor[:larger], slot=r.slot[:slots])


@compiled
def _fill(r: Regions, g: Ground) -> tuple[int, int]:
    """Make the pairs and the factors; how many factors are not pairs, and how many places of
    ``slot`` they take.
    """
    larger = slots = 0
    for f in range(len(g.factor_ptr) - 1):
        first, last, size = (
            g.factor_ptr[f],
            g.factor_ptr[f + 1],
            g.table_ptr[f + 1] - g.table_ptr[f],
        )
        if last - first == 2:
            p = add_pair(r, g.con_var[first], g.con_var[first + 1])
            if not r.pair[p, OWN]:
                r.pair[p, OWN], r.pair[p, TABLE] = 1, _claim(r, size)
                _put_pair(r, p, g.con_var[first] == r.pair[p, LOW], g.tables, g.table_ptr[f])
                continue
        start = _claim(r, size)
        for e in range(size):
            r.table[start + e] = g.tables[g.table_ptr[f] + e]
        row = r.factor[larger]
        row[SCOPE], row[ARITY], row[F_TABLE], row[F_SIZE], row[SLOT] = (
            first,
            last - first,
            start,
            size,
            slots,
        )
        larger += 1
        for a in range(first, last):
            for c in range(a + 1, last):
                r.slot[slots] = add_pair(r, g.con_var[a], g.con_var[c])
                slots += 1
    return larger, slots


@inner
def _put_pair(r: Regions, p: int, in_order: bool, source: np.ndarray, start: int) -> None:
    d, e = r.card[r.pair[p, LOW]], r.card[r.pair[p, HIGH]]
    for x in range(d):
        for y in range(e):
            r.table[r.pair[p, TABLE] + x * e + y] = source[
                start + (x * e + y if in_order else y * d + x)
            ]


@inner
def _missing(r: Regions, i: int, j: int) -> float:
    """Entries that the table of pair {i, j} would add."""
    p = find_pair(r, i, j)
    return 0.0 if p >= 0 and r.pair[p, TABLE] >= 0 else 1.0 * r.card[i] * r.card[j]


@inner
def has_triplet(r: Regions, i: int, j: int, k: int) -> bool:
    a, c = min(i, j, k), max(i, j, k)
    p = find_pair(r, a, i + j + k - a - c)
    return p >= 0 and find_triplet(r, p, c) >= 0


@compiled
def price(r: Regions, cycle: np.ndarray) -> tuple[int, int, float]:
    """The cheapest fan of triplets over a cycle: its apex, how many triplets and how many table
    entries it adds.
    """
    n = len(cycle)
    best, best_new, least = 0, 0, np.inf
    for apex in range(n if n > 3 else 1):
        top, new, entries = cycle[apex], 0, 0.0
        for s in range(1, n):
            i = cycle[(apex + s) % n]
            entries += _missing(r, top, i)
            if s < n - 1:
                j = cycle[(apex + s + 1) % n]
                entries += _missing(r, i, j)
                if not has_triplet(r, top, i, j):
                    new += 1
                    entries += 1.0 * r.card[top] * r.card[i] * r.card[j]
        if entries < least:
            best, best_new, least = apex, new, entries
    return best, best_new, least


@compiled
def add_cycle(r: Regions, cycle: np.ndarray, apex: int) -> None:
    """Add the triplets of the fan over a cycle; the caller has made room."""
    n = len(cycle)
    for s in range(1, n - 1):
        i, j, k = cycle[apex], cycle[(apex + s) % n], cycle[(apex + s + 1) % n]
        if has_triplet(r, i, j, k):
            continue
        a, c = min(i, j, k), max(i, j, k)
        b = i + j + k - a - c
        t = r.used[TRIPLETS]
        r.used[TRIPLETS] += 1
        row = r.triplet[t]
        row[A], row[B], row[C] = a, b, c
        row[AB], row[BC], row[AC] = add_pair(r, a, b), add_pair(r, b, c), add_pair(r, a, c)
        for at in (AB, BC, AC):
            pair = r.pair[row[at]]
            pair[SHARED] += 1
            if pair[TABLE] < 0:
                pair[TABLE] = _claim(r, r.card[pair[LOW]] * r.card[pair[HIGH]])
        row[T_TABLE] = _claim(r, r.card[a] * r.card[b] * r.card[c])
        row[NEXT] = r.pair[row[AB], FIRST_TRIPLET]
        r.pair[row[AB], FIRST_TRIPLET] = t


@compiled
def share_pairs(r: Regions, room: bool) -> int:
    """Let factors that overlap in a pair meet there; the table entries that takes, which are only
    counted unless there is ``room``.

    The release of 2012 does so too, when it finds no other cluster.
    """
    inside = np.zeros(r.used[PAIRS], np.int64)
    for p in r.slot:
        inside[p] += 1
    entries = 0
    for p in range(r.used[PAIRS]):
        if inside[p] + r.pair[p, OWN] > 1 and not r.pair[p, SHARED]:
            size = r.card[r.pair[p, LOW]] * r.card[r.pair[p, HIGH]]
            entries += 0 if r.pair[p, TABLE] >= 0 else size
            if room:
                r.pair[p, SHARED] = 1
                if r.pair[p, TABLE] < 0:
                    r.pair[p, TABLE] = _claim(r, size)
    return entries


@compiled
def pair_entries(r: Regions) -> int:
    """The entries that tables of all pairs would have."""
    total = 0
    for p in range(r.used[PAIRS]):
        total += r.card[r.pair[p, LOW]] * r.card[r.pair[p, HIGH]]
    return total


def with_room(r: Regions, pairs: int, triplets: int, entries: int) -> Regions:
    """The same regions with room for so many more, at least doubled where they did not fit."""

    def wider(array: np.ndarray, used: int, more: int) -> np.ndarray:
        if used + more <= len(array):
            return array
        room = np.empty((max(2 * len(array), used + more), *array.shape[1:]), array.dtype)
        room[:used] = array[:used]
        return room

    return r._replace(
        pair=wider(r.pair, int(r.used[PAIRS]), pairs),
        triplet=wider(r.triplet, int(r.used[TRIPLETS]), triplets),
        table=wider(r.table, int(r.used[ENTRIES]), entries),
    )


@kernel
def peak(table: np.ndarray, start: int, size: int) -> float:
    """The largest of so many entries."""
    best = -np.inf
    for e in range(start, start + size):
        best = max(best, table[e])
    return best
