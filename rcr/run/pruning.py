"""Pruning: from a proof to a smallest explanation, recovered constraints of which compensation
can spare none.

A forest of bridges is recovered around the loops, over which compensation travels quickly. Then
loops are opened: constraints on them are relaxed again, and the rest is compensated. If the bound
of the relaxed model still meets the value of the assignment they did not matter and stay open. When
none can be opened any more, loops are exchanged: some that touch are opened together, and
frustrated cycles recovered in their place. A proof that is no larger is gone on from, by chance
also one that is a little larger (simulated annealing); one that is smaller than all before is
walked to in the run. When many tries in a row have found none, the bridges are relaxed, which
leaves the bound where it is.

No constraint can leave then, one at a time and with the rest compensated: yet compensation may end
above the least bound over all θ, and quite another set may be smaller. The steps that are kept are
ordinary ones: a pruned run is saved, replayed and stepped through like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rcr.engines.protocol import TooLarge
from rcr.model import ModelError
from rcr.relaxation import Relaxation
from rcr.run.budget import Budget
from rcr.run.smaller_proofs import MAX_SWEEPS, PATIENT_SWEEPS, SmallerProofs
from rcr.run.steps import Stretch
from rcr.run.walker import Walker
from rcr.state import Compensate, Recover, Relax

TRIES_A_STRETCH = 5  # of the loops, all in vain, after which the search ends
WARMTH_CONSTRAINTS = 1.0  # by which a proof may be larger to be taken in one case of e

Told = Callable[[int, int], None]  # hears how many tries there were in vain, and of how many


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


def prune(run: Walker, budget: Budget, told: Told | None = None) -> Pruning:
    """Relax what the proof at the current state does not need."""
    before = run.state.relaxation.count
    _refuse_without_proof(run)
    if len(bridges := run.state.relaxation.scaffold):
        run.act(Recover(run.problem.cloned.ids(bridges)))
    proofs = SmallerProofs(run.problem, run.state, budget)
    _open_loops(run, proofs, told)
    _exchange_loops(run, proofs, told)
    _open_loops(run, proofs, told)
    finished = not budget.over()
    _take_down(run)
    return Pruning(tuple(run.state.recovered), before, finished)


def _refuse_without_proof(run: Walker) -> None:
    settings = run.problem.settings
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


def proved_here(run: Walker) -> bool:
    """Whether the relaxed model as it is now proves the assignment, without what came before."""
    state, tolerance = run.state, run.problem.settings.tolerance
    return state.value <= state.lower + tolerance


def _open_loops(run: Walker, proofs: SmallerProofs, told: Told | None) -> None:
    """Open one loop after the other, until none can be opened."""
    opened = True
    while opened and not proofs.budget.over():
        opened, stretches = False, run.state.relaxation.stretches
        for tried, stretch in enumerate(stretches):
            if proofs.budget.over():
                return
            if told is not None:
                told(tried, len(stretches))
            here = proofs.at(run.state)
            if here.loops[stretch[0]]:
                there = proofs.without(here, stretch[:1], PATIENT_SWEEPS)
                if proofs.proves(there):
                    opened |= _walked(run, there.relaxation, proofs.budget)


def _exchange_loops(run: Walker, proofs: SmallerProofs, told: Told | None) -> None:
    """Lead the run to smaller proofs, until many tries in a row have found none."""
    here, tried = proofs.at(run.state), 0
    while tried < (allowed := TRIES_A_STRETCH * len(run.state.relaxation.stretches)):
        if proofs.budget.over():
            return
        if told is not None:
            told(tried, allowed)
        tried += 1
        there = proofs.neighbour(here)
        if there is None:
            continue
        if there.size < run.state.relaxation.on_loops.sum():
            there = proofs.opened(there, there.relaxation.stretches, PATIENT_SWEEPS)
            tried = 0 if _walked(run, there.relaxation, proofs.budget) else tried
        if proofs.rng.random() < np.exp((here.size - there.size) / WARMTH_CONSTRAINTS):
            here = there


def _take_down(run: Walker) -> None:
    """Relax the bridges, together or, where that leaves no proof, one by one."""
    now = run.state.relaxation
    bridges = np.flatnonzero(now.recovered & ~now.on_loops)
    if len(bridges) and not _walked(run, now.with_recovered(bridges, False), Budget()):
        for k in bridges:
            _walked(run, run.state.relaxation.with_recovered(np.array([k]), False), Budget())


def _walked(run: Walker, then: Relaxation, budget: Budget) -> bool:
    """Recover and relax what leads there, and compensate; back to where it was if that is no
    proof.
    """
    before, cloned = run.state, run.problem.cloned
    now = before.relaxation.recovered
    recover = cloned.ids(np.flatnonzero(then.recovered & ~now))
    relax = cloned.ids(np.flatnonzero(now & ~then.recovered))
    try:
        first = run.act(Recover(recover, relax) if recover else Relax(relax, warm=True))
    except TooLarge:  # another order of elimination may need more memory
        return False
    if _compensated(run, budget):
        return True
    run.goto(before.number)
    run.delete(first.number)
    return False


def _compensated(run: Walker, budget: Budget) -> bool:
    """Sweep until the bounds meet; False once a stretch does not halve the gap."""
    updates = MAX_SWEEPS * len(run.state.relaxation.relaxed)
    while not proved_here(run):
        gap = run.state.value - run.state.lower
        run.act(Compensate(updates), Stretch(gap / PATIENT_SWEEPS, stop=budget.over))
        if budget.over() or run.state.value - run.state.lower > gap / 2:
            return proved_here(run)
    return True
