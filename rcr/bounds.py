"""Bounds on the answer, and the certificate that they are the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from rcr.trace import State


@dataclass(frozen=True)
class Certificate:
    """Why an answer is proved: ``kind`` is ``optimal``, ``exact`` or ``infeasible``; ``reason`` says it in words."""

    kind: str
    reason: str


@dataclass(frozen=True)
class Bounds:
    """What is known of the log value: ``upper`` and ``lower`` enclose it, ``estimate`` only guesses at it."""

    lower: float
    upper: float
    estimate: float | None = None

    @property
    def gap(self) -> float:
        """How far apart the bounds are; infinite while one of them is missing."""
        return 0.0 if self.upper == self.lower else max(0.0, self.upper - self.lower)  # equal up to rounding is equal


def certify(state: State, sums: bool, tolerance: float) -> Certificate | None:
    """What a state proves, if anything; with sums, bounds that meet do not prove the partition function."""
    if state.upper == -np.inf:
        return Certificate("infeasible", "the upper bound is zero: no assignment has any mass under this model and evidence")
    if len(state.relaxation.relaxed) == 0:
        return Certificate("exact", "every constraint is recovered, so inference in the relaxed model is exact")
    if sums or state.upper == np.inf or state.gap > tolerance + 1e-13 * abs(state.upper):
        return None
    if len(state.violated) == 0 and state.value <= state.upper + tolerance:
        return Certificate("optimal", "the MPE assignment of the relaxed model violates no relaxed constraint")
    return Certificate("optimal", f"the upper bound meets the value of an assignment, within {tolerance:g}")
