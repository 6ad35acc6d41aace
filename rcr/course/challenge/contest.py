"""A challenge being played: the player's run, the score to beat, and the end."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from rcr import ModelError, Run, State
from rcr.course.challenge.challenge import Played
from rcr.course.challenge.instance import Arena


def _nobody(_: Played) -> None:
    pass


@dataclass
class Contest:
    """One player in an arena; compensation follows every click. What was played to its end is told
    to ``tell``.
    """

    arena: Arena
    tell: Callable[[Played], None] = _nobody
    beat: float | None = None  # the score that a friend has sent along
    run: Run = field(init=False)
    played: Played | None = None
    given_up: bool = False

    def __post_init__(self) -> None:
        self.run = self.arena.run.fork()

    @property
    def score(self) -> float | None:
        """What the run would score now."""
        return self.arena.score(self.run)

    @property
    def best(self) -> State | None:
        """The first state on the way that has this score."""
        found, score_of = self.score, self.arena.score_of
        return next((s for s in self.run.state.path() if score_of([s]) == found), None)

    @property
    def finished(self) -> bool:
        return self.played is not None or self.given_up

    def click(self, kind: str, ids: Collection[str]) -> None:
        """Put constraints back, or take them out again."""
        if self.finished:
            return
        act = self.run.recover if kind == "recover" else self.run.relax
        act(ids)
        self.run.converge(follows=True)

    def back(self) -> None:
        """Undo the last click."""
        if not self.finished and self.run.state.number != self.arena.run.state.number:
            self.run.back()

    def finish(self) -> None:
        """Have it counted, and go to the state that counts; there must be one."""
        found, best = self.score, self.best
        if found is None or best is None:
            raise ModelError("the goal is not reached yet, so there is no score to keep")
        if not self.finished:
            self.run.goto(best.number)
            details = {"recovered": sorted(best.recovered)}
            self.played = Played(self.arena.challenge, found, self.arena.par, details)
            self.tell(self.played)

    def give_up(self) -> None:
        """End it without a score, to see what the others made of it."""
        self.given_up = not self.finished
