"""What the regions know of each pair of variables: the tables that clusters are chosen by."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
from rcr.peers.clusters.regions import (
    AB,
    AC,
    ARITY,
    BC,
    F_SIZE,
    F_TABLE,
    HIGH,
    LOW,
    PAIRS,
    SCOPE,
    SLOT,
    T_TABLE,
    TABLE,
    TRIPLETS,
    A,
    B,
    C,
    Regions,
    peak,
)


class Beliefs(NamedTuple):
    """For each pair its own table and the max-marginals of the factors and triplets around it,
    added up.

    A factor or triplet holds no more than 0 after its update, so its max-marginal on a pair can
    move there at no cost.
    """

    at: np.ndarray  # the table of pair p starts at table[at[p]]
    table: np.ndarray
    high: np.ndarray  # the largest entry of each
    apart: np.ndarray  # the sum of the largest entries of its parts: what they add to the bound now


@compiled
def pair_beliefs(r: Regions) -> Beliefs:
    """The beliefs of all pairs, also of those that have no table of their own."""
    n, widest = r.used[PAIRS], 1
    at = np.zeros(n + 1, np.int64)
    for p in range(n):
        size = r.card[r.pair[p, LOW]] * r.card[r.pair[p, HIGH]]
        at[p + 1] = at[p] + size
        widest = max(widest, size)
    belief = Beliefs(at, np.zeros(at[n]), np.empty(n), np.zeros(n))
    for p in range(n):
        if r.pair[p, TABLE] >= 0:
            start, size = r.pair[p, TABLE], at[p + 1] - at[p]
            for e in range(size):
                belief.table[at[p] + e] = r.table[start + e]
            belief.apart[p] = peak(r.table, start, size)
    part = np.empty(widest)
    for f in range(len(r.factor)):
        row = r.factor[f]
        first, last, slot, s1 = row[SCOPE], row[SCOPE] + row[ARITY], row[SLOT], row[F_SIZE]
        top = peak(r.table, row[F_TABLE], row[F_SIZE])
        for a in range(first, last):
            d1 = r.card[r.scope[a]]
            s1 //= d1
            s2 = s1
            for c in range(a + 1, last):
                d2 = r.card[r.scope[c]]
                s2 //= d2
                step1, step2 = (d2, 1) if r.scope[a] < r.scope[c] else (1, d1)
                _add_marginal(
                    r.table,
                    row[F_TABLE],
                    row[F_SIZE],
                    (s1, d1, s2, d2),
                    (step1, step2),
                    part,
                    belief,
                    r.slot[slot],
                )
                belief.apart[r.slot[slot]] += top
                slot += 1
    for t in range(r.used[TRIPLETS]):
        row = r.triplet[t]
        d, e, f = r.card[row[A]], r.card[row[B]], r.card[row[C]]
        _add_marginal(
            r.table, row[T_TABLE], d * e * f, (e * f, d, f, e), (e, 1), part, belief, row[AB]
        )
        _add_marginal(r.table, row[T_TABLE], d * e * f, (f, e, 1, f), (f, 1), part, belief, row[BC])
        _add_marginal(
            r.table, row[T_TABLE], d * e * f, (e * f, d, 1, f), (f, 1), part, belief, row[AC]
        )
    for p in range(n):
        belief.high[p] = peak(belief.table, at[p], at[p + 1] - at[p])
    return belief


@inner
def _add_marginal(
    table: np.ndarray,
    start: int,
    size: int,
    axes: tuple[int, int, int, int],
    steps: tuple[int, int],
    part: np.ndarray,
    belief: Beliefs,
    p: int,
) -> None:
    """Add the max-marginal of a table on two of its axes, given as (stride, states, stride,
    states), to the belief of pair p.
    """
    s1, d1, s2, d2 = axes
    part[: d1 * d2] = -np.inf
    for e in range(size):
        cell = e // s1 % d1 * steps[0] + e // s2 % d2 * steps[1]
        part[cell] = max(part[cell], table[start + e])
    for cell in range(d1 * d2):
        belief.table[belief.at[p] + cell] += part[cell]
