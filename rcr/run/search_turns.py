"""Recovering and searching compete: after a while without a proof a search gets its turn, with more
memory and more work each time.

A search needs bounds, and bounds need memory: tables eight times as large cost eight times as much,
and often leave a hundredth of the search. How much is worth it is not known before. So the rungs
of a ladder are climbed, each when the rounds so far have cost as much as it will; whatever ends the
proof, it takes at most about twice the time that it would have taken alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from rcr.run.budget import Budget
from rcr.run.exhausting import most_entries
from rcr.run.settings import Settings
from rcr.run.steps import Stretch
from rcr.run.walker import Walker
from rcr.state import Exhaust, State

FIRST_ENTRIES = 1 << 17  # of all tables on the first rung
RUNG_RATIO = 8  # from rung to rung
SWEPT_TIMES = 256  # a rung is due when sweeps have gone through its entries so often
PLANNING_ENTRIES = 40  # what a search does before its first table, as entries for each constraint
LOOKUPS_PER_ENTRY = 24
# A table is made in one go, so it must be small against the time that is left.
ENTRIES_PER_SECOND = 1_000_000


class SearchTurns:
    """The rungs that are left, from the one that comes next to the one that memory allows."""

    def __init__(self, run: Walker, settings: Settings) -> None:
        self.run = run
        self.most = most_entries(settings.allowed_bytes)
        self.spent, self.updates = 0.0, run.state.updates  # entries that sweeps went through
        # a heuristic that would go exact at once wants the proof, whatever the way
        self.wanted = settings.at_once > 0 and settings.upper_bound and not settings.sums
        self.entries: int | None = min(FIRST_ENTRIES, self.most) if self.wanted else None

    def due(self) -> bool:
        """Whether the rounds have cost as much as the next rung will; asked after each."""
        state, problem = self.run.state, self.run.problem
        if self.entries is None:
            return False
        sweeps = (state.updates - self.updates) / max(1, len(state.relaxation.relaxed))
        self.spent += sweeps * problem.clique_tree(state.relaxation).sweep_entries
        self.updates = state.updates
        planned = PLANNING_ENTRIES * len(problem.cloned)
        return self.spent >= SWEPT_TIMES * (self.entries + planned)

    def climb(self, budget: Budget) -> None:
        """One rung; the search is over where it ends in a proof."""
        if self.entries is None:
            return
        left, entries = budget.seconds_left, self.entries
        if left is not None:
            entries = max(1, min(entries, int(left * ENTRIES_PER_SECOND)))
        self.run.act(Exhaust(entries, LOOKUPS_PER_ENTRY * entries), Stretch(stop=budget.over))
        top = self.entries >= self.most
        self.entries = None if top else min(RUNG_RATIO * self.entries, self.most)

    def to_the_top(self, budget: Budget) -> Iterator[State]:
        """All rungs that are left, until proved or out of time."""
        while self.entries is not None and not budget.over():
            self.climb(budget)
            yield self.run.state
            if self.run.state.certificate is not None:
                return
