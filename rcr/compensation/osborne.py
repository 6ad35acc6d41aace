"""Osborne's iteration on the matrix A of one constraint, and zeros that keep it from an end.

Entries that lie on no cycle of possible ones can be pushed down without end; so the states are
grouped by the cycles they share, balanced inside their groups, and the groups then set apart.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import kernel

MAX_PASSES = 30  # over all states
MIN_STEP_LOGS = 1e-13  # of log θ; a pass of smaller ones is the last


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
def find_groups(a: np.ndarray, d: int, reach: int, group: int) -> int:
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
def osborne(a: np.ndarray, d: int, theta: np.ndarray, group: int, sums: bool) -> None:
    """Osborne's iteration: scale one state at a time until its off-diagonal row and column
    agree.
    """
    for _ in range(MAX_PASSES):
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
            theta[x] += step
            for y in range(d):
                if y != x:
                    a[x * d + y] += step
                    a[y * d + x] -= step
        if largest < MIN_STEP_LOGS:
            return


@kernel
def push_between_groups(
    a: np.ndarray, d: int, theta: np.ndarray, group: int, n_groups: int, target: float
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
                theta[y] += lift
                for x in range(d):
                    if a[group + x] != later:
                        a[x * d + y] -= lift
                        a[y * d + x] += lift
