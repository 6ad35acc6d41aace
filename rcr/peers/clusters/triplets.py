"""Triplets by the drop of the bound that they promise (Sontag, Meltzer, Globerson, Jaakkola and
Weiss 2008).
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import compiled, inner
from rcr.peers.clusters.beliefs import Beliefs
from rcr.peers.clusters.regions import HIGH, LOW, PAIRS, Regions, find_triplet


@compiled
def best_triplets(
    r: Regions, belief: Beliefs, batch: int, least: float
) -> tuple[np.ndarray, np.ndarray]:
    """Up to ``batch`` triangles that are no triplets yet and promise at least ``least``, best
    first: promises and variables.
    """
    promises, found, count = np.empty(batch), np.empty((batch, 3), np.int64), 0
    first, upward = _upward(r)
    pair_to = np.full(len(r.card), -1, np.int64)  # the pair (a, ·) of each variable above a
    for a in range(len(r.card)):
        for ab in upward[first[a] : first[a + 1]]:
            pair_to[r.pair[ab, HIGH]] = ab
        for ab in upward[first[a] : first[a + 1]]:
            b = r.pair[ab, HIGH]
            for bc in upward[first[b] : first[b + 1]]:
                c = r.pair[bc, HIGH]
                if pair_to[c] < 0 or find_triplet(r, ab, c) >= 0:
                    continue
                promise = _promise(r, belief, ab, bc, pair_to[c], least)
                if promise < least:
                    continue
                at = min(count, batch - 1)
                while at > 0 and promises[at - 1] < promise:
                    promises[at] = promises[at - 1]
                    for i in range(3):
                        found[at, i] = found[at - 1, i]
                    at -= 1
                promises[at] = promise
                found[at, 0], found[at, 1], found[at, 2] = a, b, c
                count = min(count + 1, batch)
                if count == batch:
                    least = max(least, promises[batch - 1])
        for ab in upward[first[a] : first[a + 1]]:
            pair_to[r.pair[ab, HIGH]] = -1
    return promises[:count], found[:count]


@inner
def _upward(r: Regions) -> tuple[np.ndarray, np.ndarray]:
    """The pairs of each variable with variables above it, one after the other, and where each
    variable's start.
    """
    n = r.used[PAIRS]
    first = np.zeros(len(r.card) + 1, np.int64)
    for p in range(n):
        first[r.pair[p, LOW] + 1] += 1
    first = np.cumsum(first)
    fill, pairs = first[:-1].copy(), np.empty(n, np.int64)
    for p in range(n):
        pairs[fill[r.pair[p, LOW]]] = p
        fill[r.pair[p, LOW]] += 1
    return first, pairs


@inner
def _promise(r: Regions, belief: Beliefs, ab: int, bc: int, ac: int, least: float) -> float:
    """Σ max b_e − max Σ b_e over the three pairs: the drop one update of this triplet brings;
    anything below ``least`` is all one.
    """
    d, e, f = r.card[r.pair[ab, LOW]], r.card[r.pair[ab, HIGH]], r.card[r.pair[bc, HIGH]]
    b, x_at, y_at, z_at = belief.table, belief.at[ab], belief.at[bc], belief.at[ac]
    apart, rest = (
        belief.apart[ab] + belief.apart[bc] + belief.apart[ac],
        belief.high[bc] + belief.high[ac],
    )
    together = -np.inf
    for x in range(d):
        for y in range(e):
            here = b[x_at + x * e + y]
            if here + rest <= together:
                continue
            for z in range(f):
                together = max(together, here + b[y_at + y * f + z] + b[z_at + x * f + z])
            if apart - together < least:
                return 0.0
    return apart - together
