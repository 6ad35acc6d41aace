"""Your path against a heuristic's: what it would do from one of the states, computed beside the
page on a copy of the run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rcr import Run
from rcr.run.budget import Budget
from rcr.state import State
from rcr.ui.job import Job
from rcr.ui.waiting_line import HEAVY


class WhatIf:
    """A heuristic goes on from a state to the end; the visitor's run never hears of it."""

    def __init__(self, run: Run, number: int, recovery: str) -> None:
        fork = run.fork()
        self.start, self.recovery = fork.goto(number), recovery
        self.job: Job[State, State] = Job(
            lambda report, cancel: self._go_on(fork, report, cancel), HEAVY
        )

    def _go_on(self, fork: Run, report: Callable[[State], None], cancel: Any) -> State:
        for state in fork.milestones(Budget(cancel), recovery=self.recovery):
            report(state)
        return fork.state

    @property
    def name(self) -> str:
        return f"{self.recovery} from step {self.start.number}"

    @property
    def path(self) -> list[State]:
        """The states from the start on, as far as they are known now."""
        last = self.job.latest or self.start
        return [state for state in last.path() if state.number >= self.start.number]

    def verdict(self, yours: State) -> str:
        """How the two compare, in a sentence."""
        its = self.path[-1]
        going = "is at" if self.job.running else "ends at"
        more = its.relaxation.count - yours.relaxation.count
        spent = "as many" if more == 0 else f"{abs(more)} {'more' if more > 0 else 'fewer'}"
        return (
            f"From step {self.start.number}, **{self.recovery}** {going} {_place(its)}; you "
            f"are at {_place(yours)}. "
            f"It has recovered {spent}{_closer(its, yours)}."
        )


def _place(state: State) -> str:
    proof = ", proved" if state.certificate is not None else ""
    gap = f"{state.gap:.4g}" if state.gap < float("inf") else "unknown"
    return f"{state.relaxation.count:,} recovered and a gap of {gap}{proof}"


def _closer(its: State, yours: State) -> str:
    if its.gap == yours.gap:
        return " and its bounds are as far apart as yours"
    return (
        " and its bounds are closer together"
        if its.gap < yours.gap
        else " and your bounds are closer together"
    )
