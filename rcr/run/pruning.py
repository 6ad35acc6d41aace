"""Pruning: from a proof to a smallest explanation, recovered constraints of which compensation
can spare none.

A forest of bridges is recovered around the loops, over which compensation travels quickly. Then one
loop after the other is opened: a constraint on it is relaxed again, and the rest is compensated. If
the bound of the relaxed model still meets the value of the assignment the loop did not matter and
stays open; if not, the step is taken back. Where compensation comes to rest the forest is exchanged
for others, which lets it go on. This lasts until a whole pass has opened nothing; then the bridges
are relaxed, which leaves the bound where it is. Compensation may still end above the least bound
over all θ, so another way to find θ might do without one more. The steps are ordinary ones: a
pruned run is saved, replayed and stepped through like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rcr.engines.protocol import TooLarge
from rcr.model import ModelError
from rcr.relaxation import Relaxation
from rcr.run.budget import Budget
from rcr.run.problem import Problem
from rcr.run.steps import Stretch
from rcr.state import Action, Compensate, Recover, Relax, State

PATIENCE_SWEEPS = 200  # so many as good as the last of a stretch would have to close the gap
MAX_SWEEPS = 2_000  # in one stretch
OTHER_FORESTS = 2  # that are tried where compensation comes to rest

Told = Callable[[int, int], None]  # hears how many constraints are tried, and of how many


@dataclass(frozen=True)
class Pruning:
    """What pruning did: the constraints that mattered, and how many were recovered before."""

    kept: tuple[str, ...]
    before: int
    finished: bool  # False where it was stopped: some of the kept ones were not tried

    @property
    def sentence(self) -> str:
        """What one can say of it."""
        done = f"pruned from {self.before} to {len(self.kept)} recovered constraints"
        end = (
            "compensation can spare none of them"
            if self.finished
            else "stopped before all were tried"
        )
        return f"{done}; {end}"


class Gardener(Protocol):
    """Who prunes: has a problem and a current state, moves by actions, and can take them back."""

    problem: Problem

    @property
    def state(self) -> State: ...

    def act(self, action: Action, stretch: Stretch = ...) -> State: ...

    def goto(self, where: int | str) -> State: ...

    def delete(self, number: int) -> None: ...


def prune(run: Gardener, budget: Budget, told: Told | None = None) -> Pruning:
    """Relax what the proof at the current state does not need."""
    settings, before = run.problem.settings, run.state.relaxation.count
    if settings.sums or not settings.upper_bound:
        raise ModelError(
            "pruning keeps a proof of the most probable explanation; take the task mpe with a "
            "scheme whose value is an upper bound, such as mpe-dd"
        )
    if run.state.certificate is None:
        raise ModelError("there is no proof to prune; solve the model first")
    if not proved_here(run):
        raise ModelError(
            "the proof was reached at an earlier state than this one; go there and prune it"
        )
    cloned = run.problem.cloned
    if len(bridges := run.state.relaxation.scaffold):
        run.act(Recover(cloned.ids(bridges)))
    while _pass(run, budget, told) and not budget.over():
        pass
    finished = not budget.over()
    idle = _idle(run.state.relaxation)
    if not _attempt(run, idle, Budget()):
        for k in idle:
            _attempt(run, np.array([k]), Budget())
    return Pruning(tuple(run.state.recovered), before, finished)


def _pass(run: Gardener, budget: Budget, told: Told | None) -> bool:
    """Try to open every loop once, at each constraint on it; whether any could be opened."""
    relaxation, needed = run.state.relaxation, set[bytes]()
    order = np.flatnonzero(relaxation.on_loops)
    for tried, k in enumerate(order):
        if budget.over():
            break
        if told is not None:
            told(tried, len(order))
        now = run.state.relaxation
        if now.on_loops[k]:
            # the constraints of a stretch that leaves and meets other loops go together
            loops = now.with_recovered(np.array([k]), False).on_loops.tobytes()
            if loops not in needed and not _attempt(run, np.array([k]), budget):
                needed.add(loops)
    return run.state.relaxation.loops_closed < relaxation.loops_closed


def proved_here(run: Gardener) -> bool:
    """Whether the relaxed model as it is now proves the assignment, without what came before."""
    state, tolerance = run.state, run.problem.settings.tolerance
    return state.value <= state.lower + tolerance


def _idle(relaxation: Relaxation) -> np.ndarray:
    """The recovered constraints on no loop: a bridge gains nothing that θ cannot."""
    return np.flatnonzero(relaxation.recovered & ~relaxation.on_loops)


def _attempt(run: Gardener, constraints: np.ndarray, budget: Budget) -> bool:
    """Relax them and compensate; back to where it was if that is no proof any more."""
    if not len(constraints):
        return True
    before, cloned = run.state, run.problem.cloned
    try:
        first = run.act(Relax(cloned.ids(constraints), warm=True))
    except TooLarge:  # another order of elimination may need more memory
        return False
    if _compensated(run, budget):
        return True
    for seed in range(OTHER_FORESTS):
        if budget.over():
            break
        _exchange_forest(run, seed)
        if _compensated(run, budget):
            return True
    run.goto(before.number)
    run.delete(first.number)
    return False


def _exchange_forest(run: Gardener, seed: int) -> None:
    """Another forest around the same loops: the bound stays, and compensation that has come to rest
    above the least bound finds a way on.
    """
    now, cloned = run.state.relaxation, run.problem.cloned
    loops = Relaxation(cloned, now.on_loops)
    order = np.random.default_rng(seed).permutation(len(cloned))
    then = loops.with_recovered(loops.bridges(order))
    recover, relax = then.recovered & ~now.recovered, now.recovered & ~then.recovered
    if recover.any():
        run.act(Recover(cloned.ids(np.flatnonzero(recover)), cloned.ids(np.flatnonzero(relax))))


def _compensated(run: Gardener, budget: Budget) -> bool:
    """Sweep until the bounds meet; False once a stretch does not halve the gap."""
    updates = MAX_SWEEPS * len(run.state.relaxation.relaxed)
    while not proved_here(run):
        gap = run.state.value - run.state.lower
        run.act(Compensate(updates), Stretch(gap / PATIENCE_SWEEPS, stop=budget.over))
        if budget.over() or run.state.value - run.state.lower > gap / 2:
            return proved_here(run)
    return True
