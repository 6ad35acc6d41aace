"""What the ways to make updates share: the method, where a stretch of updates ends, how far it has
come, what it finds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compensation.scheme import Stride

# places in the marks of a stretch of updates
CURSOR, SWEEPS, UPDATES, SETTLED = 0, 1, 2, 3

NEVER_SETTLED = -1.0  # a change of the value that no sweep goes below, so that none settles


class Method(NamedTuple):
    """A scheme as the updates need it."""

    rule: int  # the address of its update rule
    bound: bool  # it keeps θ(x)θ(x_i) = 1
    stride: Stride


class Limits(NamedTuple):
    """Where a stretch of updates ends."""

    updates: int  # after so many
    settle: float  # after a sweep that moved the value (without a bound: θ) by at most this
    goal: float  # after a sweep that brought the value down to this


def whole(order: np.ndarray) -> Limits:
    """A sweep along the order from its beginning, whatever it changes."""
    return Limits(len(order), NEVER_SETTLED, -np.inf)


class Progress(NamedTuple):
    """How far a stretch of updates has come; written by whoever makes them."""

    marks: np.ndarray  # at CURSOR, SWEEPS, UPDATES and SETTLED
    memory: np.ndarray  # the value at the last end of a sweep, and the largest move of θ since
    values: np.ndarray  # the value after sweep s at s modulo its length

    def end_sweep(self, value: float, limits: Limits, bound: bool) -> None:
        """Write down that a sweep has ended, as ``update.advance`` does."""
        self.values[self.marks[SWEEPS] % len(self.values)] = value
        self.marks[CURSOR] = 0
        self.marks[SWEEPS] += 1
        with np.errstate(invalid="ignore"):
            change = abs(self.memory[0] - value) if bound else self.memory[1]
        self.memory[:] = value, 0.0
        self.marks[SETTLED] = change <= limits.settle or value <= limits.goal


class Examined(NamedTuple):
    """What is known of constraints without changing θ: arrays with one entry for each."""

    impact: np.ndarray  # the drop of the value if this one alone were recovered
    information: np.ndarray  # mutual information of X and X_i in the compensated model
    residual: np.ndarray  # how far an update would move θ
