"""What recovering or updating each constraint would change, without changing θ: compiled."""

from __future__ import annotations

import numpy as np

from rcr.compensation.method import Method
from rcr.compensation.update import apply
from rcr.compensation.values import local_value, pair_total, recovered_value
from rcr.compiled import compiled, kernel
from rcr.engines.junction_tree.messages import Work
from rcr.engines.junction_tree.pair import commit, pair_table
from rcr.engines.junction_tree.tree import CARD, THETA, Tree


@kernel
def _information(
    pair: np.ndarray, d: int, theta: np.ndarray, o: int, oc: int, spare: np.ndarray
) -> float:
    """Mutual information of X and X_i under the distribution ∝ exp of their compensated pair
    table.
    """
    total = pair_total(pair, d, theta, o, oc, True, spare)
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


@compiled
def examine(
    t: Tree,
    w: Work,
    theta: np.ndarray,
    relaxed: np.ndarray,
    method: Method,
    sums: bool,
    amount: float,
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
        apply(t, w, trial, k, joint, method, sums, amount)
        for x in range(d):
            for j in (o + x, half + o + x):
                if trial[j] != theta[j]:
                    residual[i] = max(residual[i], abs(trial[j] - theta[j]))
                trial[j] = theta[j]
        commit(t, w, theta, k, sums)
    return impact, information, residual
