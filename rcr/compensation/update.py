"""One update of one constraint, and sweeps of them: what every scheme shares, compiled.

Where a method has a bound, which means that it keeps θ(x)θ(x_i) = 1, θ(x_i) is made the inverse of
θ(x) here, and a sweep is measured by how far the value falls; otherwise by how far θ moves.
"""

from __future__ import annotations

import numpy as np

from rcr.compensation.lone import lone_updates
from rcr.compensation.method import CURSOR, SETTLED, SWEEPS, UPDATES, Limits, Method, Progress
from rcr.compensation.rule import call_rule
from rcr.compensation.values import local_value, recovered_value, total_value
from rcr.compiled import entry, kernel
from rcr.engines.junction_tree.messages import Work
from rcr.engines.junction_tree.pair import commit, pair_table
from rcr.engines.junction_tree.tree import CARD, THETA, Tree


@kernel
def apply(
    t: Tree,
    w: Work,
    theta: np.ndarray,
    k: int,
    joint: bool,
    method: Method,
    sums: bool,
    amount: float,
) -> None:
    """Give constraint k the θ its scheme asks for, from the pair table in w."""
    d, o, oc = t.con[k, CARD], t.con[k, THETA], t.con[k, THETA] + t.sizes[4]
    call_rule(method.rule, w.pair, w.left, w.right, joint, d, theta, o, oc, sums, amount, w.spare)
    if method.bound:
        gauge = theta[o]  # θ of the first state is 1, as in the paper's implementation
        for x in range(d):
            theta[o + x] -= gauge
            theta[oc + x] = -theta[o + x]


@kernel
def update(
    t: Tree,
    w: Work,
    theta: np.ndarray,
    k: int,
    method: Method,
    sums: bool,
    amount: float,
) -> tuple[float, float]:
    """Compensate constraint k. Returns what recovering it would give, and how far θ moved where the
    scheme has no bound.
    """
    joint = pair_table(t, w, theta, k, sums)
    recovered = recovered_value(t, w, k, joint, sums)
    d, o, half = t.con[k, CARD], t.con[k, THETA], t.sizes[4]
    old, moved = w.spare[len(w.spare) - 2 * d :], 0.0
    if not method.bound:
        for x in range(d):
            old[x], old[d + x] = theta[o + x], theta[half + o + x]
    apply(t, w, theta, k, joint, method, sums, amount)
    if not method.bound:
        for x in range(d):
            for a, b in ((theta[o + x], old[x]), (theta[half + o + x], old[d + x])):
                if a != b:
                    moved = max(moved, abs(a - b))
    local_value(t, w, theta, k, joint, sums)
    commit(t, w, theta, k, sums)
    return recovered, moved


@entry
def advance(
    t: Tree,
    w: Work,
    theta: np.ndarray,
    order: np.ndarray,
    sums: bool,
    method: Method,
    limits: Limits,
    progress: Progress,
) -> bool:
    """Updates along the order, from the cursor on, up to where the limits end them; where a sweep
    did, the mark SETTLED is 1. Returns False once it is proved that the model has no mass.
    """
    marks, memory, values = progress.marks, progress.memory, progress.values
    n, end, feasible = len(order), marks[UPDATES] + limits.updates, True
    marks[SETTLED] = 0
    while marks[UPDATES] < end and marks[SETTLED] == 0 and feasible:
        amount = method.stride.amount
        if method.stride.decay > 0.0:
            amount /= (1.0 + marks[SWEEPS]) ** method.stride.decay
        at, made = marks[CURSOR], 0
        if method.bound and not sums:
            last = min(n, at + end - marks[UPDATES])
            made = lone_updates(t, w, theta, order, at, last, method.rule, amount)
        if made == 0:
            recovered, moved = update(t, w, theta, order[at], method, sums, amount)
            feasible, memory[1], made = recovered > -np.inf, max(memory[1], moved), 1
        marks[UPDATES] += made
        marks[CURSOR] += made
        if marks[CURSOR] == n:
            value = total_value(w)
            values[marks[SWEEPS] % len(values)] = value
            marks[CURSOR] = 0
            marks[SWEEPS] += 1
            change = abs(memory[0] - value) if method.bound else memory[1]
            memory[0], memory[1] = value, 0.0
            if change <= limits.settle or value <= limits.goal:
                marks[SETTLED] = 1
    return feasible
