"""One update of one constraint, and sweeps of them: what every compensation scheme shares,
compiled.
"""

from __future__ import annotations

import numpy as np

from rcr.compensation.balancing import balance, balance_independent
from rcr.compiled import compiled, kernel
from rcr.engines.junction_tree.messages import Work, reduce
from rcr.engines.junction_tree.pair import commit, pair_table
from rcr.engines.junction_tree.tree import CARD, CLIQUE, CLONE_CLIQUE, COMPONENT, THETA, Tree

# the rules a scheme can ask for
BALANCE, SPLIT, SUBGRADIENT = 0, 1, 2


@kernel
def _total(
    values: np.ndarray, d: int, theta: np.ndarray, o: int, sums: bool, spare: np.ndarray
) -> float:
    """Reduction over x of values[x] + θ[x]."""
    for x in range(d):
        spare[x] = values[x] + theta[o + x]
    return reduce(spare, 0, d, sums)


@kernel
def _pair_total(
    pair: np.ndarray, d: int, theta: np.ndarray, o: int, oc: int, sums: bool, spare: np.ndarray
) -> float:
    """Reduction over (x, y) of M(x, y) + θ(x) + θ(y_i)."""
    for x in range(d):
        for y in range(d):
            spare[x * d + y] = pair[x, y] + theta[o + x] + theta[oc + y]
    return reduce(spare, 0, d * d, sums)


@kernel
def local_value(t: Tree, w: Work, theta: np.ndarray, k: int, joint: bool, sums: bool) -> float:
    """Log value of the components that hold X and X_i, from the pair table; kept in w.value."""
    d, o, oc = t.con[k, CARD], t.con[k, THETA], t.con[k, THETA] + t.sizes[4]
    first, last = t.clique[t.con[k, CLIQUE], COMPONENT], t.clique[t.con[k, CLONE_CLIQUE], COMPONENT]
    if joint:
        w.value[first] = _pair_total(w.pair, d, theta, o, oc, sums, w.spare)
        return w.value[first]
    w.value[first] = _total(w.left, d, theta, o, sums, w.spare)
    w.value[last] = _total(w.right, d, theta, oc, sums, w.spare)
    return w.value[first] + w.value[last]


@kernel
def recovered_value(t: Tree, w: Work, k: int, joint: bool, sums: bool) -> float:
    """Log value of the same components if constraint k alone were recovered: the reduced diagonal
    of M.
    """
    d = t.con[k, CARD]
    for x in range(d):
        w.spare[x] = w.pair[x, x] if joint else w.left[x] + w.right[x]
    return reduce(w.spare, 0, d, sums)


@kernel
def _normalise(theta: np.ndarray, o: int, d: int, sums: bool) -> None:
    shift = reduce(theta, o, o + d, sums)
    if shift > -np.inf:
        for x in range(d):
            theta[o + x] -= shift


@kernel
def _split(
    t: Tree, w: Work, theta: np.ndarray, k: int, joint: bool, sums: bool, damping: float
) -> None:
    """Theorem 1: θ(x) ∝ Z(x_i)/θ(x_i) and θ(x_i) ∝ Z(x)/θ(x), in the log domain, damped towards
    the old values.
    """
    d, o, oc = t.con[k, CARD], t.con[k, THETA], t.con[k, THETA] + t.sizes[4]
    if joint:
        for y in range(d):
            for x in range(d):
                w.spare[x] = w.pair[x, y] + theta[o + x]
            w.right[y] = reduce(w.spare, 0, d, sums)
        for x in range(d):
            for y in range(d):
                w.spare[y] = w.pair[x, y] + theta[oc + y]
            w.left[x] = reduce(w.spare, 0, d, sums)
    for x in range(d):
        for side, new in ((o, w.right[x]), (oc, w.left[x])):
            old = theta[side + x]
            blend = damping > 0.0 and old > -np.inf and new > -np.inf
            theta[side + x] = (1.0 - damping) * new + damping * old if blend else new
    _normalise(theta, o, d, sums)
    _normalise(theta, oc, d, sums)


@kernel
def _subgradient(
    t: Tree, w: Work, theta: np.ndarray, k: int, joint: bool, sums: bool, step: float
) -> None:
    """Move θ against 1[X = x] − 1[X_i = x] at the best pair of states (for sums: against Pr(x) −
    Pr(x_i)).
    """
    d, o, oc = t.con[k, CARD], t.con[k, THETA], t.con[k, THETA] + t.sizes[4]
    slope = w.spare[d * d : d * d + d]
    slope[:] = 0.0
    high = -np.inf
    bx, by = 0, 0
    for x in range(d):
        for y in range(d):
            value = (
                (w.pair[x, y] if joint else w.left[x] + w.right[y]) + theta[o + x] + theta[oc + y]
            )
            w.spare[x * d + y] = value
            if value > high:
                high, bx, by = value, x, y
    if sums:
        total = reduce(w.spare, 0, d * d, True)
        if total > -np.inf:
            for x in range(d):
                for y in range(d):
                    p = np.exp(w.spare[x * d + y] - total)
                    slope[x] += p
                    slope[y] -= p
    elif high > -np.inf:
        slope[bx] += 1.0
        slope[by] -= 1.0
    for x in range(d):
        theta[o + x] -= step * slope[x]


@kernel
def _apply(
    t: Tree, w: Work, theta: np.ndarray, k: int, joint: bool, rule: int, sums: bool, amount: float
) -> None:
    """Give constraint k the θ its scheme asks for, from the pair table in w."""
    d, o, half = t.con[k, CARD], t.con[k, THETA], t.sizes[4]
    if rule == SPLIT:
        _split(t, w, theta, k, joint, sums, amount)
        return
    if rule == SUBGRADIENT:
        _subgradient(t, w, theta, k, joint, sums, amount)
    elif joint:
        balance(w.pair, d, theta, o, sums, w.spare)
    else:
        balance_independent(w.left, w.right, d, theta, o)
    gauge = theta[
        o
    ]  # θ of the first state is 1, as in the paper's implementation; the clone has the inverse
    for x in range(d):
        theta[o + x] -= gauge
        theta[half + o + x] = -theta[o + x]


@kernel
def update(
    t: Tree, w: Work, theta: np.ndarray, k: int, rule: int, sums: bool, amount: float
) -> tuple[float, float, float, float]:
    """Compensate constraint k. Returns the local value before and after, what recovering it would
    give, and how far θ moved.
    """
    joint = pair_table(t, w, theta, k, sums)
    before = local_value(t, w, theta, k, joint, sums)
    recovered = recovered_value(t, w, k, joint, sums)
    d, o, half = t.con[k, CARD], t.con[k, THETA], t.sizes[4]
    old = w.spare[len(w.spare) - 2 * d :]
    for x in range(d):
        old[x], old[d + x] = theta[o + x], theta[half + o + x]
    _apply(t, w, theta, k, joint, rule, sums, amount)
    moved = 0.0
    for x in range(d):
        for a, b in ((theta[o + x], old[x]), (theta[half + o + x], old[d + x])):
            if a != b:
                moved = max(moved, abs(a - b))
    after = local_value(t, w, theta, k, joint, sums)
    commit(t, w, theta, k, sums)
    return before, after, recovered, moved


@kernel
def total_value(w: Work) -> float:
    """Log value of the whole relaxed model, without the constant."""
    value = 0.0
    for c in range(len(w.value)):
        value += w.value[c]
    return value


# places in the progress of a stretch of updates
CURSOR, SWEEPS, UPDATES, SETTLED = 0, 1, 2, 3


@kernel
def advance(
    t: Tree,
    w: Work,
    theta: np.ndarray,
    order: np.ndarray,
    most: int,
    settle: float,
    goal: float,
    rule: int,
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
        _, _, recovered, moved = update(t, w, theta, order[progress[CURSOR]], rule, sums, stride)
        feasible = recovered > -np.inf
        memory[1] = max(memory[1], moved)
        done += 1
        progress[UPDATES] += 1
        progress[CURSOR] += 1
        if progress[CURSOR] == n:
            value = total_value(w)
            curve[progress[SWEEPS] % len(curve)] = value
            progress[CURSOR] = 0
            progress[SWEEPS] += 1
            change = memory[1] if rule == SPLIT else abs(memory[0] - value)
            memory[0], memory[1] = value, 0.0
            if change <= settle or value <= goal:
                progress[SETTLED] = 1
    return feasible


@compiled
def examine(
    t: Tree, w: Work, theta: np.ndarray, relaxed: np.ndarray, rule: int, sums: bool, amount: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For every relaxed constraint, without changing θ: impact, mutual information, and how far
    its update would move θ.
    """
    n = len(relaxed)
    impact, information, residual = np.zeros(n), np.zeros(n), np.zeros(n)
    half = t.sizes[4]
    trial = theta.copy()
    for i in range(n):
        k = relaxed[i]
        d, o = t.con[k, CARD], t.con[k, THETA]
        joint = pair_table(t, w, theta, k, sums)
        value, alone = (
            local_value(t, w, theta, k, joint, sums),
            recovered_value(t, w, k, joint, sums),
        )
        impact[i] = value - alone if value > -np.inf else 0.0
        if joint:  # independent variables share no information
            information[i] = _information(w.pair, d, theta, o, half + o, w.spare)
        _apply(t, w, trial, k, joint, rule, sums, amount)
        for x in range(d):
            for j in (o + x, half + o + x):
                if trial[j] != theta[j]:
                    residual[i] = max(residual[i], abs(trial[j] - theta[j]))
                trial[j] = theta[j]
        commit(t, w, theta, k, sums)
    return impact, information, residual


@kernel
def _information(
    pair: np.ndarray, d: int, theta: np.ndarray, o: int, oc: int, spare: np.ndarray
) -> float:
    """Mutual information of X and X_i under the distribution ∝ exp of their compensated pair
    table.
    """
    total = _pair_total(pair, d, theta, o, oc, True, spare)
    if total == -np.inf:
        return 0.0
    result = 0.0
    for x in range(d):
        for y in range(d):
            log_p = spare[x * d + y] - total
            p = np.exp(log_p)
            if p > 0.0:
                px, py = 0.0, 0.0
                for z in range(d):
                    px += np.exp(spare[x * d + z] - total)
                    py += np.exp(spare[z * d + y] - total)
                result += p * (log_p - np.log(px) - np.log(py))
    return max(result, 0.0)
