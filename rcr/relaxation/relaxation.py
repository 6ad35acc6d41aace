"""What is left of a model when some of its equivalence constraints are relaxed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rcr.relaxation import forest
from rcr.relaxation.cloned_model import ClonedModel


@dataclass(frozen=True, eq=False)
class Relaxation:
    """A cloned model together with the set of its constraints that are recovered; the others are
    relaxed.
    """

    cloned: ClonedModel
    recovered: np.ndarray  # one bool for each constraint

    def __post_init__(self) -> None:
        mask = np.array(self.recovered, dtype=np.bool_)
        mask.flags.writeable = False
        object.__setattr__(self, "recovered", mask)

    @classmethod
    def decomposed(cls, cloned: ClonedModel) -> Relaxation:
        """Nothing recovered: the paper's start."""
        return cls(cloned, np.zeros(len(cloned), dtype=np.bool_))

    @classmethod
    def forest(cls, cloned: ClonedModel) -> Relaxation:
        """A strongest spanning forest recovered: factors with the largest range of log ψ first, no
        loop closed.
        """
        nothing = np.zeros(len(cloned), dtype=np.bool_)
        return cls(
            cloned, forest.spanned(cloned.ground, nothing, forest.strongest_first(cloned.ground))
        )

    @classmethod
    def everything(cls, cloned: ClonedModel) -> Relaxation:
        """Everything recovered: the original model again."""
        return cls(cloned, np.ones(len(cloned), dtype=np.bool_))

    def with_recovered(self, indices: np.ndarray, value: bool = True) -> Relaxation:
        mask = self.recovered.copy()
        mask[indices] = value
        return Relaxation(self.cloned, mask)

    def with_cycles(self, indices: Iterable[int] = ()) -> Relaxation:
        """These constraints recovered, and no loop beyond those they close: bridges are exchanged
        for others where they would.

        What lies on a loop now stays; the rest of the model is spanned anew, with the bridges
        there are and then the strongest factors. So it keeps the width of its loops alone, and
        the speed of a forest.
        """
        ground = self.cloned.ground
        core = self.on_loops.copy()
        bridges = np.flatnonzero(self.recovered & ~core)
        core[list(indices)] = True
        return Relaxation(
            self.cloned,
            forest.spanned(ground, core, np.concatenate([bridges, forest.strongest_first(ground)])),
        )

    @cached_property
    def on_loops(self) -> np.ndarray:
        """For each constraint whether it is recovered and lies on a loop of recovered
        constraints.
        """
        return forest.on_loops(self.cloned.ground, self.recovered)

    @cached_property
    def relaxed(self) -> np.ndarray:
        """The indices of the constraints that are relaxed."""
        return np.flatnonzero(~self.recovered)

    @property
    def complete(self) -> bool:
        """Whether everything is recovered, so that inference in the relaxed model is exact."""
        return len(self.relaxed) == 0

    @cached_property
    def count(self) -> int:
        return int(self.recovered.sum())

    @cached_property
    def loops_closed(self) -> int:
        """How many recovered constraints lie beyond a spanning forest of the graph of variables
        and factors.
        """
        return int(forest.loops(self.cloned.ground, self.recovered))

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of the recovered constraints."""
        return tuple(self.cloned.constraints[k].id for k in np.flatnonzero(self.recovered))
