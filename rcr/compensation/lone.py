"""Updates of constraints between cliques without neighbours, one after the other: compiled.

Where little is recovered nearly all constraints are of this kind, and their pair tables take a few
additions: what a walk through a junction tree prepares for would take longer than these.
"""

from __future__ import annotations

import numpy as np

from rcr.compensation.rule import call_rule
from rcr.compiled import kernel, routine
from rcr.engines.junction_tree.messages import Work
from rcr.engines.junction_tree.tree import (
    ATT_CARD,
    ATT_CON,
    ATT_STRIDE,
    ATT_THETA,
    CARD,
    CLIQUE,
    CLONE_CLIQUE,
    COMPONENT,
    FIRST_CHILD,
    FIRST_THETA,
    LAST_CHILD,
    LAST_THETA,
    PARENT,
    SIZE,
    STRIDE,
    TABLE,
    THETA,
    Tree,
)


@kernel
def _alone(t: Tree, c: int) -> bool:
    return t.clique[c, PARENT] < 0 and t.clique[c, LAST_CHILD] == t.clique[c, FIRST_CHILD]


@kernel
def _side(t: Tree, table: np.ndarray, theta: np.ndarray, k: int, end: int, out: np.ndarray) -> None:
    """out[x]: the largest entry with X, or its clone, in state x, without θ of k."""
    c, d, stride = t.con[k, CLIQUE + 2 * end], t.con[k, CARD], t.con[k, STRIDE + 2 * end]
    first, size = t.clique[c, TABLE], t.clique[c, SIZE]
    if size == d:  # a table of one variable is what is looked for
        table = out
    for e in range(size):
        table[e] = t.base[first + e]
    for a in range(t.clique[c, FIRST_THETA], t.clique[c, LAST_THETA]):
        if t.attached[a, ATT_CON] != k:
            th, step = t.attached[a, ATT_THETA], t.attached[a, ATT_STRIDE]
            e = 0
            while e < size:
                for x in range(t.attached[a, ATT_CARD]):
                    for _ in range(step):
                        table[e] += theta[th + x]
                        e += 1
    if size == d:
        return
    for x in range(d):
        out[x] = -np.inf
    e = 0
    while e < size:
        for x in range(d):
            for _ in range(stride):
                out[x] = max(out[x], table[e])
                e += 1


@routine
def lone_updates(
    t: Tree,
    w: Work,
    theta: np.ndarray,
    order: np.ndarray,
    begin: int,
    end: int,
    rule: int,
    amount: float,
) -> int:
    """For a scheme with a bound on the MPE value: the updates of order[begin:end] up to the first
    that is not of this kind, or that proves that there is no mass, which is left to others; returns
    how many were made. The numbers are those of ``update``.
    """
    left, right, half = w.left, w.right, t.sizes[4]
    for i in range(begin, end):
        k = order[i]
        first, last = t.con[k, CLIQUE], t.con[k, CLONE_CLIQUE]
        if first == last or not _alone(t, first) or not _alone(t, last):
            return i - begin
        d, o = t.con[k, CARD], t.con[k, THETA]
        _side(t, w.table, theta, k, 0, left)
        _side(t, w.table, theta, k, 1, right)
        recovered = -np.inf
        for x in range(d):
            recovered = max(recovered, left[x] + right[x])
        if recovered == -np.inf:
            return i - begin
        call_rule(rule, w.pair, left, right, False, d, theta, o, half + o, False, amount, w.spare)
        gauge, here, there = theta[o], -np.inf, -np.inf
        for x in range(d):
            theta[o + x] -= gauge
            theta[half + o + x] = -theta[o + x]
            here = max(here, left[x] + theta[o + x])
            there = max(there, right[x] + theta[half + o + x])
        w.value[t.clique[first, COMPONENT]] = here
        w.value[t.clique[last, COMPONENT]] = there
    return end - begin
