"""θ of bridges that are relaxed: the one with which the bound stays where it was (Theorem 3).

A recovered constraint on no loop splits its component in two when it is relaxed. Of these pieces
one is the root; every other piece first hands all it knows of its bridge towards the root, as
max-product does on a tree, after which the pieces are worth together what they were worth joined.
Then each bridge is balanced, from the root on, which leaves that value where it is.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rcr.compensation.balancing import PUSHED_LOGS, balancing
from rcr.compensation.method import Method, Progress, whole
from rcr.compensation.rule import Rule, rule
from rcr.compensation.scheme import Stride
from rcr.compensation.tree_sweep import TreeSweep
from rcr.compiled import compiled
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.junction_tree.tree import CLIQUE, CLONE_CLIQUE, COMPONENT
from rcr.relaxation import Relaxation


@rule
def handing_over(
    pair: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    joint: bool,
    d: int,
    theta: np.ndarray,
    clone: np.ndarray,
    sums: bool,
    amount: float,
    spare: np.ndarray,
) -> None:
    """All that one side knows goes to the other: to X where the amount is positive."""
    high, low = -np.inf, np.inf
    for x in range(d):
        value = right[x] if amount > 0.0 else left[x]
        if value > -np.inf:
            high, low = max(high, value), min(low, value)
    if high == -np.inf:
        return
    for x in range(d):
        value = right[x] if amount > 0.0 else left[x]
        value = value if value > -np.inf else low - PUSHED_LOGS
        theta[x] = amount * value


def without(
    now: Relaxation,
    relax: np.ndarray,
    theta: np.ndarray,
    tree_of: Callable[[Relaxation], JunctionTree],
) -> np.ndarray:
    """θ once these are relaxed: bridges get the one with which the bound of the MPE value stays
    where it was, the others have theirs from before.
    """
    if not len(relax):
        return theta
    fewer = now.with_recovered(relax, False)
    bridges = fewer.bridges(relax[np.argsort(now.on_loops[relax], kind="stable")])
    return cut(tree_of(fewer), theta, bridges)


def cut(engine: JunctionTree, theta: np.ndarray, bridges: np.ndarray) -> np.ndarray:
    """θ after these constraints were relaxed that were bridges before; the others keep theirs.

    ``engine`` is that of the relaxation without them; together they must close no loop in it.
    """
    theta, sweep = theta.copy(), TreeSweep(engine, theta)
    cliques = engine.tree.con[bridges][:, [CLIQUE, CLONE_CLIQUE]]
    ends = engine.tree.clique[:, COMPONENT][cliques]
    outwards, inwards = _from_the_roots(ends, int(engine.tree.sizes[0]))
    order = bridges[outwards]

    def update(some: np.ndarray, rule: Rule, amount: float) -> None:
        progress = Progress(np.zeros(4, np.int64), np.zeros(2), np.empty(1))
        method = Method(rule.address, True, Stride(amount))
        sweep.advance(theta, some, method, whole(some), progress)

    turns = np.flatnonzero(np.diff(inwards[::-1])) + 1
    for some in np.split(np.arange(len(order))[::-1], turns):
        if len(some):
            update(order[some], handing_over, float(inwards[some[0]]))
    update(order, balancing, 0.0)
    return theta


@compiled
def _from_the_roots(ends: np.ndarray, n_pieces: int) -> tuple[np.ndarray, np.ndarray]:
    """The bridges in an order in which those nearer to the root of their tree of pieces come first,
    and for each whether X is nearer (1) or its clone (-1).

    ``ends`` are the pieces that hold X and X_i of each bridge.
    """
    n = len(ends)
    ptr = np.zeros(n_pieces + 1, np.int64)
    for i in range(n):
        for side in range(2):
            ptr[ends[i, side] + 1] += 1
    ptr = np.cumsum(ptr)
    fill, around = ptr[:-1].copy(), np.empty(2 * n, np.int64)
    for i in range(n):
        for side in range(2):
            around[fill[ends[i, side]]] = 2 * i + side
            fill[ends[i, side]] += 1
    order, inwards = np.empty(n, np.int64), np.empty(n, np.int64)
    seen, waiting = np.zeros(n_pieces, np.bool_), np.empty(n_pieces, np.int64)
    found = 0
    for root in range(n_pieces):
        if seen[root]:
            continue
        seen[root], waiting[0], head, tail = True, root, 0, 1
        while head < tail:
            piece = waiting[head]
            head += 1
            for j in range(ptr[piece], ptr[piece + 1]):
                i, side = around[j] >> 1, around[j] & 1
                other = ends[i, 1 - side]
                if not seen[other]:
                    seen[other], waiting[tail] = True, other
                    tail += 1
                    order[found], inwards[found] = i, 1 - 2 * side
                    found += 1
    return order, inwards
