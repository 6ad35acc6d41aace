"""Pruning: from a proof to a smallest explanation, recovered constraints of which compensation
can spare none.

A forest of bridges is recovered around the loops, over which compensation travels quickly. Then one
loop after the other is opened: a constraint on it is relaxed again, and the rest is compensated. If
the bound of the relaxed model still meets the value of the assignment the loop did not matter and
stays open; if not, the step is taken back. Where compensation comes to rest the forest is exchanged
for others, which lets it go on.

Once a whole pass has opened nothing, cycles are exchanged. Without a loop that is needed other
cycles are frustrated; one that is seen where several loops are missing may stand in for all of
them. It is recovered, and stays if more constraints than it costs can leave. When no exchange makes
the set smaller the bridges are relaxed, which leaves the bound where it is. No constraint can leave
then, one at a time and with the rest compensated: yet compensation may end above the least bound
over all θ, and quite another set may be smaller. The steps are ordinary ones: a pruned run is
saved, replayed and stepped through like any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rcr.engines.protocol import TooLarge
from rcr.model import ModelError
from rcr.recovery.frustration import frustrated_cycles
from rcr.relaxation import Relaxation
from rcr.run.budget import Budget
from rcr.run.steps import Stretch
from rcr.run.walker import Walker
from rcr.state import Compensate, Recover, Relax

PATIENCE_SWEEPS = 200  # so many as good as the last of a stretch would have to close the gap
MAX_SWEEPS = 2_000  # in one stretch
OTHER_FORESTS = 2  # that are tried where compensation comes to rest

MIN_PROMISE_SHARE = 1e-3  # of the best cycle; what promises less is not looked at
LOOP_CONSTRAINT_COST = 1e-6  # what a constraint that is on a loop anyway costs a cycle

Cycle = tuple[int, ...]
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


def prune(run: Walker, budget: Budget, told: Told | None = None) -> Pruning:
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
    while not budget.over():
        loops = run.state.relaxation.on_loops
        refused = _open_loops(run, np.flatnonzero(loops), budget, told)
        opened = run.state.relaxation.on_loops.sum() < loops.sum()
        if not opened and not _exchange_cycles(run, refused, budget):
            break
    finished = not budget.over()
    idle = _idle(run.state.relaxation)
    if not _attempt(run, idle, Budget()):
        for k in idle:
            _attempt(run, np.array([k]), Budget())
    return Pruning(tuple(run.state.recovered), before, finished)


@dataclass(frozen=True)
class Refused:
    """Constraints that could not leave, and the frustrated cycles that were seen without them: what
    else might prove the same.
    """

    constraints: np.ndarray
    cycles: list[Cycle]


def _open_loops(
    run: Walker, order: np.ndarray, budget: Budget, told: Told | None = None
) -> list[Refused]:
    """Try to open the loops at each of these constraints once; what could not leave."""
    refused: dict[bytes, Refused] = {}
    for tried, k in enumerate(order):
        if budget.over():
            break
        if told is not None:
            told(tried, len(order))
        loops = run.state.relaxation.on_loops
        if loops[k]:
            # the constraints of a stretch that leaves and meets other loops go together
            left = run.state.relaxation.with_recovered(np.array([k]), False).on_loops
            cycles: list[Cycle] = []
            if left.tobytes() not in refused and not _attempt(run, np.array([k]), budget, cycles):
                refused[left.tobytes()] = Refused(np.flatnonzero(loops & ~left), cycles)
    return list(refused.values())


def _exchange_cycles(run: Walker, refused: list[Refused], budget: Budget) -> bool:
    """Recover a cycle for which more constraints than it costs can leave; whether there was one.

    Those are tried that were seen where several stretches were missing: the most to gain first.
    """
    loops, gain = run.state.relaxation.on_loops, Counter[Cycle]()
    for one in refused:
        for cycle in one.cycles:
            gain[cycle] += len(one.constraints)
    for cycle in gain:
        missing = int((~loops[list(cycle)]).sum())
        gain[cycle] = gain[cycle] - missing if missing else 0
    for cycle, most in gain.most_common():
        if most <= 0 or budget.over():
            break
        out = [one.constraints for one in refused if cycle in one.cycles]
        if _exchanged(run, cycle, np.concatenate(out), budget):
            return True
    return False


def _exchanged(run: Walker, cycle: Cycle, out: np.ndarray, budget: Budget) -> bool:
    """Recover the cycle and try what may leave for it; back again if that is no smaller set."""
    before, cloned = run.state, run.problem.cloned
    now, then = before.relaxation, before.relaxation.with_cycles(cycle)
    recover, relax = (
        cloned.ids(np.flatnonzero(a.recovered & ~b.recovered))
        for a, b in ((then, now), (now, then))
    )
    try:
        first = run.act(Recover(recover, relax))
    except TooLarge:
        return False
    _open_loops(run, out, budget)
    if run.state.relaxation.on_loops.sum() < now.on_loops.sum():
        return True
    run.goto(before.number)
    run.delete(first.number)
    return False


def proved_here(run: Walker) -> bool:
    """Whether the relaxed model as it is now proves the assignment, without what came before."""
    state, tolerance = run.state, run.problem.settings.tolerance
    return state.value <= state.lower + tolerance


def _idle(relaxation: Relaxation) -> np.ndarray:
    """The recovered constraints on no loop: a bridge gains nothing that θ cannot."""
    return np.flatnonzero(relaxation.recovered & ~relaxation.on_loops)


def _attempt(
    run: Walker, constraints: np.ndarray, budget: Budget, cycles: list[Cycle] | None = None
) -> bool:
    """Relax them and compensate; back to where it was if that is no proof any more, with the
    frustrated cycles seen there.
    """
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
    if cycles is not None:
        cycles += _frustrated(run)
    run.goto(before.number)
    run.delete(first.number)
    return False


def _frustrated(run: Walker) -> list[Cycle]:
    """The frustrated cycles of the relaxed model as it is now."""
    state = run.state
    tree, theta = run.problem.clique_tree(state.relaxation), state.theta.array()
    cost = np.where(state.relaxation.on_loops, LOOP_CONSTRAINT_COST, 1.0)
    return [group.constraints for group in frustrated_cycles(tree, theta, cost, MIN_PROMISE_SHARE)]


def _exchange_forest(run: Walker, seed: int) -> None:
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


def _compensated(run: Walker, budget: Budget) -> bool:
    """Sweep until the bounds meet; False once a stretch does not halve the gap."""
    updates = MAX_SWEEPS * len(run.state.relaxation.relaxed)
    while not proved_here(run):
        gap = run.state.value - run.state.lower
        run.act(Compensate(updates), Stretch(gap / PATIENCE_SWEEPS, stop=budget.over))
        if budget.over() or run.state.value - run.state.lower > gap / 2:
            return proved_here(run)
    return True
