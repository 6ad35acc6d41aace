"""Loops and trees among the recovered constraints: the graph of variables and factors, joined
where a constraint is recovered.

A recovered constraint that lies on no loop (a *bridge*) leaves the optimum of the bound as it
is, and so does relaxing it: with θ half the difference of the two sides' max-marginals (Theorem
3) the two sides together are worth what they were.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import compiled
from rcr.compiled.union_find import find
from rcr.relaxation.ground import Ground


@compiled
def loops(g: Ground, recovered: np.ndarray) -> int:
    """How many recovered constraints lie beyond a spanning forest."""
    n = len(g.card)
    parent = np.arange(n + len(g.factor_ptr) - 1)
    count = 0
    for k in range(len(recovered)):
        if recovered[k]:
            a, b = find(parent, g.con_var[k]), find(parent, n + g.con_factor[k])
            if a == b:
                count += 1
            else:
                parent[b] = a
    return count


def strongest_first(g: Ground) -> np.ndarray:
    """All constraints, those of the factors with the largest range of log ψ first."""
    begins = g.table_ptr[:-1]
    low, high = np.minimum.reduceat(g.tables, begins), np.maximum.reduceat(g.tables, begins)
    strength = np.zeros(len(begins))
    np.subtract(high, low, out=strength, where=high > low)
    return np.argsort(-strength[g.con_factor], kind="stable")


@compiled
def spanned(g: Ground, core: np.ndarray, order: np.ndarray) -> np.ndarray:
    """``core`` and every constraint, taken in the order given, that closes no loop with what is
    already there.
    """
    n = len(g.card)
    parent = np.arange(n + len(g.factor_ptr) - 1)
    out = core.copy()
    for k in range(len(core)):
        if core[k]:
            a, b = find(parent, g.con_var[k]), find(parent, n + g.con_factor[k])
            if a != b:
                parent[b] = a
    for k in order:
        a, b = find(parent, g.con_var[k]), find(parent, n + g.con_factor[k])
        if a != b:
            parent[b] = a
            out[k] = True
    return out


@compiled
def on_loops(g: Ground, recovered: np.ndarray) -> np.ndarray:
    """Which recovered constraints are no bridges (Tarjan's search for bridges, without
    recursion).
    """
    n, n_nodes = len(g.card), len(g.card) + len(g.factor_ptr) - 1
    out = recovered.copy()
    entered, low = np.full(n_nodes, -1, np.int64), np.zeros(n_nodes, np.int64)
    via, tried, stack = (
        np.full(n_nodes, -1, np.int64),
        np.zeros(n_nodes, np.int64),
        np.empty(n_nodes, np.int64),
    )
    clock = 0
    for root in range(n):
        if entered[root] >= 0:
            continue
        depth, stack[0] = 0, root
        entered[root] = low[root] = clock
        clock += 1
        while depth >= 0:
            u = stack[depth]
            first, last = (
                (g.var_ptr[u], g.var_ptr[u + 1])
                if u < n
                else (g.factor_ptr[u - n], g.factor_ptr[u - n + 1])
            )
            if first + tried[u] < last:
                k = g.var_con[first + tried[u]] if u < n else first + tried[u]
                tried[u] += 1
                if not recovered[k] or k == via[u]:
                    continue
                v = n + g.con_factor[k] if u < n else g.con_var[k]
                if entered[v] >= 0:
                    low[u] = min(low[u], entered[v])
                    continue
                via[v] = k
                entered[v] = low[v] = clock
                clock += 1
                depth += 1
                stack[depth] = v
            else:
                depth -= 1
                if depth >= 0:
                    below = stack[depth]
                    low[below] = min(low[below], low[u])
                    if low[u] > entered[below]:
                        out[via[u]] = False
    return out
