"""The updates of MPLP, one region at a time, and sweeps of them.

Globerson and Jaakkola (2007), in the form of a reparametrisation: a region takes in what its
smaller regions hold, gives each of them an equal share of its max-marginals, and keeps what is
left,

    t(x) = b_r(x) + Σ_s b_s(x_s),
    b_s(x_s) ← max_{x'} t(x') / n  over x' with x'_s = x_s,
    b_r(x) ← t(x) − Σ_s b_s(x_s).

Before, the largest entries of these tables add up to at least max t; after, to max t: the bound
never rises. A pair that is in a triplet keeps an equal share itself (Sontag et al. 2008), since
it must hold something that its triplets can compare.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import compiled, entry, inner, kernel
from rcr.peers.clusters.regions import (
    AB,
    AC,
    ARITY,
    BC,
    F_SIZE,
    F_TABLE,
    HIGH,
    LOW,
    OWN,
    PAIRS,
    SCOPE,
    SHARED,
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
from rcr.relaxation import Ground

MIN_SWEEPS = 17  # before a phase may settle, as in the release of 2012
# places in the marks and the bounds of ``advance``
SWEEPS, UPDATES, IN_PHASE, SETTLED = range(4)
UPPER, LOWER, LAST = range(3)


@entry
def update_pair(r: Regions, p: int) -> None:
    """A factor over two variables."""
    i, j, t = r.pair[p, LOW], r.pair[p, HIGH], r.pair[p, TABLE]
    d, e, at, to, b = r.card[i], r.card[j], r.at[i], r.at[j], r.table
    share = 1.0 / 3.0 if r.pair[p, SHARED] else 0.5
    for x in range(d):
        high = -np.inf
        for y in range(e):
            b[t + x * e + y] += b[at + x] + b[to + y]
            high = max(high, b[t + x * e + y])
        b[at + x] = share * high
    for y in range(e):
        high = -np.inf
        for x in range(d):
            high = max(high, b[t + x * e + y])
        b[to + y] = share * high
    for x in range(d):
        for y in range(e):
            if b[t + x * e + y] > -np.inf:
                b[t + x * e + y] -= b[at + x] + b[to + y]


@entry
def update_triplet(r: Regions, n: int) -> None:
    """A triplet and its three pairs."""
    row, b, share = r.triplet[n], r.table, 1.0 / 3.0
    d, e, f, t = r.card[row[A]], r.card[row[B]], r.card[row[C]], row[T_TABLE]
    ab, bc, ac = r.pair[row[AB], TABLE], r.pair[row[BC], TABLE], r.pair[row[AC], TABLE]
    for x in range(d):
        for y in range(e):
            for z in range(f):
                b[t + (x * e + y) * f + z] += (
                    b[ab + x * e + y] + b[bc + y * f + z] + b[ac + x * f + z]
                )
    for s in range(d * e):
        b[ab + s] = -np.inf
    for s in range(e * f):
        b[bc + s] = -np.inf
    for s in range(d * f):
        b[ac + s] = -np.inf
    for x in range(d):
        for y in range(e):
            for z in range(f):
                part = share * b[t + (x * e + y) * f + z]
                b[ab + x * e + y] = max(b[ab + x * e + y], part)
                b[bc + y * f + z] = max(b[bc + y * f + z], part)
                b[ac + x * f + z] = max(b[ac + x * f + z], part)
    for x in range(d):
        for y in range(e):
            for z in range(f):
                if b[t + (x * e + y) * f + z] > -np.inf:
                    b[t + (x * e + y) * f + z] -= (
                        b[ab + x * e + y] + b[bc + y * f + z] + b[ac + x * f + z]
                    )


# what ``_walk`` does at every entry of a table
TAKE, REACH, GIVE = range(3)


@kernel
def _walk(
    b: np.ndarray,
    what: int,
    share: float,
    t: int,
    size: int,
    s1: int,
    d1: int,
    s2: int,
    d2: int,
    child: int,
    step1: int,
    step2: int,
) -> None:
    """Go through a table beside the table of two of its axes, with strides s1 > s2 and d1 and d2
    states.

    TAKE adds the child's entry to the table's, REACH raises the child's to the share of the
    table's, GIVE subtracts it.
    """
    if what == REACH:
        for e in range(child, child + d1 * d2):
            b[e] = -np.inf
    entry = t
    for _ in range(size // (s1 * d1)):
        for x in range(d1):
            for _ in range(s1 // (s2 * d2)):
                for y in range(d2):
                    at = child + x * step1 + y * step2
                    for _ in range(s2):
                        if what == TAKE:
                            b[entry] += b[at]
                        elif what == REACH:
                            b[at] = max(b[at], share * b[entry])
                        elif b[entry] > -np.inf:
                            b[entry] -= b[at]
                        entry += 1


@kernel
def _walk_all(r: Regions, f: int, what: int, share: float) -> None:
    """Go through the table of a factor beside each of its smaller regions: its variables, and its
    pairs that are shared.
    """
    row = r.factor[f]
    first, last, slot, s1 = row[SCOPE], row[SCOPE] + row[ARITY], row[SLOT], row[F_SIZE]
    for a in range(first, last):
        v = r.scope[a]
        d1 = r.card[v]
        s1 //= d1
        _walk(r.table, what, share, row[F_TABLE], row[F_SIZE], s1 * d1, 1, s1, d1, r.at[v], 0, 1)
        s2 = s1
        for c in range(a + 1, last):
            u, p = r.scope[c], r.slot[slot]
            d2 = r.card[u]
            s2 //= d2
            slot += 1
            if r.pair[p, SHARED]:
                step1, step2 = (d2, 1) if v < u else (1, d1)
                _walk(
                    r.table,
                    what,
                    share,
                    row[F_TABLE],
                    row[F_SIZE],
                    s1,
                    d1,
                    s2,
                    d2,
                    r.pair[p, TABLE],
                    step1,
                    step2,
                )


@entry
def update_factor(r: Regions, f: int) -> None:
    """A factor over three or more variables, or a second one over the same two."""
    children, slot, arity = r.factor[f, ARITY], r.factor[f, SLOT], r.factor[f, ARITY]
    for s in range(slot, slot + arity * (arity - 1) // 2):
        children += r.pair[r.slot[s], SHARED] > 0
    for what in range(3):  # TAKE, REACH, GIVE
        _walk_all(r, f, what, 1.0 / children)


@compiled
def bound(r: Regions) -> float:
    """The sum of the largest entries of all tables."""
    total = 0.0
    for v in range(len(r.card)):
        total += peak(r.table, r.at[v], r.card[v])
    for p in range(r.used[PAIRS]):
        if r.pair[p, TABLE] >= 0:
            total += peak(
                r.table, r.pair[p, TABLE], r.card[r.pair[p, LOW]] * r.card[r.pair[p, HIGH]]
            )
    for f in range(len(r.factor)):
        total += peak(r.table, r.factor[f, F_TABLE], r.factor[f, F_SIZE])
    for t in range(r.used[TRIPLETS]):
        row = r.triplet[t]
        total += peak(r.table, row[T_TABLE], r.card[row[A]] * r.card[row[B]] * r.card[row[C]])
    return total


@compiled
def sweep(r: Regions) -> int:
    """Update every region once, in the order they came; how many there are."""
    updates = len(r.factor) + r.used[TRIPLETS]
    for p in range(r.used[PAIRS]):
        if r.pair[p, OWN]:
            update_pair(r, p)
            updates += 1
    for f in range(len(r.factor)):
        update_factor(r, f)
    for t in range(r.used[TRIPLETS]):
        update_triplet(r, t)
    return updates


@inner
def _decode(r: Regions, states: np.ndarray) -> None:
    """The best state of each variable's own table, the first of several: MPLP's assignment."""
    for v in range(len(r.card)):
        best = 0
        for x in range(1, r.card[v]):
            if r.table[r.at[v] + x] > r.table[r.at[v] + best]:
                best = x
        states[v] = best


@compiled
def value_of(g: Ground, states: np.ndarray) -> float:
    """The log value of an assignment, without the constant."""
    value = 0.0
    for v in range(len(g.card)):
        value += g.unary[g.unary_ptr[v] + states[v]]
    for f in range(len(g.factor_ptr) - 1):
        entry = 0
        for k in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
            entry = entry * g.card[g.con_var[k]] + states[g.con_var[k]]
        value += g.tables[g.table_ptr[f] + entry]
    return value


@compiled
def advance(
    r: Regions,
    g: Ground,
    most: int,
    settle: float,
    tolerance: float,
    marks: np.ndarray,
    bounds: np.ndarray,
    states: np.ndarray,
    best: np.ndarray,
    curve: np.ndarray,
) -> int:
    """Up to ``most`` sweeps, fewer if the bounds meet or a sweep lowers the bound by no more than
    ``settle``; how many were done.

    ``best`` is the best assignment seen, ``curve[i]`` the bound after sweep i. Values are
    without the model's constant.
    """
    for i in range(most):
        marks[UPDATES] += sweep(r)
        marks[SWEEPS] += 1
        marks[IN_PHASE] += 1
        value = bound(r)
        curve[i] = value
        drop, bounds[LAST] = bounds[LAST] - value, value
        bounds[UPPER] = min(bounds[UPPER], value)
        if value == -np.inf:
            marks[SETTLED] = 1
            return i + 1
        _decode(r, states)
        found = value_of(g, states)
        if found > bounds[LOWER]:
            bounds[LOWER] = found
            for v in range(len(states)):
                best[v] = states[v]
        if bounds[UPPER] - bounds[LOWER] <= tolerance or (
            drop <= settle and marks[IN_PHASE] >= MIN_SWEEPS
        ):
            marks[SETTLED] = 1
            return i + 1
    return most
