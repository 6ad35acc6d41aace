"""The tables of nodes a circuit starts from: leaves, what belongs to one variable alone, factors
rid of their relaxed clones.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import entry, kernel, routine
from rcr.engines.circuit.build import NODES, ONE, ZERO, Builder, intern, sum_out
from rcr.engines.circuit.nodes import CONSTANT, INDICATOR, LEAF, PARAMETER, PRODUCT, THETA, UNARY
from rcr.relaxation import Ground

FIRST_INDICATOR = 2  # after ZERO and ONE


@kernel
def theta_table(g: Ground) -> int:
    """Where the nodes of θ(X) start in the pool; those of θ(X_i) follow."""
    return len(g.tables)


@kernel
def own_table(g: Ground) -> int:
    """Where the nodes of what belongs to one variable alone start in the pool."""
    return len(g.tables) + 2 * g.theta_ptr[len(g.con_var)]


def first_equal(values: np.ndarray, ptr: np.ndarray) -> np.ndarray:
    """For each entry of each table, the first entry of the same table with the same value."""
    owner = np.repeat(np.arange(len(ptr) - 1), np.diff(ptr))
    order = np.lexsort((values, owner))
    fresh = np.ones(len(values), dtype=np.bool_)
    fresh[1:] = (values[order[1:]] != values[order[:-1]]) | (owner[order[1:]] != owner[order[:-1]])
    first = np.empty(len(values), dtype=np.int64)
    first[order] = order[fresh][np.cumsum(fresh) - 1]
    return first


@kernel
def _parameters(
    b: Builder,
    values: np.ndarray,
    first: np.ndarray,
    o: int,
    source: np.ndarray,
    where: np.ndarray,
    kind: int,
    node: int,
) -> int:
    """One leaf for each distinct entry of each table; zeros and ones need none. Their node ids go
    to pool[o:].
    """
    for e in range(len(values)):
        if values[e] == -np.inf:
            b.pool[o + e] = ZERO
        elif values[e] == 0.0:
            b.pool[o + e] = ONE
        elif first[e] < e:
            b.pool[o + e] = b.pool[o + first[e]]
        else:
            b.pool[o + e], source[node], where[node] = node, kind, e
            node += 1
    return node


@entry
def make_leaves(
    g: Ground,
    b: Builder,
    first: np.ndarray,
    first_unary: np.ndarray,
    source: np.ndarray,
    where: np.ndarray,
) -> int:
    """All leaves there could be, and the tables of them at the start of the pool; returns how
    many.
    """
    source[ZERO], source[ONE], where[ZERO], where[ONE] = CONSTANT, CONSTANT, 0, 1
    node = FIRST_INDICATOR
    for j in range(len(g.unary)):
        source[node], where[node] = INDICATOR, j
        node += 1
    for j in range(2 * g.theta_ptr[len(g.con_var)]):
        source[node], where[node] = THETA, j
        b.pool[theta_table(g) + j] = node
        node += 1
    node = _parameters(b, g.tables, first, 0, source, where, PARAMETER, node)
    node = _parameters(b, g.unary, first_unary, own_table(g), source, where, UNARY, node)
    for i in range(node):
        b.kind[i], b.ptr[i], b.ptr[i + 1] = LEAF, 0, 0
    b.filled[NODES] = node
    return node


@kernel
def gather_own(g: Ground, recovered: np.ndarray, b: Builder, v: int) -> None:
    """The product of what belongs to each state of variable v alone: its indicator, its unary
    factors and θ(X).
    """
    for x in range(g.card[v]):
        j = g.unary_ptr[v] + x
        o = own_table(g) + j
        if b.pool[o] == ZERO:
            continue
        b.kids[0], n = FIRST_INDICATOR + j, 1
        if b.pool[o] != ONE:
            b.kids[1], n = b.pool[o], 2
        for i in range(g.var_ptr[v], g.var_ptr[v + 1]):
            k = g.var_con[i]
            if not recovered[k]:
                b.kids[n] = b.pool[theta_table(g) + g.theta_ptr[k] + x]
                n += 1
        b.pool[o] = intern(b, PRODUCT, b.kids, n)


@routine
def factor_message(g: Ground, recovered: np.ndarray, b: Builder, f: int, build: bool) -> int:
    """Eliminate the relaxed clones of a factor, the last first; returns where the table over the
    recovered ones starts.
    """
    first, stop = g.factor_ptr[f], g.factor_ptr[f + 1]
    table, left = g.table_ptr[f], stop - first
    for gone in range(stop - 1, first - 1, -1):
        if recovered[gone]:
            continue
        left -= 1
        a, size = left - 1, 1
        for k in range(stop - 1, first - 1, -1):
            if k > gone and not recovered[k]:
                continue
            d = g.card[g.con_var[k]]
            if k == gone:
                b.card[left], b.stride[0, left], b.stride[1, left] = d, size, 1
            else:
                b.card[a], b.stride[0, a], b.stride[1, a] = d, size, 0
                a -= 1
            size *= d
        b.at[0], b.at[1] = table, theta_table(g) + g.theta_ptr[len(g.con_var)] + g.theta_ptr[gone]
        table = sum_out(b, left + 1, 2, build)
    return table
