"""Where the ascent starts: a q inside the support of the cut factors, around an assignment or
taken over from the state before.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import compiled, inner
from rcr.relaxation import Ground


@inner
def pull_of(
    g: Ground, k: int, marginals: np.ndarray, table: np.ndarray, weight: np.ndarray
) -> None:
    """table[x]: log ψ of the factor of constraint k, given the state x of its variable and the
    others independent with these marginals, zeros left out; weight[x]: what is left of them.
    """
    f = g.con_factor[k]
    table[:], weight[:] = 0.0, 0.0
    for e in range(g.table_ptr[f + 1] - g.table_ptr[f]):
        rest, mine, chance = e, 0, 1.0
        for j in range(g.factor_ptr[f + 1] - 1, g.factor_ptr[f] - 1, -1):
            v = g.con_var[j]
            x = rest % g.card[v]
            rest //= g.card[v]
            if j == k:
                mine = x
            else:
                chance *= marginals[g.unary_ptr[v] + x]
        value = g.tables[g.table_ptr[f] + e]
        if chance > 0 and value > -np.inf:
            table[mine] += chance * value
            weight[mine] += chance
    for x in range(len(table)):
        if weight[x] > 0:
            table[x] /= weight[x]


@compiled
def add_factors(
    g: Ground, which: np.ndarray, sign: float, marginals: np.ndarray, eta: np.ndarray
) -> None:
    """Add to η, or take from it, the pull of the factors whose constraints are marked."""
    for k in range(len(which)):
        if not which[k]:
            continue
        v = g.con_var[k]
        table, weight = np.empty(g.card[v]), np.empty(g.card[v])
        pull_of(g, k, marginals, table, weight)
        for x in range(g.card[v]):
            if weight[x] > 0:
                eta[g.unary_ptr[v] + x] += sign * table[x]


@inner
def _meets_zero(g: Ground, k: int, x: int, allowed: np.ndarray) -> bool:
    """Whether the factor of constraint k has a zero where its variable is in state x and the
    others are in allowed states.
    """
    f = g.con_factor[k]
    for e in range(g.table_ptr[f + 1] - g.table_ptr[f]):
        if g.tables[g.table_ptr[f] + e] > -np.inf:
            continue
        rest, inside = e, True
        for j in range(g.factor_ptr[f + 1] - 1, g.factor_ptr[f] - 1, -1):
            v = g.con_var[j]
            y = rest % g.card[v]
            rest //= g.card[v]
            inside = inside and (y == x if j == k else allowed[g.unary_ptr[v] + y])
        if inside:
            return True
    return False


@compiled
def around(g: Ground, cut: np.ndarray, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """An assignment as marginals, and the states that may be allowed beside it, variable by
    variable, without meeting a zero of a cut factor: any mixture of them is possible.
    """
    hard = np.zeros(len(g.factor_ptr) - 1, np.bool_)
    for f in range(len(hard)):
        for e in range(g.table_ptr[f], g.table_ptr[f + 1]):
            hard[f] = hard[f] or g.tables[e] == -np.inf
    marginals, allowed = np.zeros(len(g.unary)), np.zeros(len(g.unary), np.bool_)
    for v in range(len(g.card)):
        marginals[g.unary_ptr[v] + states[v]] = 1.0
        allowed[g.unary_ptr[v] + states[v]] = True
    for v in range(len(g.card)):
        for x in range(g.card[v]):
            free = True
            for i in range(g.var_ptr[v], g.var_ptr[v + 1]):
                k = g.var_con[i]
                if free and cut[k] and hard[g.con_factor[k]]:
                    free = not _meets_zero(g, k, x, allowed)
            allowed[g.unary_ptr[v] + x] = free
    return marginals, allowed
