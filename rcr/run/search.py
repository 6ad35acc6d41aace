"""Search at the edge of memory: where recovering everything does not fit, branch.

The branch with the largest bound comes first, since the bound of the whole model is the largest one
of the open branches; that is what is told on the way. From there the way goes down for a few steps
before the next is chosen, so that the engines at hand are used and assignments are found. A branch
is taken like any run: θ is kept, compensation goes on, and its assignments are gone through as far
as some work leads. If that is no proof, there are two ways on, to recover what the heuristic
suggests or to branch again, and the one is taken that lowers the bound more for each table entry:
what either gains is known before, with the other θ as they are. At the end the branches are
gathered, those made last first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any

import numpy as np

from rcr.engines.junction_tree import plan
from rcr.engines.protocol import TooLarge
from rcr.run.budget import Budget
from rcr.run.exhausting import most_entries
from rcr.run.search_turns import LOOKUPS_PER_ENTRY
from rcr.run.settings import Settings
from rcr.run.steps import TO_THE_LAST, Progress, Stretch
from rcr.run.walker import Walker
from rcr.search.choice import Branching, branching, gain_rate
from rcr.search.proved import Proved
from rcr.state import Action, Branch, Compensate, Exhaust, Gather, Relax, State

MAX_DIVE_BRANCHES = 12  # branches down before the one with the largest bound is chosen again
MIN_GAIN_SHARE = 3e-3  # of the gap: a sweep that gains less ends the compensation of a branch
BRANCH_ENTRIES = 1 << 20  # of the tables that bound the assignments of a branch


class Search:
    """The open branches below one state of a run, and the best value known."""

    def __init__(
        self, run: Walker, settings: Settings, budget: Budget, progress: Progress | None = None
    ) -> None:
        self.run, self.settings, self.budget = run, settings, budget
        self.progress, self.proved = progress, Proved(run.states.values())
        self.upper = self.proved.upper  # of all branches; it never rises
        self.open: list[tuple[float, int]] = [(-run.state.upper, run.state.number)]
        self.states = {run.state.number: run.state}
        self.forks: list[tuple[State, int]] = []
        self.best = run.state.assignment_value
        self.narrow: set[int] = set()  # states that gave up what was recovered, to be branched on
        entries = min(BRANCH_ENTRIES, most_entries(settings.allowed_bytes))
        lookups = LOOKUPS_PER_ENTRY * entries
        self.each: Exhaust | None = Exhaust(entries, lookups)  # what a branch is given

    def closed(self, state: State) -> bool:
        """Whether nothing better than what is known is left here."""
        slack = state.bounds.slack(self.settings.tolerance)
        return state.certificate is not None or state.upper <= self.best + slack

    def branches(self) -> Iterator[State]:
        """Until every branch is closed or the budget is spent; yields the state after each."""
        while self.open and not self.budget.over():
            _, number = heapq.heappop(self.open)
            here: State | None = self.states.pop(number)
            for _ in range(MAX_DIVE_BRANCHES):
                if here is None or self.budget.over():
                    break
                here = self._go_on(here)
                yield self.run.state
            if here is not None:
                self._keep(here)

    def _act(self, action: Action, stretch: Stretch = TO_THE_LAST) -> State:
        """Do something from the current state, and count what it proves for all."""
        state = self.run.act(action, stretch)
        self.proved.add(state)
        return state

    def _tell(self, state: State, now: dict[str, Any]) -> None:
        """Of a branch that is being worked on, tell the bounds of all branches together."""
        self.upper = min(self.upper, self.proved.with_bound(state, now["upper"]))
        if self.progress is not None:
            bounds = {"upper": self.upper, "lower": max(self.best, now["lower"])}
            self.progress(state, now | bounds | {"open": len(self.open) + 1})

    def _keep(self, state: State) -> None:
        heapq.heappush(self.open, (-state.upper, state.number))
        self.states[state.number] = state

    def _go_on(self, state: State) -> State | None:
        """Recover or branch, whichever lowers the bound more for each table entry; the most
        promising open state that this leads to.
        """
        if self.closed(state):
            return None
        tree = self.run.problem.clique_tree(state.relaxation)
        way = branching(state, tree, plan(state.relaxation.with_all_but_held()))
        after = None if state.number in self.narrow else self._recovered(state, way)
        if after is not None:
            return None if self.closed(after) else after
        return None if way is None else self._branch(state, way.variable)

    def _recovered(self, state: State, way: Branching | None) -> State | None:
        """The state with what the heuristic suggests recovered; None where that does not fit, or
        where branching gains more.
        """
        problem, settings = self.run.problem, self.settings
        self.run.goto(state.number)
        groups = problem.groups(state, settings.recovery, settings.recovery_parameters)
        try:
            after = self.run.recover_groups(groups[: settings.batch]) if groups else state
        except TooLarge:
            return None
        if after is state:
            return None
        if way is not None and way.rate >= gain_rate(state, after):
            self.run.delete(after.number)
            return None
        self.proved.add(after)
        return self._compensated(after)

    def _branch(self, state: State, v: int) -> State | None:
        """Fix a variable in every way; the most promising open branch, the others are kept."""
        found = []
        for value in range(self.run.problem.model.variables[v].card):
            self.run.goto(state.number)
            try:
                after = self._settled(self._act(Branch(v, value)))
            except TooLarge:  # another order of elimination may need more memory
                return self._with_less_recovered(state)
            self.best = max(self.best, after.assignment_value)
            found.append(after)
        self.forks.append((state, v))
        left = sorted((s for s in found if not self.closed(s)), key=lambda s: -s.upper)
        for other in left[1:]:
            self._keep(other)
        return left[0] if left else None

    def _with_less_recovered(self, state: State) -> State | None:
        """The same branch with nothing recovered but what the run began with, or nothing at all:
        so narrow that it can be branched on.
        """
        recovered = state.relaxation.recovered
        more = recovered & ~self.run.problem.start().recovered
        given_up = np.flatnonzero(more if more.any() else recovered)
        if not len(given_up):
            return None
        self.run.goto(state.number)
        after = self._act(Relax(self.run.problem.cloned.ids(given_up), warm=True))
        self.narrow.add(after.number)
        return after

    def _compensated(self, state: State) -> State:
        relaxed = state.relaxation.relaxed
        if self.closed(state) or self.budget.over() or not len(relaxed):
            return state
        gap = max(0.0, state.upper - self.best)
        settle = max(self.settings.settle, MIN_GAIN_SHARE * gap if gap < np.inf else 0.0)
        stretch = Stretch(settle, self._tell, self.budget.over)
        after = self._act(Compensate(len(relaxed) * self.settings.max_sweeps), stretch)
        self.best = max(self.best, after.assignment_value)
        return after

    def _settled(self, state: State) -> State:
        """A branch after compensation, and after a search of its own."""
        state = self._compensated(state)
        if self.each is None or self.closed(state) or self.budget.over():
            return state
        return self._act(self.each, Stretch(stop=self.budget.over))

    def gather(self) -> State:
        """Take the branches together, those made last first; back at the state above them all."""
        for state, v in reversed(self.forks):
            self.run.goto(state.number)
            self._act(Gather(v))
        return self.run.state
