"""Balancing: the θ of one constraint that makes its pair table balanced, for any domain size.

With A(x, y) = M(x, y) + log θ(x) − log θ(y), the compensation satisfies pr-dd iff exp(A) is
balanced (each off-diagonal row sum equals the column sum) and mpe-dd if it is max-balanced.
Osborne's iteration reaches both; with two states its single step is Theorem 5, and where X and
X_i are independent the answer is Theorem 3 in closed form.

A zero (``-inf``) can leave entries that lie on no cycle. The bound falls as θ pushes them down
without end; they are pushed ``DEEP`` below the recovered value, so θ stays finite.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import kernel

DEEP = 30.0
PASSES = 30
STILL = 1e-13


@kernel
def balance_independent(
    left: np.ndarray, right: np.ndarray, d: int, theta: np.ndarray, o: int
) -> bool:
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
            theta[o + x] = 0.5 * (right[x] - left[x])
        elif left[x] > -np.inf:
            theta[o + x] = high - DEEP - left[x]
        elif right[x] > -np.inf:
            theta[o + x] = right[x] - high + DEEP
        else:
            theta[o + x] = 0.0
    return True


@kernel
def _off_diagonal(a: np.ndarray, d: int, x: int, group: int, by_row: bool, sums: bool) -> float:
    """Reduction of row x (or column x) of the flat matrix a off the diagonal, within x's group."""
    high, total = -np.inf, 0.0
    for y in range(d):
        if y == x or a[group + y] != a[group + x]:
            continue
        value = a[x * d + y] if by_row else a[y * d + x]
        if value > high:
            total = total * np.exp(high - value) + 1.0 if sums else 1.0
            high = value
        elif sums and value > -np.inf:
            total += np.exp(value - high)
    return high + np.log(total) if sums and high > -np.inf else high


@kernel
def _find_groups(a: np.ndarray, d: int, reach: int, group: int) -> int:
    """Strongly connected components of the finite off-diagonal entries, numbered so that entries
    lead to higher numbers.
    """
    for x in range(d):
        for y in range(d):
            a[reach + x * d + y] = 1.0 if x == y or a[x * d + y] > -np.inf else 0.0
    for m in range(d):
        for x in range(d):
            if a[reach + x * d + m] > 0.0:
                for y in range(d):
                    a[reach + x * d + y] = max(a[reach + x * d + y], a[reach + m * d + y])
    # a state that reaches more states comes earlier; states of one group reach the same ones
    reached = group + d
    for x in range(d):
        a[group + x], a[reached + x] = -1.0, 0.0
        for y in range(d):
            a[reached + x] += a[reach + x * d + y]
    n = 0
    while True:
        best = -1
        for x in range(d):
            if a[group + x] < 0.0 and (best < 0 or a[reached + x] > a[reached + best]):
                best = x
        if best < 0:
            return n
        for y in range(d):
            if a[reach + best * d + y] > 0.0 and a[reach + y * d + best] > 0.0:
                a[group + y] = n
        n += 1


@kernel
def _osborne(a: np.ndarray, d: int, theta: np.ndarray, o: int, group: int, sums: bool) -> None:
    """Osborne's iteration: scale one state at a time until its off-diagonal row and column
    agree.
    """
    for _ in range(PASSES):
        largest = 0.0
        for x in range(d):
            row, column = (
                _off_diagonal(a, d, x, group, True, sums),
                _off_diagonal(a, d, x, group, False, sums),
            )
            if row == -np.inf:
                continue
            step = 0.5 * (column - row)
            largest = max(largest, abs(step))
            theta[o + x] += step
            for y in range(d):
                if y != x:
                    a[x * d + y] += step
                    a[y * d + x] -= step
        if largest < STILL:
            return


@kernel
def _push_between_groups(
    a: np.ndarray, d: int, theta: np.ndarray, o: int, group: int, n_groups: int, target: float
) -> None:
    """Entries between groups lie on no cycle: lift later groups until those entries are out of the
    way.
    """
    for later in range(1, n_groups):
        lift = 0.0
        for x in range(d):
            for y in range(d):
                if a[group + x] < later and a[group + y] == later:
                    lift = max(lift, a[x * d + y] - target)
        for y in range(d):
            if lift > 0.0 and a[group + y] == later:
                theta[o + y] += lift
                for x in range(d):
                    if a[group + x] != later:
                        a[x * d + y] -= lift
                        a[y * d + x] += lift


@kernel
def balance(pair: np.ndarray, d: int, theta: np.ndarray, o: int, sums: bool, a: np.ndarray) -> bool:
    """Theorem 5 and beyond: balance M of joint X and X_i; ``a`` is scratch of 2d² + 2d numbers.

    Returns False, and leaves θ alone, where no state is possible on both sides.
    """
    best = -np.inf
    for x in range(d):
        best = max(best, pair[x, x])
    if best == -np.inf:
        return False
    if d == 2 and pair[0, 1] > -np.inf and pair[1, 0] > -np.inf:
        theta[o], theta[o + 1] = 0.0, 0.5 * (pair[0, 1] - pair[1, 0])
        return True
    reach, group = d * d, 2 * d * d
    finite = True
    for x in range(d):
        a[group + x] = 0.0
        for y in range(d):
            a[x * d + y] = pair[x, y] + theta[o + x] - theta[o + y]
            finite = finite and (x == y or a[x * d + y] > -np.inf)
    n_groups = 1 if finite else _find_groups(a, d, reach, group)
    _osborne(a, d, theta, o, group, sums)
    _push_between_groups(a, d, theta, o, group, n_groups, best - DEEP)
    return True
