"""What is left of a model when some of its equivalence constraints are relaxed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rcr.machine.once import once
from rcr.relaxation import forest
from rcr.relaxation.cloned_model import ClonedModel


@dataclass(frozen=True, eq=False)
class Relaxation:
    """A cloned model together with the set of its constraints that are recovered; the others are
    relaxed, or held.

    A held constraint is one of a variable that a branch fixes: X and X_i are fixed to the same
    state by a θ that is zero for every other one, so nothing is lost and nothing is compensated.
    """

    cloned: ClonedModel
    recovered: np.ndarray  # one bool for each constraint
    held: np.ndarray = None  # type: ignore[assignment]  # likewise; none without a branch

    def __post_init__(self) -> None:
        for name in ("recovered", "held"):
            given = getattr(self, name)
            mask = np.array(np.zeros(len(self.cloned)) if given is None else given, dtype=np.bool_)
            mask.flags.writeable = False
            object.__setattr__(self, name, mask)

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
        return cls(cloned, forest.spanned(cloned.ground, nothing, cloned.strongest_first))

    @classmethod
    def everything(cls, cloned: ClonedModel) -> Relaxation:
        """Everything recovered: the original model again."""
        return cls(cloned, np.ones(len(cloned), dtype=np.bool_))

    def with_all_but_held(self) -> Relaxation:
        """Everything recovered that no branch has fixed: the model under its conditions."""
        return Relaxation(self.cloned, ~self.held, self.held)

    def with_held(self, variable: int) -> Relaxation:
        """The constraints of this variable held: it leaves the loops of the relaxed model."""
        own = self.cloned.ground.con_var == variable
        return Relaxation(self.cloned, self.recovered & ~own, self.held | own)

    def with_recovered(self, indices: np.ndarray, value: bool = True) -> Relaxation:
        mask = self.recovered.copy()
        mask[indices] = value
        return Relaxation(self.cloned, mask & ~self.held, self.held)

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
        order = np.concatenate([bridges, self.cloned.strongest_first])
        spanned = forest.spanned(ground, core & ~self.held, order[~self.held[order]])
        return Relaxation(self.cloned, spanned, self.held)

    def bridges(self, order: np.ndarray) -> np.ndarray:
        """Of these constraints, taken in order, those that close no loop with what is recovered."""
        free = order[~self.held[order]]
        spanned = forest.spanned(self.cloned.ground, self.recovered.copy(), free)
        return np.flatnonzero(spanned & ~self.recovered)

    @property
    def scaffold(self) -> np.ndarray:
        """The relaxed constraints, strongest factors first, that make a forest of the rest."""
        return self.bridges(self.cloned.strongest_first)

    @once
    def on_loops(self) -> np.ndarray:
        """For each constraint whether it is recovered and lies on a loop of recovered
        constraints.
        """
        return forest.on_loops(self.cloned.ground, self.recovered)

    @once
    def stretches(self) -> list[np.ndarray]:
        """The constraints on loops in classes: where one of a class is relaxed, all the others of
        it lie on no loop any more.
        """
        found, left = [], self.on_loops.copy()
        while left.any():
            k = np.flatnonzero(left)[:1]
            together = self.on_loops & ~self.with_recovered(k, False).on_loops
            found.append(np.flatnonzero(together))
            left &= ~together
        return found

    @once
    def components(self) -> np.ndarray:
        """The component of the relaxed model in which each variable lies, and then each clone."""
        # it takes long to load, and runs on junction trees do without
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        ground, n = self.cloned.ground, len(self.cloned.ground.card)
        clones = n + np.arange(len(self.cloned))
        firsts = clones[ground.factor_ptr[ground.con_factor]]
        ends = np.concatenate([firsts, ground.con_var[self.recovered]])
        others = np.concatenate([clones, clones[self.recovered]])
        size = n + len(self.cloned)
        links = coo_array((np.ones(len(ends)), (ends, others)), shape=(size, size))
        return np.asarray(connected_components(links, directed=False)[1])

    def joint(self, k: int) -> bool:
        """Whether X and X_i of constraint k lie in one component; if not, they are independent."""
        x, clone = self.cloned.ground.con_var[k], len(self.cloned.ground.card) + k
        return bool(self.components[x] == self.components[clone])

    @once
    def relaxed(self) -> np.ndarray:
        """The indices of the constraints that are relaxed, and so compensated."""
        return np.flatnonzero(~self.recovered & ~self.held)

    @property
    def complete(self) -> bool:
        """Whether everything is recovered, or held, so that inference in the relaxed model is
        exact, under the conditions of its branch.
        """
        return len(self.relaxed) == 0

    @once
    def count(self) -> int:
        return int(self.recovered.sum())

    @once
    def loops_closed(self) -> int:
        """How many recovered constraints lie beyond a spanning forest of the graph of variables
        and factors.
        """
        return int(forest.loops(self.cloned.ground, self.recovered))

    @once
    def ids(self) -> tuple[str, ...]:
        """The ids of the recovered constraints."""
        return self.cloned.ids(np.flatnonzero(self.recovered))
