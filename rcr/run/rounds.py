"""The way to the end: compensate, ask the heuristic, recover, round by round until proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

import numpy as np

from rcr.engines.protocol import TooLarge
from rcr.recovery.candidates import Group
from rcr.run.budget import Budget
from rcr.run.problem import Problem
from rcr.run.settings import Settings
from rcr.run.steps import Progress, Stretch
from rcr.state import Action, Compensate, State

SMALL_BATCH = 5  # the paper's; a larger one does not make a round last longer


class Traveller(Protocol):
    """Who goes the way: has a problem and a current state, and moves by actions."""

    problem: Problem
    stopped_because: str

    @property
    def state(self) -> State: ...

    def act(self, action: Action, stretch: Stretch = ...) -> State: ...

    def recover_groups(self, groups: list[Group]) -> State: ...


def settle_of(settings: Settings, state: State) -> float:
    """The change of the bound at which a round of compensation ends at a state."""
    hasty = settings.haste * state.gap if state.gap < np.inf else 0.0
    return max(settings.settle, hasty)


def rounds(
    run: Traveller, settings: Settings, budget: Budget, progress: Progress | None
) -> Iterator[State]:
    """Yields the state at the end of each round; why it stopped is left with the traveller."""
    run.stopped_because = ""
    reachable = run.problem.exact_cost.bytes <= settings.max_bytes
    while True:
        # where the end can be reached at all, the time is spread over the rounds that lead there
        left = -(-len(run.state.relaxation.relaxed) // min(settings.batch, SMALL_BATCH))
        soon = budget.share(left + 1) if reachable else budget
        groups = []
        if run.state.certificate is None:
            groups = _next_groups(run, settings, progress, soon, budget)
        yield run.state
        if run.state.certificate is not None:
            return
        if budget.over():
            run.stopped_because = budget.reason
            return
        if not groups:
            run.stopped_because = f"the heuristic {settings.recovery} suggests nothing more"
            return
        if refusal := _recover_what_fits(run, groups, settings, budget):
            run.stopped_because = f"the memory limit: {refusal}"
            return


def _next_groups(
    run: Traveller, settings: Settings, progress: Progress | None, soon: Budget, budget: Budget
) -> list[Group]:
    """Compensate, and ask the heuristic.

    Where haste left it nothing better than single constraints, go on and ask again.
    """
    groups: list[Group] = []
    for haste in dict.fromkeys([settings.haste, 0.0]):
        settle = settle_of(replace(settings, haste=haste), run.state)
        updates = len(run.state.relaxation.relaxed) * settings.max_sweeps - run.state.cursor
        run.act(Compensate(updates), Stretch(settle, progress, soon.over))
        if run.state.certificate is not None or budget.over():
            break
        groups = run.problem.groups(run.state, settings.recovery, settings.recovery_parameters)
        if any(len(group.constraints) > 1 for group in groups):
            break
    return groups


def _recover_what_fits(
    run: Traveller, groups: list[Group], settings: Settings, budget: Budget
) -> str:
    """Recover the batch, or the first group that fits in memory; returns why nothing did."""

    def choices() -> Iterator[list[Group]]:
        yield groups[: settings.batch]
        yield from ([one] for one in groups)
        yield from ([one] for one in run.problem.candidates(run.state).paper_order())

    reason = ""
    for choice in choices():
        try:
            run.recover_groups(choice)
            return ""
        except TooLarge as refusal:
            reason = reason or str(refusal)
        if budget.over():
            break
    return reason
