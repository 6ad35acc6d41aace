"""What each factor prefers of each pair of its variables in a relaxed model: to be alike or
to differ, and at what price.

A preference is about two-way splits of the states, one state against the rest, so that it is
a matter of parity for any number of states (the projection graph of Sontag, Choe and Li
2012).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import NONE_OF_THEM, compiled, inner
from rcr.engines.junction_tree.messages import Work, belief, move_focus
from rcr.engines.junction_tree.tree import SIZE, Axes, Tree
from rcr.relaxation import Ground

MAX_SPLITS = 6  # of one variable that are looked at, the likeliest states first
HARD_PRICE_LOGS = 1e6  # of a preference that cannot be refused at all


class Preferences(NamedTuple):
    """One row for each pair of splits of two variables in one factor."""

    a: np.ndarray  # split of the first variable
    b: np.ndarray  # split of the second
    price: np.ndarray  # s: positive if they preference to be equal, negative if different
    con_a: np.ndarray  # the constraints between the two variables and the factor
    con_b: np.ndarray


@inner
def _project(
    axes: Axes, table: np.ndarray, size: int, c: int, node_a: int, node_b: int, out: np.ndarray
) -> None:
    """out[x, y] = largest entry of the table of clique c with these states of two of its nodes."""
    sa = sb = da = db = 1
    for i in range(axes.node_ptr[c], axes.node_ptr[c + 1]):
        if axes.nodes[i] == node_a:
            sa, da = axes.stride[i], axes.card[i]
        if axes.nodes[i] == node_b:
            sb, db = axes.stride[i], axes.card[i]
    out[:da, :db] = -np.inf
    for e in range(size):
        x, y = (e // sa) % da, (e // sb) % db
        out[x, y] = max(out[x, y], table[e])


@inner
def _price(pair: np.ndarray, da: int, db: int, x: int, y: int) -> float:
    """s of the splits (a = x) and (b = y): the best with both true or both false, minus the best
    of the rest.
    """
    same, different = pair[x, y], -np.inf
    for i in range(da):
        for j in range(db):
            if i != x and j != y:
                same = max(same, pair[i, j])
            elif (i == x) != (j == y):
                different = max(different, pair[i, j])
    return (
        max(-HARD_PRICE_LOGS, min(HARD_PRICE_LOGS, same - different)) if same != different else 0.0
    )


@inner
def _splits(g: Ground) -> np.ndarray:
    """The splits of variable v are numbered first[v]:first[v + 1]; a two-state variable has one."""
    first = np.zeros(len(g.card) + 1, np.int64)
    for v in range(len(g.card)):
        d = g.card[v]
        first[v + 1] = first[v] + (0 if d < 2 else 1 if d == 2 else min(d, MAX_SPLITS))
    return first


@inner
def _likeliest(pair: np.ndarray, d: int, across: bool, other: int, out: np.ndarray) -> None:
    """out = the states of one side of a pair table with the largest max-marginals, best first."""
    marginal = np.full(d, -np.inf)
    for x in range(d):
        for y in range(other):
            marginal[x] = max(marginal[x], pair[y, x] if across else pair[x, y])
    for i in range(len(out)):
        best = -1
        for x in range(d):
            fresh = True
            for j in range(i):
                fresh = fresh and out[j] != x
            if fresh and (best < 0 or marginal[x] > marginal[best]):
                best = x
        out[i] = best


@compiled
def preferences(
    t: Tree,
    axes: Axes,
    w: Work,
    g: Ground,
    recovered: np.ndarray,
    factor_clique: np.ndarray,
    factors: np.ndarray,
) -> tuple[Preferences, np.ndarray]:
    """The preferences of every factor in the relaxed model, and the variable of each split.

    The factors should come in an order in which the focus moves little.
    """
    n, first = len(g.card), _splits(g)
    state, owner = (
        np.full(first[n], -1, np.int64),
        np.empty(first[n], np.int64),
    )  # the state set apart, and whose it is
    for v in range(n):
        owner[first[v] : first[v + 1]] = v
    count = 0
    for i in range(len(g.con_var)):
        for j in range(i + 1, g.factor_ptr[g.con_factor[i] + 1]):
            u, v = g.con_var[i], g.con_var[j]
            count += (first[u + 1] - first[u]) * (first[v + 1] - first[v])
    ints = np.empty((4, count), np.int64)
    out = Preferences(ints[0], ints[1], np.empty(count), ints[2], ints[3])
    pair = np.empty((t.sizes[3], t.sizes[3]))
    at = 0
    for f in factors:
        c = factor_clique[f]
        move_focus(t, w, c, False)
        belief(t, w, c, NONE_OF_THEM, NONE_OF_THEM)
        for i in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
            for j in range(i + 1, g.factor_ptr[f + 1]):
                u, v = g.con_var[i], g.con_var[j]
                _project(
                    axes,
                    w.table,
                    t.clique[c, SIZE],
                    c,
                    u if recovered[i] else n + i,
                    v if recovered[j] else n + j,
                    pair,
                )
                for across in range(2):
                    own, other = (v, u) if across else (u, v)
                    if first[own + 1] > first[own] and state[first[own]] < 0:
                        _likeliest(
                            pair,
                            g.card[own],
                            across == 1,
                            g.card[other],
                            state[first[own] : first[own + 1]],
                        )
                for p in range(first[u], first[u + 1]):
                    for q in range(first[v], first[v + 1]):
                        out.a[at], out.b[at], out.con_a[at], out.con_b[at] = p, q, i, j
                        out.price[at] = _price(pair, g.card[u], g.card[v], state[p], state[q])
                        at += 1
    return out, owner
