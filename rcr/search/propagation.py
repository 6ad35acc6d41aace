"""Propagation on zeros: states without support leave the model, and every answer stays.

A state x of X is *supported* by a factor that contains X if the factor has an entry above zero with
X = x in which every other variable has a state that is still alive. If one of its factors does not
support it, every assignment with X = x has a factor that is zero, or contains a state that has left
already; by induction over the states that leave, all of these have no mass. So neither the largest
value nor the sum changes when x leaves. What is left when no state leaves any more does not depend
on the order (generalised arc consistency), and where a variable has no state left the model has no
mass at all. The converse does not hold: every state may be supported and still nothing be possible.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import NONE_OF_THEM, compiled, kernel
from rcr.relaxation import ClonedModel, Ground

EVERYWHERE = NONE_OF_THEM  # in place of the variable whose factors are looked at first
GONE, WORK = 0, 1  # what ``Record.counts`` counts


class Record(NamedTuple):
    """What propagation leaves behind, beside the states that are alive."""

    weights: np.ndarray  # of each factor, one more for every time it left a variable without states
    gone: np.ndarray  # the states that have left, in that order
    counts: np.ndarray  # how many these are, and how many states and entries were looked at


def no_record(g: Ground) -> Record:
    """Nothing has left yet, and every factor weighs the same."""
    weights = np.ones(len(g.factor_ptr) - 1)
    return Record(weights, np.zeros(len(g.unary), np.int64), np.zeros(2, np.int64))


def all_alive(g: Ground) -> np.ndarray:
    """Every state that no unary factor and no evidence forbids, in the places of ``g.unary``."""
    return np.asarray(g.unary > -np.inf)


def alive_under(g: Ground, conditions: dict[int, int]) -> np.ndarray | None:
    """The states that survive when variables are fixed; None if nothing is possible."""
    alive = all_alive(g)
    for v, x in conditions.items():
        own = alive[g.unary_ptr[v] : g.unary_ptr[v + 1]]
        possible = own[x]
        own[:] = False
        own[x] = possible
    return alive if propagate(g, alive, EVERYWHERE, no_record(g)) else None


def with_support(cloned: ClonedModel) -> ClonedModel:
    """The model without the states that have no support, or as it is where all have."""
    g = cloned.ground
    before = all_alive(g)
    if before.all() and not np.isneginf(g.tables).any():
        return cloned  # no zeros, as in most models
    alive = before.copy()
    if not propagate(g, alive, EVERYWHERE, no_record(g)):
        alive[:] = False  # no state is possible, of any variable
    return cloned if (alive == before).all() else cloned.restricted(alive)


@kernel
def _queue_factors(g: Ground, v: int, waiting: np.ndarray, queue: np.ndarray, end: int) -> int:
    """Put the factors of a variable into the queue, which is a ring; returns its new end."""
    for i in range(g.var_ptr[v], g.var_ptr[v + 1]):
        f = g.con_factor[g.var_con[i]]
        if not waiting[f]:
            waiting[f] = True
            queue[end % len(queue)] = f
            end += 1
    return end


@kernel
def _next_alive(g: Ground, alive: np.ndarray, v: int, x: int) -> int:
    """The first state of a variable from x on that is alive; its number of states if none is."""
    while x < g.card[v] and not alive[g.unary_ptr[v] + x]:
        x += 1
    return x


@kernel
def _supports(
    g: Ground,
    f: int,
    alive: np.ndarray,
    supported: np.ndarray,
    states: np.ndarray,
    stride: np.ndarray,
) -> int:
    """Mark in ``supported`` the alive states that the factor has an entry for; returns how many
    states and entries were looked at: entries of alive states only, until all are supported.
    """
    first, last = g.factor_ptr[f], g.factor_ptr[f + 1]
    at, missing, looked, size = g.table_ptr[f], 0, 0, 1
    for j in range(last - first - 1, -1, -1):
        v = g.con_var[first + j]
        stride[j] = size
        size *= g.card[v]
        looked += g.card[v]
        for i in range(g.unary_ptr[v], g.unary_ptr[v + 1]):
            supported[i] = False
            missing += alive[i]
        states[j] = _next_alive(g, alive, v, 0)
        at += states[j] * stride[j]
    j = 0
    while j >= 0 and missing > 0:
        looked += 1
        if g.tables[at] > -np.inf:
            for k in range(first, last):
                i = g.unary_ptr[g.con_var[k]] + states[k - first]
                missing -= not supported[i]
                supported[i] = True
        for j in range(last - first - 1, -2, -1):  # the states of the next entry
            if j < 0:
                break
            v, x = g.con_var[first + j], states[j]
            states[j] = _next_alive(g, alive, v, x + 1)
            if states[j] < g.card[v]:
                at += (states[j] - x) * stride[j]
                break
            states[j] = _next_alive(g, alive, v, 0)
            at += (states[j] - x) * stride[j]
    return looked


@kernel
def leave(alive: np.ndarray, record: Record, i: int) -> None:
    """Take a state away."""
    alive[i] = False
    record.gone[record.counts[GONE]] = i
    record.counts[GONE] += 1


@compiled
def propagate(g: Ground, alive: np.ndarray, start: int, record: Record) -> bool:
    """Take away states without support until none is left; False once a variable has none.

    Looks first at the factors of one variable, or at all of them. A factor that leaves a variable
    without states gains weight: it is where a search should begin.
    """
    n_factors = len(g.factor_ptr) - 1
    waiting, queue = np.zeros(n_factors, np.bool_), np.empty(max(1, n_factors), np.int64)
    supported, begin, end = np.zeros(len(alive), np.bool_), 0, 0
    widest = 0
    for f in range(n_factors):
        widest = max(widest, g.factor_ptr[f + 1] - g.factor_ptr[f])
    states, stride = np.empty(widest, np.int64), np.empty(widest, np.int64)
    first, last = (0, len(g.card)) if start < 0 else (start, start + 1)
    for v in range(first, last):
        end = _queue_factors(g, v, waiting, queue, end)
        if not alive[g.unary_ptr[v] : g.unary_ptr[v + 1]].any():
            return False
    while begin < end:
        f = queue[begin % len(queue)]
        begin += 1
        waiting[f] = False
        record.counts[WORK] += _supports(g, f, alive, supported, states, stride)
        for k in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
            v, left, gone = g.con_var[k], 0, False
            for i in range(g.unary_ptr[v], g.unary_ptr[v + 1]):
                if alive[i] and not supported[i]:
                    leave(alive, record, i)
                    gone = True
                left += alive[i]
            if left == 0:
                record.weights[f] += 1.0
                return False
            if gone:
                end = _queue_factors(g, v, waiting, queue, end)
    return True
