"""Dives with propagation and restarts: an assignment in which no factor is zero, if one is found.

A dive fixes one variable after the other, and after each propagates what follows. Where that leaves
a variable without states, the last choice was wrong: its state leaves, and what follows from that
is propagated in turn, until something is possible again or the first choice is refuted too. The
variable that comes next has the fewest states for the weight of its factors, and a factor gains
weight with each failure that ended there: what is hard comes first, once it has shown where it is
(Boussemart and others 2004). A dive that fails too often is given up for a new one, which knows the
weights and what was refuted without any choice. Each may fail more often than the one before, so
that in the end everything is gone through.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import compiled, kernel
from rcr.relaxation import Ground
from rcr.search.propagation import (
    EVERYWHERE,
    GONE,
    WORK,
    Record,
    leave,
    no_record,
    propagate,
)

FIRST_FAILURES, GROWTH_RATIO = 32.0, 1.3  # how often the first dive may fail, and from dive to dive
FOUND, NOTHING, OPEN = 0, 1, 2  # how diving ends: the last is that the work ran out


def feasible(
    g: Ground, alive: np.ndarray, guide: np.ndarray, work: int
) -> tuple[np.ndarray | None, bool]:
    """An assignment without zeros, of states that are alive, and whether it is proved that there
    is none.

    ``guide`` says, in the places of ``g.unary``, which state of a variable is tried first: that
    with the largest number. ``work`` is how many states and table entries may be looked at.
    """
    alive = alive.copy()
    end = _dives(g, alive, guide, no_record(g), work)
    if end != FOUND:
        return None, end == NOTHING
    return np.array([_first(g, alive, guide, v) for v in range(len(g.card))]), False


def _first(g: Ground, alive: np.ndarray, guide: np.ndarray, v: int) -> int:
    own = slice(g.unary_ptr[v], g.unary_ptr[v + 1])
    return int(np.argmax(np.where(alive[own], guide[own], -np.inf)))


@kernel
def _next_variable(g: Ground, alive: np.ndarray, weights: np.ndarray) -> int:
    """The variable to fix next; -1 where each has one state left, or none of them a factor."""
    chosen, least = -1, np.inf
    for v in range(len(g.card)):
        left, weight = 0, 0.0
        for i in range(g.unary_ptr[v], g.unary_ptr[v + 1]):
            left += alive[i]
        if left < 2:
            continue
        for i in range(g.var_ptr[v], g.var_ptr[v + 1]):
            weight += weights[g.con_factor[g.var_con[i]]]
        if left < least * weight:
            chosen, least = v, left / weight
    return chosen


@kernel
def _fix(g: Ground, alive: np.ndarray, guide: np.ndarray, record: Record, v: int) -> int:
    """Leave a variable the state that its guide prefers; returns the place of that."""
    best = -1
    for i in range(g.unary_ptr[v], g.unary_ptr[v + 1]):
        if alive[i] and (best < 0 or guide[i] > guide[best]):
            best = i
    for i in range(g.unary_ptr[v], g.unary_ptr[v + 1]):
        if alive[i] and i != best:
            leave(alive, record, i)
    return best


@kernel
def _back_to(alive: np.ndarray, record: Record, count: int) -> None:
    """Bring back the states that have left since there were so many gone."""
    for n in range(count, record.counts[GONE]):
        alive[record.gone[n]] = True
    record.counts[GONE] = count


@compiled
def _dives(g: Ground, alive: np.ndarray, guide: np.ndarray, record: Record, work: int) -> int:
    """Dive until every variable has one state, nothing is possible, or the work is done."""
    n = len(g.card)
    fixed, place, before = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    depth, failures, allowed = 0, 0, FIRST_FAILURES
    possible = propagate(g, alive, EVERYWHERE, record)
    while True:
        while not possible:
            if depth == 0:
                return NOTHING
            failures += 1
            depth -= 1
            _back_to(alive, record, before[depth])
            leave(alive, record, place[depth])
            possible = propagate(g, alive, fixed[depth], record)
        if record.counts[WORK] >= work:
            return OPEN
        if failures >= allowed and depth > 0:
            _back_to(alive, record, before[0])
            depth, failures, allowed = 0, 0, GROWTH_RATIO * allowed
        v = _next_variable(g, alive, record.weights)
        if v < 0:
            return FOUND
        fixed[depth], before[depth] = v, record.counts[GONE]
        place[depth] = _fix(g, alive, guide, record, v)
        depth += 1
        possible = propagate(g, alive, v, record)
