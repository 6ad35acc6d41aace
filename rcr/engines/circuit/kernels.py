"""Evaluating and differentiating a circuit, all of it or only what a changed leaf touches: the
compiled inner loops.

A value is computed upwards, children before parents. All partial derivatives of the value
follow from one more pass, downwards (Darwiche 2003); where sums are maxima the same pass gives
max-marginals. When a leaf changes, its parents are marked, and a node marks its own parents
only if its value came out different: lazy evaluation (Choi, Standley and Darwiche 2009,
"Approximating weighted Max-SAT problems by compensating for relaxations"). Everything is in log
space; ``sums`` selects sums, or maxima where it is False.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, entry, kernel
from rcr.engines.circuit.nodes import (
    CARD,
    CLONE_COMPONENT,
    COMPONENT,
    OFFSET,
    PRODUCT,
    THETA,
    Nodes,
)
from rcr.engines.junction_tree.messages import put

BLOCK_BITS = 6  # marks are looked for in blocks of 2^6 nodes


class Values(NamedTuple):
    """The value of every node for one θ; belongs to one computation and is never shared."""

    value: np.ndarray
    marked: np.ndarray  # nodes with a child that has changed
    block: (
        np.ndarray
    )  # blocks with a marked node; those of one component start at (span[c] >> BLOCK) + c
    pair: np.ndarray  # M(x, y) at x·d + y where X and X_i lie in one component …
    left: np.ndarray  # … and its two marginals where they are independent
    right: np.ndarray


@compiled
def new_values(t: Nodes) -> Values:
    n, d = len(t.kind), 1
    for k in range(len(t.con)):
        d = max(d, t.con[k, CARD])
    blocks = (n >> BLOCK_BITS) + len(t.span) + 1
    return Values(
        np.empty(n),
        np.zeros(n, np.uint8),
        np.zeros(blocks, np.uint8),
        np.empty(d * d),
        np.empty(d),
        np.empty(d),
    )


@kernel
def _compute(t: Nodes, value: np.ndarray, i: int, sums: bool) -> float:
    """The value of inner node i from those of its children; exact for ``-inf``."""
    first, stop = t.child_ptr[i], t.child_ptr[i + 1]
    if t.kind[i] == PRODUCT:
        total = 0.0
        for j in range(first, stop):
            total += value[t.child[j]]
        return total
    high = -np.inf
    for j in range(first, stop):
        high = max(high, value[t.child[j]])
    if not sums or high == -np.inf:
        return high
    total = 0.0
    for j in range(first, stop):
        total += np.exp(value[t.child[j]] - high)
    return high + np.log(total)


@entry
def evaluate(t: Nodes, w: Values, theta: np.ndarray, sums: bool) -> None:
    """The value of every node."""
    for i in range(len(t.source)):
        w.value[i] = theta[t.where[i]] if t.source[i] == THETA else t.constant[i]
    renew(t, w, sums)


@entry
def renew(t: Nodes, w: Values, sums: bool) -> None:
    """The value of every inner node from the leaves, whatever is marked."""
    for i in range(len(t.source), len(t.kind)):
        w.value[i] = _compute(t, w.value, i, sums)


@entry
def total(t: Nodes, w: Values) -> float:
    """The value of the root, the product of the components."""
    value = 0.0
    for c in range(len(t.top)):
        value += w.value[t.top[c]]
    return value


@kernel
def _mark_parents(t: Nodes, w: Values, i: int, first: int, block: int) -> None:
    for j in range(t.parent_ptr[i], t.parent_ptr[i + 1]):
        p = t.parent[j]
        w.marked[p] = 1
        w.block[block + ((p - first) >> BLOCK_BITS)] = 1


@entry
def change(t: Nodes, w: Values, c: int, leaf: int, value: float) -> None:
    """Give a leaf of component c another value; what depends on it is marked. A leaf that zeros
    have pruned has no effect.
    """
    if leaf >= 0 and w.value[leaf] != value:
        w.value[leaf] = value
        _mark_parents(t, w, leaf, t.span[c], (t.span[c] >> BLOCK_BITS) + c)


@entry
def refresh(t: Nodes, w: Values, c: int, sums: bool) -> int:
    """Compute the marked nodes of component c anew, children before parents; returns how many
    there were.
    """
    first, stop = t.span[c], t.span[c + 1]
    block, count = (first >> BLOCK_BITS) + c, 0
    for at in range(block, block + ((stop - first + (1 << BLOCK_BITS) - 1) >> BLOCK_BITS)):
        if w.block[at] == 0:
            continue
        start = first + ((at - block) << BLOCK_BITS)
        for i in range(start, min(start + (1 << BLOCK_BITS), stop)):
            if w.marked[i]:
                w.marked[i] = 0
                count += 1
                value = _compute(t, w.value, i, sums)
                if value != w.value[i]:
                    w.value[i] = value
                    _mark_parents(t, w, i, first, block)
        w.block[at] = 0
    return count


@kernel
def observe(t: Nodes, w: Values, c: int, o: int, d: int, x: int, sums: bool) -> float:
    """The value of component c when the θ that starts at o is evidence for state x: 1 for x, 0 for
    the other states.
    """
    for s in range(d):
        change(t, w, c, t.theta[o + s], 0.0 if s == x else -np.inf)
    refresh(t, w, c, sums)
    return w.value[t.top[c]]


@entry
def pair_table(t: Nodes, w: Values, k: int, sums: bool) -> bool:
    """M(x, y) of constraint k, up to the value of the components it does not touch; ``commit`` has
    to follow.

    Returns True where X and X_i lie in one component; M is then in w.pair. Otherwise they are
    independent, and M(x, y) is w.left[x] + w.right[y].
    """
    d, o, oc = t.con[k, CARD], t.con[k, OFFSET], t.con[k, OFFSET] + len(t.theta) // 2
    a, b = t.con[k, COMPONENT], t.con[k, CLONE_COMPONENT]
    if a != b:
        for x in range(d):
            w.left[x] = observe(t, w, a, o, d, x, sums)
            w.right[x] = observe(t, w, b, oc, d, x, sums)
        return False
    for s in range(d):
        change(t, w, b, t.theta[oc + s], 0.0 if s == 0 else -np.inf)
    for x in range(d):
        w.pair[x * d + (0 if x % 2 == 0 else d - 1)] = observe(t, w, a, o, d, x, sums)
        for i in range(1, d):  # to and fro, so that one of the two changes at a time
            y = i if x % 2 == 0 else d - 1 - i
            w.pair[x * d + y] = observe(t, w, b, oc, d, y, sums)
    return True


@entry
def commit(t: Nodes, w: Values, theta: np.ndarray, k: int, sums: bool) -> None:
    """Give the leaves of constraint k the values of θ, changed or not, and renew what depends on
    them.
    """
    for side in range(2):
        o, c = t.con[k, OFFSET] + side * (len(t.theta) // 2), t.con[k, COMPONENT + side]
        for x in range(t.con[k, CARD]):
            change(t, w, c, t.theta[o + x], theta[o + x])
    refresh(t, w, t.con[k, COMPONENT], sums)
    refresh(t, w, t.con[k, CLONE_COMPONENT], sums)


@entry
def differentiate(t: Nodes, w: Values, out: np.ndarray, spare: np.ndarray, sums: bool) -> None:
    """out[i] = log of the partial derivative of the value by node i, for every node; where sums
    are maxima, the largest value of a term that contains i, without i. The other factors of a
    product are multiplied from both ends: a division would fail at zeros. ``spare`` is scratch
    for as many numbers as there are nodes, or children of a product, or components.
    """
    n = len(t.kind)
    for i in range(n):
        out[i], spare[i] = -np.inf, 0.0
    above = 0.0
    for c in range(len(t.top)):
        out[t.top[c]] = above
        above += w.value[t.top[c]]
    above = 0.0
    for c in range(len(t.top) - 1, -1, -1):
        out[t.top[c]] += above
        spare[t.top[c]] = 1.0
        above += w.value[t.top[c]]
    for i in range(n - 1, -1, -1):
        if sums and out[i] > -np.inf:
            out[i] += np.log(spare[i])
        first, stop = t.child_ptr[i], t.child_ptr[i + 1]
        if out[i] == -np.inf:
            continue
        if t.kind[i] == PRODUCT:
            _into_product(t, w, out, spare, first, stop, out[i], sums)
        else:
            for j in range(first, stop):
                put(out, spare, 0, t.child[j], out[i], sums)


@kernel
def _into_product(
    t: Nodes,
    w: Values,
    out: np.ndarray,
    spare: np.ndarray,
    first: int,
    stop: int,
    above: float,
    sums: bool,
) -> None:
    """Hand a product's derivative on to its children, each times the values of the others."""
    n = len(t.kind)
    for j in range(first, stop):
        spare[n + j - first] = above
        above += w.value[t.child[j]]
    above = 0.0
    for j in range(stop - 1, first - 1, -1):
        put(out, spare, 0, t.child[j], spare[n + j - first] + above, sums)
        above += w.value[t.child[j]]


@entry
def trace_back(t: Nodes, w: Values, chosen: np.ndarray) -> None:
    """Mark the nodes of one best term: all children of a product, one with the largest value of a
    maximum.
    """
    for i in range(len(t.kind)):
        chosen[i] = False
    for c in range(len(t.top)):
        chosen[t.top[c]] = True
    for i in range(len(t.kind) - 1, len(t.source) - 1, -1):
        if not chosen[i]:
            continue
        best = t.child_ptr[i]
        for j in range(t.child_ptr[i], t.child_ptr[i + 1]):
            if t.kind[i] == PRODUCT:
                chosen[t.child[j]] = True
            elif w.value[t.child[j]] > w.value[t.child[best]]:
                best = j
        if t.kind[i] != PRODUCT:
            chosen[t.child[best]] = True
