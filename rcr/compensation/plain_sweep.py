"""Updates on any engine: the same numbers as on a junction tree up to rounding, pair table by pair
table.
"""

from __future__ import annotations

import ctypes

import numpy as np

from rcr.compensation.method import (
    CURSOR,
    SETTLED,
    SWEEPS,
    UPDATES,
    Examined,
    Limits,
    Method,
    Progress,
)
from rcr.engines.protocol import Engine

_NUMBERS, _YES, _NUMBER = ctypes.POINTER(ctypes.c_double), ctypes.c_bool, ctypes.c_double
# the update rule of a scheme, as Python calls it
_CALL_RULE = ctypes.CFUNCTYPE(
    None,
    *(_NUMBERS, _NUMBERS, _NUMBERS, _YES, ctypes.c_int64),
    *(_NUMBERS, _NUMBERS, _YES, _NUMBER, _NUMBERS),
)


class PlainSweep:
    """The plain way: what the ``Engine`` protocol offers, and nothing else."""

    def __init__(self, engine: Engine, theta: np.ndarray) -> None:
        self._engine, self._work = engine, engine.work(theta)
        self._ground = engine.relaxation.cloned.ground
        constant = engine.relaxation.cloned.constant
        self._constant = constant if constant > -np.inf else 0.0
        d = int(self._ground.card.max(initial=1))
        self._spare = np.empty(2 * d * d + 2 * d)
        self.start_value = self.value = engine.value(theta) - self._constant

    def advance(
        self,
        theta: np.ndarray,
        order: np.ndarray,
        method: Method,
        limits: Limits,
        progress: Progress,
    ) -> bool:
        """As ``update.advance`` says."""
        marks, memory = progress.marks, progress.memory
        end, feasible = marks[UPDATES] + limits.updates, True
        marks[SETTLED] = 0
        while marks[UPDATES] < end and not marks[SETTLED] and feasible:
            amount = method.stride.at(int(marks[SWEEPS]))
            recovered, moved = self._update(theta, int(order[marks[CURSOR]]), method, amount)
            feasible = recovered > -np.inf
            memory[1] = max(memory[1], moved)
            marks[UPDATES] += 1
            marks[CURSOR] += 1
            if marks[CURSOR] == len(order):
                progress.end_sweep(self.value, limits, method.bound)
        return feasible

    def _update(
        self, theta: np.ndarray, k: int, method: Method, amount: float
    ) -> tuple[float, float]:
        """Compensate constraint k: the value with it recovered, and how far θ moved."""
        pair, rows = self._engine.read_pair(self._work, theta, k), self._ground.theta_rows(k)
        before = theta[rows]
        self._apply(theta, k, pair, method, amount)
        after = theta[rows]
        self._engine.renew(self._work, theta, k)
        self.value = self._reduce(_compensated(pair, after)) - self._constant
        return self._reduce(np.diag(pair)), _distance(before, after)

    def _apply(
        self, theta: np.ndarray, k: int, pair: np.ndarray, method: Method, amount: float
    ) -> None:
        """Give constraint k the θ its scheme asks for, as ``update.apply`` does."""
        own, clone = self._ground.theta_rows(k)
        new, copy = theta[own], theta[clone]
        tables, thetas = (pair.ravel(), *_sides(pair)), (new, copy)
        _CALL_RULE(method.rule)(
            *(_pointer(table) for table in tables),
            self._engine.relaxation.joint(k),
            len(pair),
            *(_pointer(one) for one in thetas),
            self._engine.sums,
            amount,
            _pointer(self._spare),
        )
        if method.bound:
            new -= new[0]  # θ of the first state is 1, as in the paper's implementation
            copy = -new
        theta[own], theta[clone] = new, copy

    def _reduce(self, values: np.ndarray) -> float:
        return float(np.logaddexp.reduce(values, axis=None) if self._engine.sums else values.max())

    def examine(
        self, theta: np.ndarray, constraints: np.ndarray, method: Method, sweeps: int
    ) -> Examined:
        """As ``examination.examine`` says."""
        found = [self._examine(theta, int(k), method, sweeps) for k in constraints]
        return Examined(*np.array(found).reshape(-1, 3).T)

    def _examine(
        self, theta: np.ndarray, k: int, method: Method, sweeps: int
    ) -> tuple[float, float, float]:
        pair, rows = self._engine.read_pair(self._work, theta, k), self._ground.theta_rows(k)
        now, trial = _compensated(pair, theta[rows]), theta.copy()
        value = self._reduce(now)
        self._apply(trial, k, pair, method, method.stride.at(sweeps))
        self._engine.renew(self._work, theta, k)
        return (
            value - self._reduce(np.diag(pair)) if value > -np.inf else 0.0,
            _information(now) if value > -np.inf and self._engine.relaxation.joint(k) else 0.0,
            _distance(theta[rows], trial[rows]),
        )


def _pointer(numbers: np.ndarray) -> ctypes._Pointer[ctypes.c_double]:
    return numbers.ctypes.data_as(_NUMBERS)


def _compensated(pair: np.ndarray, theta: np.ndarray) -> np.ndarray:
    """M(x, y) + log θ(x) + log θ(y_i)."""
    return np.asarray(pair + theta[0][:, None] + theta[1][None, :])


def _sides(pair: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Marginals of an X and X_i that are independent: their sums are the entries of the table."""
    x, y = np.unravel_index(int(np.argmax(pair)), pair.shape)
    best = pair[x, y] if pair[x, y] > -np.inf else 0.0
    return pair[:, y].copy(), pair[x] - best


def _distance(before: np.ndarray, after: np.ndarray) -> float:
    """The largest change of an entry; none where both are infinite."""
    changed = before != after
    return float(np.abs(after[changed] - before[changed]).max(initial=0.0))


def _information(table: np.ndarray) -> float:
    """Mutual information of X and X_i under the distribution ∝ exp of their compensated table."""
    log_p = table - np.logaddexp.reduce(table, axis=None)
    log_x, log_y = (np.logaddexp.reduce(log_p, axis=axis, keepdims=True) for axis in (1, 0))
    some = np.exp(log_p) > 0.0
    terms = np.exp(log_p) * np.where(some, log_p - np.where(some, log_x + log_y, 0.0), 0.0)
    return max(float(terms[some].sum()), 0.0)
