"""Balancing: the θ of one constraint that makes its pair table balanced, for any domain size.

With A(x, y) = M(x, y) + log θ(x) − log θ(y), the compensation satisfies pr-dd iff exp(A) is
balanced (each off-diagonal row sum equals the column sum) and mpe-dd if it is max-balanced.
Osborne's iteration reaches both; with two states its single step is Theorem 5, and where X and
X_i are independent the answer is Theorem 3 in closed form.

A zero (``-inf``) can leave entries that lie on no cycle. The bound falls as θ pushes them down
without end; they are pushed ``PUSHED_LOGS`` below the recovered value, so θ stays finite.
"""

from __future__ import annotations

import numpy as np

from rcr.compensation.osborne import find_groups, osborne, push_between_groups
from rcr.compensation.rule import rule
from rcr.compiled import entry

PUSHED_LOGS = 30.0  # how far below the recovered value an entry on no cycle ends up


@entry
def balance_independent(left: np.ndarray, right: np.ndarray, d: int, theta: np.ndarray) -> bool:
    """Theorem 3: log θ(x) = ½ (log Z(x_i)/θ(x_i) − log Z(x)/θ(x)). Returns False where no state is
    possible on both sides.
    """
    high = -np.inf
    for x in range(d):
        high = max(high, 0.5 * (left[x] + right[x]))
    if high == -np.inf:
        return False
    for x in range(d):
        if left[x] > -np.inf and right[x] > -np.inf:
            theta[x] = 0.5 * (right[x] - left[x])
        elif left[x] > -np.inf:
            theta[x] = high - PUSHED_LOGS - left[x]
        elif right[x] > -np.inf:
            theta[x] = right[x] - high + PUSHED_LOGS
        else:
            theta[x] = 0.0
    return True


@entry
def balance(pair: np.ndarray, d: int, theta: np.ndarray, sums: bool, a: np.ndarray) -> bool:
    """Theorem 5 and beyond: balance M of joint X and X_i; ``a`` is scratch of 2d² + 2d numbers.

    Returns False, and leaves θ alone, where no state is possible on both sides.
    """
    best = -np.inf
    for x in range(d):
        best = max(best, pair[x * d + x])
    if best == -np.inf:
        return False
    if d == 2 and pair[1] > -np.inf and pair[2] > -np.inf:
        theta[0], theta[1] = 0.0, 0.5 * (pair[1] - pair[2])
        return True
    reach, group = d * d, 2 * d * d
    finite = True
    for x in range(d):
        a[group + x] = 0.0
        for y in range(d):
            a[x * d + y] = pair[x * d + y] + theta[x] - theta[y]
            finite = finite and (x == y or a[x * d + y] > -np.inf)
    n_groups = 1 if finite else find_groups(a, d, reach, group)
    osborne(a, d, theta, group, sums)
    push_between_groups(a, d, theta, group, n_groups, best - PUSHED_LOGS)
    return True


@rule
def balancing(
    pair: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    joint: bool,
    d: int,
    theta: np.ndarray,
    clone: np.ndarray,
    sums: bool,
    amount: float,
    spare: np.ndarray,
) -> None:
    """The rule of mpe-dd and pr-dd."""
    if joint:
        balance(pair, d, theta, sums, spare)
    else:
        balance_independent(left, right, d, theta)
