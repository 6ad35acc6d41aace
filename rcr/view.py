"""What a recovery heuristic may look at: facts about every relaxed constraint at one state, computed when asked for."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from rcr.compensation.update import examine
from rcr.engines.junction_tree import JunctionTree
from rcr.trace import State


class View:
    """Arrays with one entry for each relaxed constraint of a state, in the order of ``relaxed``."""

    def __init__(self, state: State, engine: JunctionTree, rule: int, amount: float, seed: int) -> None:
        self.state, self.engine = state, engine
        self.relaxed = state.relaxation.relaxed
        self._rule, self._amount, self._seed = rule, amount, seed

    @cached_property
    def _examined(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        theta = self.state.theta.array()
        work = self.engine.work(theta)
        return examine(self.engine.tree, work, theta, self.relaxed, self._rule, self.engine.sums, self._amount)

    @property
    def impact(self) -> np.ndarray:
        """The drop of the value if this constraint alone were recovered now."""
        return self._examined[0]

    @property
    def mutual_information(self) -> np.ndarray:
        """Mutual information of X and X_i in the compensated model; none where the model has no mass."""
        return self._examined[1] if self.state.value > -np.inf else np.zeros(len(self.relaxed))

    @property
    def residual(self) -> np.ndarray:
        """How far an update would move θ now."""
        return self._examined[2]

    @cached_property
    def violated(self) -> np.ndarray:
        """Whether the relaxed MPE instantiation gives X and X_i different states."""
        return np.isin(self.relaxed, self.state.violated)

    @property
    def rng(self) -> np.random.Generator:
        """Random numbers that depend on the run's seed and on what is recovered, and on nothing else."""
        return np.random.default_rng([self._seed, self.state.relaxation.count])

    def rank(self, scores: np.ndarray) -> np.ndarray:
        """Positions by falling score (rows are compared column by column), ties in random order; ``-inf`` is left out."""
        columns = np.asarray(scores, dtype=np.float64)
        columns = columns[:, None] if columns.ndim == 1 else columns
        shuffled = self.rng.permutation(len(self.relaxed))
        order = shuffled[np.lexsort(-columns[shuffled].T[::-1])]
        return order[columns[order, 0] > -np.inf]


def as_columns(scores: np.ndarray) -> np.ndarray:
    """Scores as a table with one row a constraint; a plain vector is its only column."""
    columns = np.asarray(scores, dtype=np.float64)
    return columns[:, None] if columns.ndim == 1 else columns
