"""Updates on a junction tree: compiled from end to end, messages kept from update to update."""

from __future__ import annotations

import numpy as np

from rcr.compensation.examination import examine
from rcr.compensation.method import Examined, Method, Progress
from rcr.compensation.update import advance
from rcr.compensation.values import total_value
from rcr.engines.junction_tree import JunctionTree


class TreeSweep:
    """The fast way: the messages of a junction tree, valid for the θ that is given each time."""

    def __init__(self, engine: JunctionTree, theta: np.ndarray) -> None:
        self._engine, self._work = engine, engine.work(theta)
        self.start_value = float(self._work.value.sum())

    @property
    def value(self) -> float:
        """The log value of the compensated model, without the constant."""
        return float(total_value(self._work))

    def advance(
        self,
        theta: np.ndarray,
        order: np.ndarray,
        most: int,
        settle: float,
        goal: float,
        method: Method,
        progress: Progress,
    ) -> bool:
        """As ``update.advance`` says."""
        return advance(
            self._engine.tree,
            self._work,
            theta,
            order,
            most,
            settle,
            goal,
            method.rule,
            method.bound,
            self._engine.sums,
            method.stride.amount,
            method.stride.decay,
            progress.marks,
            progress.memory,
            progress.values,
        )

    def examine(
        self, theta: np.ndarray, constraints: np.ndarray, method: Method, sweeps: int
    ) -> Examined:
        """As ``examination.examine`` says."""
        amount = method.stride.at(sweeps)
        found = examine(
            self._engine.tree,
            self._work,
            theta,
            constraints,
            method.rule,
            method.bound,
            self._engine.sums,
            amount,
        )
        return Examined(*found)
