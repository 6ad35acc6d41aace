"""Assignments of the original model from a relaxed state: the lower bound.

At a fixed point ties are everywhere, so the relaxed MPE instantiation alone is a poor guide.
Three candidates are made and each is improved by local search: that instantiation restricted to
the original variables; a dive that fixes the surest variable first and lets what follows from
it decide the next; and, where few constraints are violated, the relaxed model solved again with
their variables held. Where all of them are impossible, dives with propagation look for any that
is not.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import compiled, inner
from rcr.compiled.heap import pop, push, room_for_one
from rcr.engines.junction_tree import JunctionTree
from rcr.relaxation import Ground
from rcr.search.dives import feasible
from rcr.search.propagation import all_alive


def decode(
    engine: JunctionTree,
    theta: np.ndarray,
    relaxed_states: np.ndarray,
    budget: int,
    work: int = 0,
    diving: bool = True,
) -> tuple[np.ndarray, float]:
    """The best of the candidates after local search, with its log value in the original model.

    ``budget`` is how many times the relaxed model may be solved again for the third candidate;
    ``work`` how many table entries may be looked at for one that is possible at all; ``diving``
    says whether there is time for the second.
    """
    cloned = engine.relaxation.cloned
    n = len(cloned.model.variables)
    candidates = [relaxed_states[:n].copy()]
    if diving:
        candidates.append(dive(cloned.ground, theta))
    agreed = _agree(engine, theta, relaxed_states, budget)
    if agreed is not None:
        candidates.append(agreed)
    best, value = candidates[0], -np.inf
    for candidate in candidates:
        found = climb(cloned.ground, candidate) + cloned.constant
        if found > value:
            best, value = candidate, found
    if value == -np.inf < cloned.constant and work > 0:
        g = cloned.ground
        possible, _ = feasible(g, all_alive(g), guide(g, theta), work)
        if possible is not None:
            best, value = possible, climb(g, possible) + cloned.constant
    return best, value


def _agree(
    engine: JunctionTree, theta: np.ndarray, states: np.ndarray, budget: int
) -> np.ndarray | None:
    """Settle the violated constraints one variable at a time: hold it and its clones where it is,
    and solve again.
    """
    relaxation, ground = engine.relaxation, engine.relaxation.cloned.ground
    n, half, relaxed = len(ground.card), len(theta) // 2, relaxation.relaxed
    held = theta.copy()
    while True:
        violated = relaxed[states[n + relaxed] != states[ground.con_var[relaxed]]]
        if len(violated) == 0:
            return states[:n].copy()
        if len(np.unique(ground.con_var[violated])) > budget:
            return None
        budget -= 1
        v = ground.con_var[violated[0]]
        for k in relaxed[ground.con_var[relaxed] == v]:
            start, at = ground.theta_ptr[k], ground.theta_ptr[k] + states[v]
            for o in (start, half + start):
                held[o : o + ground.card[v]] = -np.inf
            held[at] = held[half + at] = 0.0
        states = engine.best_assignment(held)


@inner
def _scores(g: Ground, theta: np.ndarray, v: int, states: np.ndarray, out: np.ndarray) -> None:
    """out[x]: the reparametrised value around v = x, with open neighbours at their best and fixed
    ones where they are.
    """
    half = g.theta_ptr[len(g.con_var)]
    d = g.card[v]
    for x in range(d):
        out[x] = g.unary[g.unary_ptr[v] + x]
    local = np.empty(d)
    for i in range(g.var_ptr[v], g.var_ptr[v + 1]):
        k = g.var_con[i]
        f = g.con_factor[k]
        local[:] = -np.inf
        for e in range(g.table_ptr[f + 1] - g.table_ptr[f]):
            value, rest, mine, open_ = g.tables[g.table_ptr[f] + e], e, 0, True
            for j in range(g.factor_ptr[f + 1] - 1, g.factor_ptr[f] - 1, -1):
                u = g.con_var[j]
                y = rest % g.card[u]
                rest //= g.card[u]
                value += theta[half + g.theta_ptr[j] + y]
                if u == v:
                    mine = y
                elif states[u] >= 0 and states[u] != y:
                    open_ = False
                    break
            if open_ and value > local[mine]:
                local[mine] = value
        for x in range(d):
            out[x] += local[x] + theta[g.theta_ptr[k] + x]


@compiled
def guide(g: Ground, theta: np.ndarray) -> np.ndarray:
    """The reparametrised value around each state, in the places of ``g.unary``."""
    states, found = np.full(len(g.card), -1, np.int64), np.empty(len(g.unary))
    for v in range(len(g.card)):
        _scores(g, theta, v, states, found[g.unary_ptr[v] : g.unary_ptr[v + 1]])
    return found


@compiled
def dive(g: Ground, theta: np.ndarray) -> np.ndarray:
    """Fix variables one at a time, the one with the largest lead of its best state over the next
    first.

    A variable next to fixed ones goes before all others, so that each choice is followed up
    where it leads.
    """
    n = len(g.card)
    states, choice, lead = np.full(n, -1, np.int64), np.zeros(n, np.int64), np.zeros(n)
    widest = 1
    for v in range(n):
        widest = max(widest, g.card[v])
    out, leads, seeds = np.empty(widest), np.empty(n), np.empty(n, np.int64)
    for v in range(n):
        _scores(g, theta, v, states, out)
        choice[v], lead[v] = _lead(out, g.card[v])
        push(leads, seeds, v, -lead[v], v)
    keys, items, size = np.empty(n + 1), np.empty(n + 1, np.int64), 0
    for left in range(n, 0, -1):
        keys, items = room_for_one(keys, items, size)
        push(keys, items, size, -lead[seeds[0]], seeds[0])
        pop(leads, seeds, left)
        size += 1
        while size > 0:
            key, v = keys[0], items[0]
            pop(keys, items, size)
            size -= 1
            if states[v] >= 0 or key != -lead[v]:
                continue  # fixed already, or its lead has changed since
            states[v] = choice[v]
            for i in range(g.var_ptr[v], g.var_ptr[v + 1]):
                f = g.con_factor[g.var_con[i]]
                for j in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
                    u = g.con_var[j]
                    if states[u] < 0:
                        _scores(g, theta, u, states, out)
                        choice[u], lead[u] = _lead(out, g.card[u])
                        keys, items = room_for_one(keys, items, size)
                        push(keys, items, size, -lead[u], u)
                        size += 1
    return states


@inner
def _lead(values: np.ndarray, d: int) -> tuple[int, float]:
    best, second, at = -np.inf, -np.inf, 0
    for x in range(d):
        if values[x] > best:
            best, second, at = values[x], best, x
        elif values[x] > second:
            second = values[x]
    return at, best - second if second > -np.inf else np.inf


@compiled
def climb(g: Ground, states: np.ndarray) -> float:
    """Change one variable at a time as long as that raises the value; returns the value reached,
    without the constant.
    """
    n_factors = len(g.factor_ptr) - 1
    stride = np.empty(len(g.con_var), np.int64)
    entry = np.empty(n_factors, np.int64)
    for f in range(n_factors):
        size = 1
        entry[f] = g.table_ptr[f]
        for k in range(g.factor_ptr[f + 1] - 1, g.factor_ptr[f] - 1, -1):
            stride[k] = size
            size *= g.card[g.con_var[k]]
            entry[f] += states[g.con_var[k]] * stride[k]
    n = len(g.card)
    pending, waiting = np.arange(n), np.ones(n, np.bool_)
    head, count = 0, n
    while count > 0:
        v = pending[head]
        head, count = (head + 1) % n, count - 1
        waiting[v] = False
        here, best, at = states[v], -np.inf, states[v]
        for x in range(g.card[v]):
            value = g.unary[g.unary_ptr[v] + x]
            size = 1.0 + abs(value)
            for i in range(g.var_ptr[v], g.var_ptr[v + 1]):
                k = g.var_con[i]
                term = g.tables[entry[g.con_factor[k]] + (x - here) * stride[k]]
                value += term
                size += abs(term)
            if x == here and value > -np.inf:
                value += (
                    1e-12 * size
                )  # moving must gain more than rounding, or states could alternate for ever
            if value > best:
                best, at = value, x
        if at == here:
            continue
        states[v] = at
        for i in range(g.var_ptr[v], g.var_ptr[v + 1]):
            k = g.var_con[i]
            f = g.con_factor[k]
            entry[f] += (at - here) * stride[k]
            for j in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
                u = g.con_var[j]
                if not waiting[u] and u != v:
                    waiting[u] = True
                    pending[(head + count) % n] = u
                    count += 1
    value = 0.0
    for v in range(n):
        value += g.unary[g.unary_ptr[v] + states[v]]
    for f in range(n_factors):
        value += g.tables[entry[f]]
    return value
