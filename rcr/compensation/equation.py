"""One update with its numbers, and the equation that made it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, eq=False)
class Update:
    """One update of constraint k. The rows of ``before`` and ``after`` are log θ(x) and log
    θ(x_i).
    """

    k: int
    joint: bool  # X and X_i are in one component; otherwise they are independent
    sums: bool
    amount: float  # damping or length of step at this update
    sweep: int  # how many sweeps came before it
    pair: np.ndarray  # M(x, y), which does not depend on θ of k
    before: np.ndarray
    after: np.ndarray

    @property
    def measure(self) -> str:
        """What is measured, in LaTeX: Z, or mpe."""
        return "Z" if self.sums else r"\mathrm{mpe}"

    def reduce(self, values: np.ndarray, axis: int | None = None) -> np.ndarray:
        """Largest value for the MPE problem, log Σ exp for the partition function."""
        found = np.logaddexp.reduce(values, axis=axis) if self.sums else np.max(values, axis=axis)
        return np.asarray(found)

    def compensated(self, theta: np.ndarray) -> np.ndarray:
        """A(x, y) = M(x, y) + log θ(x) + log θ(y_i); where θ(x)θ(x_i) = 1 the matrix that is
        balanced.
        """
        return np.asarray(self.pair + theta[0][:, None] + theta[1][None, :])

    def without_own(self, theta: np.ndarray) -> np.ndarray:
        """Rows log mpe(x)/θ(x) and log mpe(x_i)/θ(x_i) (Z for sums): what the update equations are
        made of.
        """
        return np.array(
            [
                self.reduce(self.pair + theta[1][None, :], 1),
                self.reduce(self.pair + theta[0][:, None], 0),
            ]
        )

    def marginals(self, theta: np.ndarray) -> np.ndarray:
        """Rows log mpe(x) and log mpe(x_i) of the compensated model (Z for sums)."""
        return np.asarray(self.without_own(theta) + theta)

    def value(self, theta: np.ndarray) -> float:
        """The log value of the compensated model."""
        return float(self.reduce(self.compensated(theta)))

    def off_diagonal(self) -> np.ndarray:
        """The possible entries of the pair table in which X and X_i differ."""
        return ~np.eye(len(self.pair), dtype=bool) & (self.pair > -np.inf)


@dataclass(frozen=True, eq=False)
class Equation:
    """An update equation: its name, its LaTeX, the same with numbers, and the entries of the pair
    table that decide it.
    """

    title: str
    formula: str
    numbers: str
    marked: np.ndarray = field(repr=False)  # one bool for each entry of the pair table
    meaning: str = ""  # what the marked entries have in common
    shown: str = "after"  # the table that the marks speak of: A before or after the update
