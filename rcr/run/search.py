"""Search at the edge of memory: where recovering everything does not fit, branch.

The branch with the largest bound comes first, since the bound of them all is the largest one. From
there the way goes down for a few branches before the next is chosen, so that the engines at hand
are used and assignments are found. A branch is taken like any run: θ is kept, compensation goes on,
and its assignments are gone through as far as some work leads; if that is no proof, it branches
again. At the end the branches are gathered, those made last first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

from rcr.engines.protocol import TooLarge
from rcr.run.budget import Budget
from rcr.run.exhausting import most_entries
from rcr.run.search_turns import LOOKUPS_PER_ENTRY
from rcr.run.settings import Settings
from rcr.run.steps import Progress, Stretch
from rcr.run.walker import Walker
from rcr.search.choice import branching_variable
from rcr.state import Branch, Compensate, Exhaust, Gather, Relax, State

MAX_DIVE_BRANCHES = 12  # branches down before the one with the largest bound is chosen again
MIN_GAIN_SHARE = 3e-3  # of the gap: a sweep that gains less ends the compensation of a branch
BRANCH_ENTRIES = 1 << 20  # of the tables that bound the assignments of a branch


class Search:
    """The open branches below one state of a run, and the best value known."""

    def __init__(self, run: Walker, settings: Settings, budget: Budget) -> None:
        self.run, self.settings, self.budget = run, settings, budget
        self.open: list[tuple[float, int]] = [(-run.state.upper, run.state.number)]
        self.states = {run.state.number: run.state}
        self.forks: list[tuple[State, int]] = []
        self.best = run.state.assignment_value
        entries = min(BRANCH_ENTRIES, most_entries(settings.allowed_bytes))
        lookups = LOOKUPS_PER_ENTRY * entries
        self.each: Exhaust | None = Exhaust(entries, lookups)  # what a branch is given

    def closed(self, state: State) -> bool:
        """Whether nothing better than what is known is left here."""
        slack = state.bounds.slack(self.settings.tolerance)
        return state.certificate is not None or state.upper <= self.best + slack

    def branches(self, progress: Progress | None) -> Iterator[State]:
        """Until every branch is closed or the budget is spent; yields the state after each."""
        while self.open and not self.budget.over():
            _, number = heapq.heappop(self.open)
            here: State | None = self.states.pop(number)
            for _ in range(MAX_DIVE_BRANCHES):
                if here is None or self.budget.over():
                    break
                here = self._branch(here, progress)
                yield self.run.state
            if here is not None:
                self._keep(here)

    def _keep(self, state: State) -> None:
        heapq.heappush(self.open, (-state.upper, state.number))
        self.states[state.number] = state

    def _branch(self, state: State, progress: Progress | None) -> State | None:
        """Fix a variable in every way; the most promising open branch, the others are kept."""
        if self.closed(state):
            return None
        v = branching_variable(state)
        if v is None:
            return None
        found = []
        for value in range(self.run.problem.model.variables[v].card):
            self.run.goto(state.number)
            try:
                after = self._settled(self.run.act(Branch(v, value)), progress)
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
        return self.run.act(Relax(self.run.problem.cloned.ids(given_up), warm=True))

    def _settled(self, state: State, progress: Progress | None) -> State:
        """A branch after compensation, and after a search of its own."""
        relaxed = state.relaxation.relaxed
        if self.closed(state) or self.budget.over():
            return state
        if len(relaxed):
            gap = max(0.0, state.upper - self.best)
            settle = max(self.settings.settle, MIN_GAIN_SHARE * gap if gap < np.inf else 0.0)
            updates = len(relaxed) * self.settings.max_sweeps
            stretch = Stretch(settle, progress, self.budget.over)
            state = self.run.act(Compensate(updates), stretch)
        if self.each is None or self.closed(state) or self.budget.over():
            return state
        return self.run.act(self.each, Stretch(stop=self.budget.over))

    def gather(self) -> State:
        """Take the branches together, those made last first; back at the state above them all."""
        for state, v in reversed(self.forks):
            self.run.goto(state.number)
            self.run.act(Gather(v))
        return self.run.state
