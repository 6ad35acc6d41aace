"""One update of one constraint, and sweeps of them: what every scheme shares, compiled.

``rule`` is the address of the scheme's update rule. ``bound`` says that the scheme keeps θ(x)θ(x_i)
= 1: then θ(x_i) is made the inverse of θ(x) here, and a sweep is measured by how far the value
falls; otherwise by how far θ moves.
"""

from __future__ import annotations

import numpy as np

from rcr.compensation.lone import lone_updates
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
    rule: int,
    bound: bool,
    sums: bool,
    amount: float,
) -> None:
    """Give constraint k the θ its scheme asks for, from the pair table in w."""
    d, o, oc = t.con[k, CARD], t.con[k, THETA], t.con[k, THETA] + t.sizes[4]
    call_rule(rule, w.pair, w.left, w.right, joint, d, theta, o, oc, sums, amount, w.spare)
    if bound:
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
    rule: int,
    bound: bool,
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
    if not bound:
        for x in range(d):
            old[x], old[d + x] = theta[o + x], theta[half + o + x]
    apply(t, w, theta, k, joint, rule, bound, sums, amount)
    if not bound:
        for x in range(d):
            for a, b in ((theta[o + x], old[x]), (theta[half + o + x], old[d + x])):
                if a != b:
                    moved = max(moved, abs(a - b))
    local_value(t, w, theta, k, joint, sums)
    commit(t, w, theta, k, sums)
    return recovered, moved


# places in the progress of a stretch of updates
CURSOR, SWEEPS, UPDATES, SETTLED = 0, 1, 2, 3


@entry
def advance(
    t: Tree,
    w: Work,
    theta: np.ndarray,
    order: np.ndarray,
    most: int,
    settle: float,
    goal: float,
    rule: int,
    bound: bool,
    sums: bool,
    amount: float,
    decay: float,
    progress: np.ndarray,
    memory: np.ndarray,
    curve: np.ndarray,
) -> bool:
    """Up to ``most`` updates along the order, starting at progress[CURSOR].

    Stops at the end of a sweep that moved the value by at most ``settle`` (for schemes without
    a bound: θ by that much), or that brought the value down to ``goal``; progress[SETTLED] is
    then 1. ``memory`` holds the value at the last end of a sweep and the largest move since.
    The value after each sweep goes to ``curve``. Returns False once it is proved that the model
    has no mass.
    """
    n, done, feasible = len(order), 0, True
    progress[SETTLED] = 0
    while done < most and progress[SETTLED] == 0 and feasible:
        stride = amount / (1.0 + progress[SWEEPS]) ** decay if decay > 0.0 else amount
        at, made = progress[CURSOR], 0
        if bound and not sums:
            made = lone_updates(t, w, theta, order, at, min(n, at + most - done), rule, stride)
        if made == 0:
            recovered, moved = update(t, w, theta, order[at], rule, bound, sums, stride)
            feasible, memory[1], made = recovered > -np.inf, max(memory[1], moved), 1
        done += made
        progress[UPDATES] += made
        progress[CURSOR] += made
        if progress[CURSOR] == n:
            value = total_value(w)
            curve[progress[SWEEPS] % len(curve)] = value
            progress[CURSOR] = 0
            progress[SWEEPS] += 1
            change = abs(memory[0] - value) if bound else memory[1]
            memory[0], memory[1] = value, 0.0
            if change <= settle or value <= goal:
                progress[SETTLED] = 1
    return feasible
