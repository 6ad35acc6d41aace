"""A compensation scheme with its parameters: which update is made, and how far it goes."""

from __future__ import annotations

from typing import NamedTuple


class Stride(NamedTuple):
    """How far the updates of a sweep go: damping or the length of a step, and how fast it falls."""

    amount: float
    decay: float = 0.0

    def at(self, sweeps: int) -> float:
        """The amount in the sweep that comes after so many."""
        return float(self.amount / (1.0 + sweeps) ** self.decay)


class Scheme(NamedTuple):
    """The rule of a scheme, and its stride as the parameters ask for it."""

    rule: int
    stride: Stride
