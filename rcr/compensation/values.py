"""The value of the compensated model around one constraint, from its pair table: compiled."""

from __future__ import annotations

import numpy as np

from rcr.compiled import entry, kernel
from rcr.engines.junction_tree.messages import Work, reduce
from rcr.engines.junction_tree.tree import CARD, CLIQUE, CLONE_CLIQUE, COMPONENT, THETA, Tree


@kernel
def _total(
    values: np.ndarray, d: int, theta: np.ndarray, o: int, sums: bool, spare: np.ndarray
) -> float:
    """Reduction over x of values[x] + θ[x]."""
    for x in range(d):
        spare[x] = values[x] + theta[o + x]
    return reduce(spare, 0, d, sums)


@kernel
def pair_total(
    pair: np.ndarray, d: int, theta: np.ndarray, o: int, oc: int, sums: bool, spare: np.ndarray
) -> float:
    """Reduction over (x, y) of M(x, y) + θ(x) + θ(y_i)."""
    for x in range(d):
        for y in range(d):
            spare[x * d + y] = pair[x * d + y] + theta[o + x] + theta[oc + y]
    return reduce(spare, 0, d * d, sums)


@kernel
def local_value(t: Tree, w: Work, theta: np.ndarray, k: int, joint: bool, sums: bool) -> float:
    """Log value of the components that hold X and X_i, from the pair table; kept in w.value."""
    d, o, oc = t.con[k, CARD], t.con[k, THETA], t.con[k, THETA] + t.sizes[4]
    first, last = t.clique[t.con[k, CLIQUE], COMPONENT], t.clique[t.con[k, CLONE_CLIQUE], COMPONENT]
    if joint:
        w.value[first] = pair_total(w.pair, d, theta, o, oc, sums, w.spare)
        return w.value[first]
    w.value[first] = _total(w.left, d, theta, o, sums, w.spare)
    w.value[last] = _total(w.right, d, theta, oc, sums, w.spare)
    return w.value[first] + w.value[last]


@kernel
def recovered_value(t: Tree, w: Work, k: int, joint: bool, sums: bool) -> float:
    """Log value of the same components if constraint k alone were recovered: the reduced diagonal
    of M.
    """
    d = t.con[k, CARD]
    for x in range(d):
        w.spare[x] = w.pair[x * d + x] if joint else w.left[x] + w.right[x]
    return reduce(w.spare, 0, d, sums)


@entry
def total_value(w: Work) -> float:
    """Log value of the whole relaxed model, without the constant."""
    value = 0.0
    for c in range(len(w.value)):
        value += w.value[c]
    return value
