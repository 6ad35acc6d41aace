"""Bounds on the answer, and the certificate that they are the answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

ROUNDING_SHARE = 1e-13  # of the bound, what the order of additions may change


@dataclass(frozen=True)
class Certificate:
    """Why an answer is proved: ``kind`` is ``optimal``, ``exact`` or ``infeasible``, or ``closed``
    for a branch, where nothing better is left; ``reason`` says it in words.
    """

    kind: str
    reason: str


@dataclass(frozen=True)
class Bounds:
    """What is known of the log value: ``upper`` and ``lower`` enclose it, ``estimate`` only
    guesses at it.

    ``upper`` is the best upper bound so far; ``now`` is the one that the relaxed model gives as it
    is, which rises again when something is relaxed. There is none where its value bounds nothing.
    """

    lower: float
    upper: float
    estimate: float | None = None
    now: float | None = None

    @property
    def gap(self) -> float:
        """How far apart the bounds are; infinite while one of them is missing."""
        return (
            0.0 if self.upper == self.lower else max(0.0, self.upper - self.lower)
        )  # equal up to rounding is equal

    def slack(self, tolerance: float) -> float:
        """The gap at which the bounds have met: the tolerance, and what rounding may take."""
        return tolerance + (ROUNDING_SHARE * abs(self.upper) if np.isfinite(self.upper) else 0.0)

    def certificate(self, tolerance: float) -> Certificate | None:
        """What the bounds prove by themselves: that nothing is possible, or that they have met, up
        to rounding.
        """
        if self.upper == -np.inf:
            return Certificate(
                "infeasible",
                "the upper bound is zero: no assignment has any mass under this model and evidence",
            )
        if self.upper < np.inf and self.gap <= self.slack(tolerance):
            return Certificate(
                "optimal", f"the upper bound meets the value of an assignment, within {tolerance:g}"
            )
        return None


class Bounded:
    """Whatever has bounds, and perhaps a certificate that they are the answer."""

    bounds: Bounds
    certificate: Certificate | None

    @property
    def upper(self) -> float:
        return self.bounds.upper

    @property
    def lower(self) -> float:
        return self.bounds.lower

    @property
    def gap(self) -> float:
        return self.bounds.gap

    @property
    def status(self) -> str:
        """``certified``, ``bounded`` or ``infeasible``; ``closed`` for a branch."""
        kind = "bounded" if self.certificate is None else self.certificate.kind
        return kind if kind in ("bounded", "infeasible", "closed") else "certified"
