"""Predictions over a run: at each state the first click guesses which edge is worth most, and a
score says how much of what there was to gain the guesses would have gained.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rcr import ModelError, Run, State
from rcr.course.predictions import Reveal, rank_edges


def impacts(run: Run) -> dict[str, float]:
    """By how much each cut edge alone would lower the bound now."""
    found = run.candidates()
    ids = [run.cloned.constraints[k].id for k in found.relaxed]
    return dict(zip(ids, found.impact.tolist(), strict=True))


@dataclass
class Guesses:
    """What was guessed, by state; a state is guessed at once."""

    made: dict[State, Reveal] = field(default_factory=dict)

    def awaits(self, run: Run) -> bool:
        """Whether a guess is due at the run's state: nothing is proved, and there is a choice."""
        state = run.state
        choice = len(state.relaxation.relaxed) > 1 and state.certificate is None
        return choice and state not in self.made

    def at(self, state: State) -> Reveal | None:
        """What a guess at this state has revealed."""
        return self.made.get(state)

    def guess(self, run: Run, edge: str) -> Reveal:
        """Guess that this edge is worth most; reveals what each is worth."""
        if not self.awaits(run):
            raise ModelError("there is nothing to guess at this state")
        self.made[run.state] = rank_edges(impacts(run), edge)
        return self.made[run.state]

    def score(self, states: Iterable[State]) -> Score:
        """The guesses at these states together."""
        found = [self.made[state] for state in states if state in self.made]
        best = sum(max(max(r.values.values()), 0.0) for r in found)
        lost = sum(max(r.lost, 0.0) for r in found)
        share = 1.0 if best <= 0 else max(0.0, 1 - lost / best)
        return Score(len(found), sum(r.rank == 1 for r in found), share)


@dataclass(frozen=True)
class Score:
    """How many guesses, how many were the best, and the share of the gain they would have had."""

    count: int
    best: int
    share: float
