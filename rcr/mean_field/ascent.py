"""Coordinate ascent on log Z ≥ log Z_q + E_q[r]: one variable's η at a time, component by
component.

With the other vectors fixed, the distribution of everything else given x_v does not depend on
η_v. The best η_v is E_q[r + η_v | x_v], and the bound is then log Σ_x exp of log Z_q(x) + E_q[r |
x], which by Jensen's inequality is no lower than before. See docs/mean-field.md.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import NONE_OF_THEM, compiled, kernel, routine
from rcr.engines.junction_tree.tree import COMPONENT, SIZE
from rcr.mean_field.field import (
    PULL_CARD,
    PULL_ETA,
    PULL_STRIDE,
    RESIDUAL,
    TOTAL,
    WEIGHT,
    Field,
    Kept,
)
from rcr.mean_field.messages import (
    TO_JOINT,
    add_pulls,
    begin,
    combine,
    load,
    move_to,
    own_places,
    reduce_to_slots,
)
from rcr.mean_field.parts import expectation
from rcr.mean_field.spread import ROW_PART

# what a sweep does: find the bound, raise it, or read every variable's states
VALUE, IMPROVE, READ = range(3)


@routine
def _states_at(k: Kept, f: Field, c: int, i: int, but: int) -> None:
    """Weights and mean residuals of each state of the variable of pull i, which enters at the
    loaded focus c, without the η of pull ``but``; with i < 0 of all states together.
    """
    add_pulls(k, f, c, but)
    stride = k.pulls[i, PULL_STRIDE] if i >= 0 else 1
    d = k.pulls[i, PULL_CARD] if i >= 0 else 1
    for e in range(k.clique[c, SIZE]):
        f.own[e] = (e // stride) % d
    reduce_to_slots(f, k.clique[c, SIZE], d)


@kernel
def _improve(k: Kept, f: Field, i: int) -> None:
    """The best η of the variable of pull i, whose states without it are in the slots."""
    first, d, best = k.pulls[i, PULL_ETA], k.pulls[i, PULL_CARD], -np.inf
    for x in range(d):
        if f.slot[TOTAL, x] > 0:
            best = max(best, f.slot[RESIDUAL, x])
    for x in range(d):
        if f.slot[TOTAL, x] > 0 and best > -np.inf:
            f.eta[first + x] = f.slot[RESIDUAL, x] - best
        f.slot[WEIGHT, x] += f.eta[first + x]


@kernel
def _read_states(k: Kept, f: Field, i: int, others: float) -> None:
    """The marginal of the variable of pull i, whose states are in the slots, and the bound with
    each of them held, given what the other components contribute.
    """
    first, d, high, total = k.pulls[i, PULL_ETA], k.pulls[i, PULL_CARD], -np.inf, 0.0
    for x in range(d):
        high = max(high, f.slot[WEIGHT, x])
    for x in range(d):
        f.marginals[first + x], f.held[first + x] = 0.0, -np.inf
        if f.slot[TOTAL, x] > 0 and f.slot[WEIGHT, x] > -np.inf:
            weight = f.slot[WEIGHT, x]
            f.held[first + x] = others + weight + np.log(f.slot[TOTAL, x]) + f.slot[RESIDUAL, x]
            f.marginals[first + x] = np.exp(weight - high) * f.slot[TOTAL, x]
            total += f.marginals[first + x]
    for x in range(d):
        f.marginals[first + x] /= total


@routine
def _whole(k: Kept, f: Field, component: int) -> float:
    """log Z_q and E_q[r] of a component together, at its focus."""
    load(k, f, f.focus[component], NONE_OF_THEM)
    _states_at(k, f, f.focus[component], NONE_OF_THEM, NONE_OF_THEM)
    total = f.slot[TOTAL, 0]
    return f.slot[WEIGHT, 0] + np.log(total) + f.slot[RESIDUAL, 0] if total > 0 else -np.inf


@routine
def _read_part(k: Kept, f: Field, p: int) -> None:
    """The joint probabilities of a part, at its home."""
    s, c, first = k.spread, k.spread.home[p], k.parts.table_ptr[p]
    move_to(k, f, c)
    _whole(k, f, k.clique[c, COMPONENT])
    for e in range(first, k.parts.table_ptr[p + 1]):
        f.joint[e] = 0.0
    own_places(k, f, c, p, NONE_OF_THEM)
    i = s.by_clique[c]
    while s.apart[p] and s.row[s.met[i], ROW_PART] != p:
        i += 1
    if s.apart[p]:
        combine(k, f, c, i, TO_JOINT, NONE_OF_THEM, NONE_OF_THEM)
    else:
        for e in range(k.clique[c, SIZE]):
            f.joint[first + f.own[e]] += f.share[e]


@routine
def _visit(k: Kept, f: Field, component: int, mode: int, bound: float) -> None:
    """One component, given the q of the others."""
    parts, first, last = k.parts, k.first[component], k.first[component + 1]
    here = range(parts.by_component[component], parts.by_component[component + 1])
    for i in here:
        p = parts.listed[i]
        expectation(parts, parts.factor[p], p, f.joint, f.place, f.expected)
    begin(k, f, component)
    others = bound - _whole(k, f, component) if mode == READ else 0.0
    for c in range(first, first if mode == VALUE else last):
        move_to(k, f, c)
        load(k, f, c, NONE_OF_THEM)
        for i in range(k.pull_ptr[c], k.pull_ptr[c + 1]):
            _states_at(k, f, c, i, i if mode == IMPROVE else NONE_OF_THEM)
            if mode == IMPROVE:
                _improve(k, f, i)
            _read_states(k, f, i, others)
    f.rest[component] = _whole(k, f, component)
    for i in here:
        p = parts.listed[i]
        factor = parts.factor[p]
        if parts.of_factor[factor + 1] - parts.of_factor[factor] > 1:
            _read_part(k, f, p)
            for e in range(parts.table_ptr[p], parts.table_ptr[p + 1]):
                if f.joint[e] > 0 and f.rest[component] > -np.inf:
                    f.rest[component] -= f.joint[e] * f.expected[e]


@compiled
def sweep(k: Kept, f: Field, mode: int, bound: float) -> float:
    """Visit every component of variables once; returns the bound, without the constant.

    The first sweep of a field finds out the joint probabilities of the parts, and what it
    returns means nothing. To read every variable's states the bound itself must be given.
    """
    total = 0.0
    for component in range(len(f.rest)):
        # a component without variables is that of a cut factor's clones
        if k.pull_ptr[k.first[component + 1]] > k.pull_ptr[k.first[component]]:
            _visit(k, f, component, mode, bound)
        total += f.rest[component]
    for factor in range(len(k.parts.of_factor) - 1):
        if k.parts.of_factor[factor + 1] - k.parts.of_factor[factor] > 1:
            total += expectation(k.parts, factor, NONE_OF_THEM, f.joint, f.place, f.expected)
    return total
