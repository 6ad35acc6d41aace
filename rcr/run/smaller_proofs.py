"""Smaller proofs near one that is known: some loops are opened, and frustrated cycles recovered in
their place until the bound meets the value again.

Nothing of this is on record: a trial is a junction tree, θ, and the bound there. Each has its loops
with a forest around them, over which compensation travels quickly; bridges leave the bound where it
is, so only the constraints on loops count.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeGuard

import numpy as np

from rcr.compensation.bridges import without
from rcr.compensation.scheme import Stride
from rcr.compensation.sweep import Sweeper
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.protocol import TooLarge
from rcr.recovery.frustration import frustrated_cycles
from rcr.relaxation import Relaxation
from rcr.run.budget import Budget, next_slice
from rcr.run.problem import Problem
from rcr.state import State

# so many sweeps as good as the last of a stretch would have to close the gap
PATIENT_SWEEPS, HASTY_SWEEPS = 200, 50
MAX_SWEEPS = 2_000  # in one stretch

MAX_STRETCHES = 4  # that are opened together
DETOUR_CONSTRAINTS = 6  # constraints more than before that a proof may have on the way to fewer
MIN_PROMISE_SHARE = (
    1e-3  # cycles that promise less than this share of the best one are not looked at
)
LOOP_CONSTRAINT_COST = 1e-6  # what a constraint that is on a loop anyway costs a cycle
RETURN_COST = 2.0  # what one costs that was relaxed just now; any other one costs 1, but for chance
COST_DEVIATION = 0.3  # the deviation of the logarithm of what a constraint costs


@dataclass(frozen=True, eq=False)
class Trial:
    """A relaxed model, and where compensation has led in it."""

    tree: JunctionTree
    theta: np.ndarray
    value: float

    @property
    def relaxation(self) -> Relaxation:
        return self.tree.relaxation

    @property
    def loops(self) -> np.ndarray:
        """For each constraint whether it is on a loop."""
        return self.tree.relaxation.on_loops

    @property
    def size(self) -> int:
        """How many constraints the proof needs: a bridge gains nothing that θ cannot."""
        return int(self.loops.sum())


class SmallerProofs:
    """Tries on one problem, whose best value is known; chance comes from the run's seed."""

    def __init__(self, problem: Problem, state: State, budget: Budget) -> None:
        settings = problem.settings
        self.problem, self.budget = problem, budget
        self.rng = np.random.default_rng(settings.seed)
        self._scheme = settings.compensation
        self._stride = Stride(self._scheme.stride.at(state.sweeps))
        self._lower, self._most = state.lower, state.lower + settings.tolerance

    def at(self, state: State) -> Trial:
        """A state of the run, to go on from."""
        tree = self.problem.clique_tree(state.relaxation)
        return Trial(tree, state.theta.array(), state.value)

    def opened(self, here: Trial, stretches: Iterable[np.ndarray], patience: int) -> Trial:
        """The proof without those of the stretches that it can spare, tried one after the other."""
        for stretch in stretches:
            if self.budget.over():
                break
            if here.loops[stretch[0]]:
                there = self.without(here, stretch[:1], patience)
                here = there if self.proves(there) else here
        return here

    def without(self, here: Trial, gone: np.ndarray, patience: int) -> Trial | None:
        """These constraints relaxed, and the rest compensated."""
        fewer = here.relaxation.with_recovered(gone, False)
        return self._moved(here, fewer.with_cycles(), patience)

    def neighbour(self, here: Trial) -> Trial | None:
        """Another proof, from stretches of loops that are opened together, chosen by chance."""
        found = self._repaired(here, self._some_that_touch(here)) if here.size else None
        if not self.proves(found):
            return None
        around = self._beside(found.loops != here.loops)
        near = [one for one in found.relaxation.stretches if around[one].any()]
        self.rng.shuffle(near)
        return self.opened(found, near, HASTY_SWEEPS)

    def proves(self, trial: Trial | None) -> TypeGuard[Trial]:
        """Whether its bound meets the value that is to be proved."""
        return trial is not None and trial.value <= self._most

    def _some_that_touch(self, here: Trial) -> np.ndarray:
        """One stretch, and others one after the other that touch what there is."""
        stretches = here.relaxation.stretches
        gone = np.zeros(len(here.loops), np.bool_)
        gone[stretches[self.rng.integers(len(stretches))]] = True
        for _ in range(self.rng.integers(MAX_STRETCHES)):
            around = self._beside(gone) & ~gone
            near = [one for one in stretches if around[one].any()]
            if near:
                gone[near[self.rng.integers(len(near))]] = True
        return np.flatnonzero(gone)

    def _beside(self, constraints: np.ndarray) -> np.ndarray:
        """The constraints that share a variable or a factor with one of these, as a mask."""
        ground = self.problem.cloned.ground
        variables = np.isin(ground.con_var, ground.con_var[constraints])
        return variables | np.isin(ground.con_factor, ground.con_factor[constraints])

    def _repaired(self, here: Trial, gone: np.ndarray) -> Trial | None:
        """Without these, and with frustrated cycles in their place until it is a proof again; none
        where that takes too many, or leads back.
        """
        trial = self.without(here, gone, HASTY_SWEEPS)
        while trial is not None and not self.proves(trial) and not self.budget.over():
            price = np.exp(COST_DEVIATION * self.rng.standard_normal(len(here.loops)))
            price[gone] *= RETURN_COST
            then = self._with_a_cycle(
                trial, np.where(trial.loops, LOOP_CONSTRAINT_COST, price), here
            )
            trial = self._moved(trial, then, HASTY_SWEEPS) if then is not None else None
        return trial

    def _with_a_cycle(self, trial: Trial, cost: np.ndarray, before: Trial) -> Relaxation | None:
        """The best frustrated cycle recovered that is not too long, and does not lead back."""
        for cycle in frustrated_cycles(trial.tree, trial.theta, cost, MIN_PROMISE_SHARE):
            then = trial.relaxation.with_cycles(cycle.constraints)
            size = then.on_loops.sum()
            back = np.array_equal(then.on_loops, before.loops)
            if trial.size < size <= before.size + DETOUR_CONSTRAINTS and not back:
                return then
        return None

    def _moved(self, here: Trial, then: Relaxation, patience: int) -> Trial | None:
        """Other constraints recovered, and the rest compensated; none where it takes too much
        memory.
        """
        now = here.relaxation
        relax = np.flatnonzero(now.recovered & ~then.recovered)
        try:
            theta = without(now, relax, here.theta, lambda fewer: self._tree(fewer, here.tree))
            return self._compensated(self._tree(then, here.tree), theta, patience)
        except TooLarge:
            return None

    def _tree(self, relaxation: Relaxation, near: JunctionTree) -> JunctionTree:
        return JunctionTree(relaxation, False, self.problem.settings.allowed_bytes, near)

    def _compensated(self, tree: JunctionTree, theta: np.ndarray, patience: int) -> Trial:
        """Sweep until the bounds meet, or a stretch does not halve the gap."""
        sweeper = Sweeper(tree, self._scheme, theta, stride=self._stride)
        order, gap = tree.tree_order(tree.relaxation.relaxed), np.inf
        while self._most < sweeper.value <= self._lower + gap / 2 and not self.budget.over():
            gap, most = sweeper.value - self._lower, sweeper.updates + MAX_SWEEPS * len(order)
            room, goes_on = len(order), True
            while goes_on and sweeper.updates < most and not self.budget.over():
                clock = time.perf_counter()
                updates = min(room, most - sweeper.updates)
                feasible = sweeper.advance(order, updates, gap / patience, self._lower)
                room = next_slice(room, time.perf_counter() - clock)
                goes_on = feasible and not sweeper.settled
        return Trial(tree, sweeper.theta, sweeper.value)
