"""What every engine for exact inference on a relaxed model offers, and what inference costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rcr.model import ModelError
from rcr.relaxation import Relaxation
from rcr.text.numbers import human_bytes

DEFAULT_MAX_BYTES = 1 << 30
ASTRONOMICAL = 1e300  # more than this is not told apart


@dataclass(frozen=True)
class Cost:
    """What exact inference on a relaxed model takes, known before it is set up."""

    treewidth: int
    table_entries: int
    bytes: int

    @classmethod
    def of(cls, treewidth: int, table_entries: float, n_bytes: float) -> Cost:
        """From numbers that may be astronomical, or even infinite."""
        return cls(
            int(treewidth), int(min(table_entries, ASTRONOMICAL)), int(min(n_bytes, ASTRONOMICAL))
        )

    def __str__(self) -> str:
        entries = (
            f"{self.table_entries:,}"
            if self.table_entries < 10**15
            else f"{self.table_entries:.1e}"
        )
        return f"treewidth {self.treewidth}, {entries} table entries, {human_bytes(self.bytes)}"


class TooLarge(ModelError):
    """A step was refused because its tables would pass the memory limit."""

    def __init__(self, cost: Cost, limit: int) -> None:
        super().__init__(
            f"this needs {cost}, over the limit of {human_bytes(limit)}; recover fewer "
            "constraints or raise the limit"
        )
        self.cost = cost


class Engine(Protocol):
    """Exact inference on one relaxation, for any θ.

    ``theta`` holds θ(X) of every constraint one after the other, then θ(X_i) likewise. Every
    answer is a pure function of the relaxation and θ. ``sums`` chooses the partition function
    instead of the MPE value.
    """

    relaxation: Relaxation
    sums: bool
    cost: Cost

    def value(self, theta: np.ndarray) -> float:
        """Log MPE value (or log partition function) of the compensated model."""

    def marginals(self, theta: np.ndarray) -> list[np.ndarray]:
        """Log MPE marginals (or log partition function marginals) of the original variables."""

    def pair_table(self, theta: np.ndarray, k: int) -> np.ndarray:
        """M(x, y) of relaxed constraint k: the value with X = x and X_i = y, without θ of k."""

    def best_assignment(self, theta: np.ndarray) -> np.ndarray:
        """An MPE instantiation of the compensated model: states of the original variables, then of
        every clone.
        """
