"""The nouns: what is told of a step, and the pair table that an update changed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.compensation.equation import Update
from rcr.run import Run


@dataclass(frozen=True, eq=False)
class PairChange:
    """The pair table of one constraint, and what an update of it changed.

    The rows of θ and of the marginals are X and its clone X_i, all in logs. A is M with θ of
    this constraint.
    """

    constraint: str
    name: str
    states: tuple[str, ...]
    sums: bool
    pair: np.ndarray  # M(x, y)
    compensated_before: np.ndarray  # A(x, y)
    compensated_after: np.ndarray
    marked: np.ndarray  # the entries that decide: balanced now, the best pair, the best agreement
    meaning: str  # what the marked entries have in common
    shown: str  # the table the marks speak of: A ``before`` or ``after``, or the ``pair`` table M
    theta_before: np.ndarray
    theta_after: np.ndarray
    marginals_before: np.ndarray
    marginals_after: np.ndarray

    @classmethod
    def of(
        cls, run: Run, update: Update, marked: np.ndarray, meaning: str, shown: str
    ) -> PairChange:
        constraint = run.cloned.constraints[update.k]
        return cls(
            constraint=constraint.id,
            name=constraint.name,
            states=run.model.variables[constraint.variable].states,
            sums=update.sums,
            pair=update.pair,
            compensated_before=update.compensated(update.before),
            compensated_after=update.compensated(update.after),
            marked=marked,
            meaning=meaning,
            shown=shown,
            theta_before=update.before,
            theta_after=update.after,
            marginals_before=update.marginals(update.before),
            marginals_after=update.marginals(update.after),
        )


@dataclass(frozen=True, eq=False)
class Explanation:
    """A step in words and numbers. ``formula`` and ``numbers`` are LaTeX, empty where a step has
    no equation.
    """

    title: str
    formula: str
    numbers: str
    sentence: str
    change: PairChange | None = None  # of the constraint updated last, or of the one recovered
    predicted: float | None = None  # what recovering one constraint was to gain
    gained: float | None = None  # what a recovery gained at once
