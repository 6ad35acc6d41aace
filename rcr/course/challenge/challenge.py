"""A challenge: a goal on an instance, named so shortly that a link carries it; and how a run is
scored. The smaller the score, the better.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from rcr.model import ModelError
from rcr.state import State

FEWEST, BOUND, WIDTH = "fewest", "bound", "width"
# Fewest constraints to a proof; the smallest bound with a limited number of them; a proof within a
# limited treewidth, with few of them.
GOALS = (FEWEST, BOUND, WIDTH)
SIZES = {"small": 3, "middle": 4, "large": 5}  # the side of the grid
MAX_SEED = 2**31
PROOF_TOLERANCE_LOGS = 1e-4  # of a proof, as a run has it


@dataclass(frozen=True)
class Challenge:
    """What is to be done, and on which instance."""

    goal: str
    size: str
    seed: int

    def __post_init__(self) -> None:
        if self.goal not in GOALS:
            raise ModelError(f"there is no goal {self.goal!r}; there are: {', '.join(GOALS)}")
        if self.size not in SIZES:
            raise ModelError(f"there is no size {self.size!r}; there are: {', '.join(SIZES)}")
        if not 0 <= self.seed < MAX_SEED:
            raise ModelError(f"the seed of a challenge lies from 0 to {MAX_SEED - 1}")

    @property
    def name(self) -> str:
        """What the scores of everybody who plays it are kept under."""
        return f"{self.size}-{self.seed}"

    @classmethod
    def read(cls, named: Mapping[str, str]) -> Challenge | None:
        """The challenge that an address names; None if it names none that exists."""
        try:
            return cls(named["challenge"], named.get("size", "small"), int(named["seed"]))
        except (KeyError, ValueError, ModelError):
            return None

    def written(self, beat: float | None = None) -> dict[str, str]:
        """The parts of an address that name it, with the score to beat."""
        parts = {"challenge": self.goal, "size": self.size, "seed": str(self.seed)}
        return parts if beat is None else parts | {"beat": f"{beat:g}"}


def of_the_day(day: date) -> Challenge:
    """The same for everybody on one day; goals and sizes take turns."""
    number = day.toordinal()
    goals, sizes = list(GOALS), list(SIZES)
    return Challenge(goals[number % 3], sizes[number // 3 % 3], int(day.strftime("%Y%m%d")))


def score(
    goal: str,
    limit: int,
    states: Iterable[State],
    floor: Callable[[State], float],
    exact: float,
) -> float | None:
    """The best that any of these states has; None where none reaches the goal.

    What counts is the smallest bound that compensation can reach with what is put back (``floor``):
    where it meets the ``exact`` value, the answer is proved. A state of a branch counts for
    nothing: what it says holds under its conditions alone.
    """
    found: list[float] = []
    for state in states:
        if state.relaxation.held.any():
            continue
        count = state.relaxation.count
        if goal == BOUND:
            if count <= limit:
                found.append(floor(state))
        elif (goal == FEWEST or state.treewidth <= limit) and floor(
            state
        ) <= exact + PROOF_TOLERANCE_LOGS:
            found.append(float(count))
    return min(found, default=None)


@dataclass(frozen=True)
class Played:
    """A challenge that was played to its end, as it is kept."""

    challenge: Challenge
    score: float
    par: float
    details: Any = None
    at: float = field(default_factory=time.time, compare=False)
