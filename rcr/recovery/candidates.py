"""What a recovery heuristic may look at: facts about every relaxed constraint at one state,
computed when asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, NamedTuple

import numpy as np

from rcr import registry
from rcr.compensation.method import Examined
from rcr.compensation.scheme import Scheme, Stride
from rcr.compensation.sweep import Sweeper
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.protocol import Engine
from rcr.machine.once import once
from rcr.mean_field.gains import factor_gains
from rcr.state import State

MAX_EXAMINED_CONSTRAINTS = 8  # from one look at whether to stop to the next


class Group(NamedTuple):
    """Constraints to recover together, by index, and what each of them is worth."""

    constraints: tuple[int, ...]
    score: float
    relax: tuple[int, ...] = ()  # recovered ones that are given up for them
    waits: bool = False  # for another round, whatever the batch: it is not among the best ones


def in_one_round(groups: list[Group], batch: int) -> list[Group]:
    """The groups, best first, that are recovered together."""
    return groups[:1] + [group for group in groups[1:batch] if not group.waits]


class Trial:
    """A group that is recovered to see what it gains: loops with a forest around them."""

    def __init__(self, tree: JunctionTree, sweeper: Sweeper) -> None:
        self._sweeper, self._order = sweeper, tree.tree_order(tree.relaxation.relaxed)
        self.entries = tree.cost.table_entries

    @property
    def value(self) -> float:
        """The log value of the compensated model."""
        return self._sweeper.value

    def sweep(self, times: int) -> None:
        """Compensate all that is relaxed, so many times."""
        self._sweeper.advance(self._order, times * len(self._order))


class Candidates:
    """Arrays with one entry for each relaxed constraint of a state, in the order of ``relaxed``."""

    def __init__(
        self,
        state: State,
        engine: Engine,
        tree: JunctionTree,
        exact_entries: Callable[[], float],
        scheme: Scheme,
        seed: int,
    ) -> None:
        self.state, self.engine = state, engine
        self.tree = tree  # the junction tree of the same relaxation, whatever engine infers
        self._exact_entries = exact_entries
        self.relaxed, self.ground = state.relaxation.relaxed, state.relaxation.cloned.ground
        self._scheme, self._seed = scheme, seed
        self._asked: dict[Hashable, tuple[Group, ...]] = {}  # what the heuristics have answered

    @property
    def exact_entries(self) -> float:
        """Of the tables of exact inference; infinite where that passes the memory limit.

        A large model is planned for minutes before that is known, so most heuristics never ask.
        """
        return self._exact_entries()

    @once
    def _examined(self) -> Examined:
        return self._sweeper().examine(self.relaxed)

    def _sweeper(self) -> Sweeper:
        theta, sweeps = self.state.theta.array(), self.state.sweeps
        return Sweeper(self.engine, self._scheme, theta, sweeps=sweeps)

    def examine(self, stop: Callable[[], bool]) -> bool:
        """Examine the constraints, a few at a time, as they take as long as a sweep; whether that
        came to its end before it was to stop.
        """
        sweeper, parts = self._sweeper(), []
        for at in range(0, max(1, len(self.relaxed)), MAX_EXAMINED_CONSTRAINTS):
            if stop():
                return False
            parts.append(sweeper.examine(self.relaxed[at : at + MAX_EXAMINED_CONSTRAINTS]))
        self._examined = Examined(*map(np.concatenate, zip(*parts, strict=True)))
        return True

    @property
    def impact(self) -> np.ndarray:
        """The drop of the value if this constraint alone were recovered now."""
        return self._examined.impact

    @property
    def mutual_information(self) -> np.ndarray:
        """Mutual information of X and X_i in the compensated model; none where the model has no
        mass.
        """
        return (
            self._examined.information
            if self.state.value > -np.inf
            else np.zeros(len(self.relaxed))
        )

    @property
    def residual(self) -> np.ndarray:
        """How far an update would move θ now."""
        return self._examined.residual

    @once
    def lower_gains(self) -> np.ndarray:
        """For each factor how far the lower bound on the partition function might rise if all of
        it were recovered; nothing for the MPE problem.
        """
        q = self.state.mean_field
        if q is None:
            return np.zeros(len(self.ground.factor_ptr) - 1)
        return factor_gains(q, self.ground)

    @once
    def violated(self) -> np.ndarray:
        """Whether the relaxed MPE instantiation gives X and X_i different states."""
        return np.isin(self.relaxed, self.state.violated)

    @property
    def rng(self) -> np.random.Generator:
        """Random numbers that depend on the run's seed and on what is recovered, and on nothing
        else.
        """
        return np.random.default_rng([self._seed, self.state.relaxation.count])

    @property
    def promising(self) -> bool:
        """Whether a search for frustrated cycles makes sense: an MPE question with bounds that
        have not met.
        """
        return (
            not self.engine.sums and self.state.value > -np.inf and self.state.certificate is None
        )

    def paper_order(self, tie: float = 1e-3) -> list[Group]:
        """Impact first, impacts within the same multiple of ``tie`` count as equal; ties by
        violated.
        """
        return self.groups(np.column_stack([np.round(self.impact / tie), self.violated]))

    @once
    def spanned(self) -> JunctionTree:
        """The tree of the loops there are with a forest around them: its max-marginals know of the
        whole model.
        """
        return JunctionTree(self.state.relaxation.with_cycles(), self.tree.sums, near=self.tree)

    def trial(self, group: tuple[int, ...]) -> Trial:
        """A group recovered, from the same θ."""
        recovered = self.state.relaxation.with_recovered(np.array(group))
        now, then = self.spanned.relaxation, recovered.with_cycles()
        tree = JunctionTree(then, self.tree.sums, near=self.spanned)
        held = Stride(self._scheme.stride.at(self.state.sweeps))
        sweeper = Sweeper(tree, self._scheme, self.state.theta.array(), stride=held)
        given_up = np.flatnonzero(now.recovered & ~then.recovered)
        sweeper.advance(given_up, len(given_up))
        return Trial(tree, sweeper)

    def groups_of(self, heuristic: str, parameters: Mapping[str, Any]) -> list[Group]:
        """What a heuristic would recover next, best first; it is asked once, since a look ahead may
        take long.
        """
        plugin = registry.get("recovery", heuristic)
        given = plugin.check(parameters)
        key = plugin.function, tuple(given.items())
        if key not in self._asked:
            scores = plugin(self, **given) if len(self.relaxed) else []
            self._asked[key] = tuple(self.groups(scores))
        return list(self._asked[key])

    def groups(self, scores: np.ndarray | list[Group]) -> list[Group]:
        """What a heuristic returned as groups, best first: groups as they are, scores as groups of
        one each.

        Scores are ranked by falling value (rows are compared column by column), ties in random
        order; ``-inf`` is left out.
        """
        if isinstance(scores, list):
            return scores
        columns = np.asarray(scores, dtype=np.float64)
        columns = columns[:, None] if columns.ndim == 1 else columns
        shuffled = self.rng.permutation(len(self.relaxed))
        order = shuffled[np.lexsort(-columns[shuffled].T[::-1])]
        order = order[columns[order, 0] > -np.inf]
        ranked = zip(self.relaxed[order].tolist(), columns[order, 0].tolist(), strict=True)
        return [Group((constraint,), score) for constraint, score in ranked]
