"""Regret: what each candidate recovery would really gain at a state, beside what the heuristics
think of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rcr.engines.protocol import TooLarge
from rcr.run import Run
from rcr.run.budget import Budget
from rcr.text.words import listed

# Tried, and shared out among the heuristics; each costs a recovery and its compensation.
MAX_CANDIDATES = 60
MAX_NAMED_CONSTRAINTS = 6  # constraints of a candidate


@dataclass(frozen=True)
class Candidate:
    """Constraints that a heuristic would recover together, the drop of the upper bound that
    follows, and the heuristics' scores.
    """

    constraints: tuple[str, ...]
    drop: float
    scores: Mapping[str, float]
    first_of: tuple[str, ...] = ()  # the heuristics that would recover it first

    @property
    def gain(self) -> float:
        """The drop for each constraint spent."""
        return self.drop / len(self.constraints)

    @property
    def name(self) -> str:
        return listed(self.constraints, MAX_NAMED_CONSTRAINTS)


def candidates(
    run: Run, recoveries: Sequence[str], most: int = MAX_CANDIDATES, budget: Budget | None = None
) -> list[Candidate]:
    """The first choices of each heuristic at the run's current state, tried one by one on copies
    of the run, until the bound settles.
    """
    view, now = run.candidates(), run.state
    scores: dict[tuple[int, ...], dict[str, float]] = {}
    chosen: dict[tuple[int, ...], list[str]] = {}
    for recovery in recoveries:
        for rank, group in enumerate(view.groups_of(recovery, {})):
            key = tuple(sorted(k for k in group.constraints if not now.relaxation.recovered[k]))
            scores.setdefault(key, {}).setdefault(recovery, group.score)
            if rank < max(1, most // len(recoveries)):
                chosen.setdefault(key, []).extend([recovery] if rank == 0 else [])
    found = []
    for key, first_of in chosen.items():
        if budget is not None and budget.over():
            break
        trial = run.fork()
        try:
            trial.recover(key)
        except TooLarge:
            continue
        after = trial.converge()
        names = tuple(run.cloned.constraints[k].id for k in key)
        found.append(
            Candidate(names, max(0.0, now.upper - after.upper), scores[key], tuple(first_of))
        )
    return found


def verdict(found: Sequence[Candidate], recovery: str) -> str:
    """How much a heuristic's first choice leaves on the table, in a sentence."""
    first = next((c for c in found if recovery in c.first_of), None)
    if first is None:
        return f"{recovery} suggests nothing that could be tried here."
    best = max(found, key=lambda c: c.gain)
    told = (
        f"{recovery} would recover {first.name}: the bound falls by {first.drop:.3g}, "
        f"{first.gain:.3g} for each constraint"
    )
    if best.gain - first.gain <= 1e-9:
        return f"{told}, the most of the {len(found)} candidates tried."
    regret = f"gains {best.gain:.3g} for each, so its regret is {best.gain - first.gain:.3g}"
    return f"{told}. The best of the {len(found)} tried ({best.name}) {regret}."
