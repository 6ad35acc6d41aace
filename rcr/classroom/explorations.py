"""What a class explores: a run to begin with, which controls are hidden, and the goal, as a task's
payload.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rcr.classroom.database.errors import StoreError
from rcr.run import Run
from rcr.run.file import plain, replay_text
from rcr.state import Branch, Gather, State

# what a teacher can hide, and how it is called on the screen
CONTROLS = {
    "model": "the choice of the model",
    "settings": "heuristic, start and compensation",
    "suggested": "what the heuristic suggests",
    "end": "Play and To the end",
    "branches": "branching on a variable",
    "panels": "the panels below the graph",
}
# what a challenge can ask for; the smaller the score, the better
GOALS = {"fewest": "a proof with as few recovered constraints as possible"}
USUAL_GOAL = "fewest"
DAMAGED = "this task cannot be read; ask the teacher to set it again"


@dataclass(frozen=True)
class Exploration:
    """A run that everybody begins with, at its current state."""

    document: Mapping[str, Any] = field(repr=False)
    hide: tuple[str, ...] = ()
    goal: str = ""

    @classmethod
    def of(cls, run: Run, hide: Iterable[str] = (), goal: str = "") -> Exploration:
        """The way to the run's current state, without its other branches."""
        return cls(plain(run, run.state.path()), tuple(hide), goal)

    @classmethod
    def read(cls, payload: Any) -> Exploration:
        """From a task's payload."""
        match payload:
            case {"run": dict(document), "hide": list(hide), "goal": str(goal)}:
                return cls(document, tuple(name for name in hide if name in CONTROLS), goal)
        raise StoreError(DAMAGED)

    @property
    def payload(self) -> dict[str, Any]:
        return {"run": dict(self.document), "hide": list(self.hide), "goal": self.goal}

    def begin(self) -> Run:
        """A run of one's own."""
        return replay_text(json.dumps(self.document), "the task").run


def is_proved(state: State) -> bool:
    """Whether the task's own question is answered, not only that of a branch of it."""
    return state.certificate is not None and not state.relaxation.held.any()


def score(run: Run, goal: str) -> float | None:
    """What a run is worth in a challenge; None as long as it has not reached the goal. Branches
    prove without recovering, so they do not count.
    """
    branched = any(isinstance(state.action, Branch | Gather) for state in run.state.path())
    if goal != USUAL_GOAL or branched or not is_proved(run.state):
        return None
    return float(run.state.relaxation.count)
