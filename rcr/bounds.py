"""Bounds on the answer, and the certificate that they are the answer."""

from __future__ import annotations

from dataclasses import dataclass


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
