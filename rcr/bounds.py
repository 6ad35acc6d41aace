"""Bounds on the answer, and the certificate that they are the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from rcr.trace import State

ROUNDING = 1e-13  # of the bound, what the order of additions may change


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

    def certificate(self, tolerance: float) -> Certificate | None:
        """What the bounds prove by themselves: that nothing is possible, or that they have met, up to rounding."""
        if self.upper == -np.inf:
            return Certificate("infeasible", "the upper bound is zero: no assignment has any mass under this model and evidence")
        if self.upper < np.inf and self.gap <= tolerance + ROUNDING * abs(self.upper):
            return Certificate("optimal", f"the upper bound meets the value of an assignment, within {tolerance:g}")
        return None


def certify(state: State, sums: bool, tolerance: float) -> Certificate | None:
    """What a state proves, if anything; with sums, bounds that meet do not prove the partition function."""
    proved = state.bounds.certificate(tolerance)
    if len(state.relaxation.relaxed) == 0 and state.upper > -np.inf:
        return Certificate("exact", "every constraint is recovered, so inference in the relaxed model is exact")
    if proved is None or proved.kind == "infeasible":
        return proved
    if sums:
        return None
    if len(state.violated) == 0 and state.value <= state.upper + tolerance:
        return Certificate("optimal", "the MPE assignment of the relaxed model violates no relaxed constraint")
    return proved
