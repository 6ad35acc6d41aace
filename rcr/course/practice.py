"""A student at an exercise: the edges chosen so far, the mark, and the model solution as a run that
can be walked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rcr import ModelError, Run
from rcr.course.actions import LessonAction, perform
from rcr.course.exercise import Instance
from rcr.course.exercises.paper_rounds import ROUNDS, Rounds, play
from rcr.course.forms import Answer, Marking, SomeOf


@dataclass(frozen=True)
class Exercised:
    """An exercise done, as it is kept; ``credit`` is the share of the marks."""

    kind: str
    level: int
    seed: int
    answer: Any
    credit: float
    seconds: float
    at: float = field(default_factory=time.time, compare=False)


def _nobody(_: Exercised) -> None:
    pass


@dataclass
class Practice:
    """One instance, answered once and marked at once; the mark is told to ``tell``."""

    instance: Instance
    tell: Callable[[Exercised], None] = _nobody
    clock: Callable[[], float] = time.monotonic
    run: Run = field(init=False)  # what is shown; the instance's own stays where it is
    chosen: list[str] = field(default_factory=list)  # edges, in the order they were clicked
    answer: Answer = None
    marking: Marking | None = None
    walked: int = 0  # actions of the solution that have been shown
    began: float = field(init=False)

    def __post_init__(self) -> None:
        self.run, self.began = self.instance.run.fork(), self.clock()

    @property
    def done(self) -> bool:
        return self.marking is not None

    @property
    def hides(self) -> tuple[str, ...]:
        """Nothing is hidden any more once the answer is marked."""
        return () if self.done else self.instance.posed.hides

    @property
    def takes_edges(self) -> bool:
        """Whether edges are clicked for the answer, one after the other or several."""
        return isinstance(self.instance.form, Rounds | SomeOf) and not self.done

    def click(self, edge: str) -> None:
        """Choose an edge, or take the choice back; in rounds it is carried out at once."""
        form = self.instance.form
        if not self.takes_edges:
            return
        if isinstance(form, Rounds):
            self._play_round(edge)
        elif isinstance(form, SomeOf) and edge in form.among:
            known = edge in self.chosen
            self.chosen = [i for i in self.chosen if i != edge] + ([] if known else [edge])

    def _play_round(self, edge: str) -> None:
        if edge in self.run.state.recovered:
            return
        play(self.run, edge)
        self.chosen.append(edge)
        if len(self.chosen) == ROUNDS:
            self.mark(list(self.chosen))

    def mark(self, answer: Answer) -> None:
        """Mark the answer; there is one try, and then a new instance."""
        if self.done:
            return
        self.answer, self.marking = answer, self.instance.mark(answer)
        one, seconds = self.instance, self.clock() - self.began
        credit = self.marking.score
        self.tell(Exercised(one.kind, one.level, one.seed, answer, credit, seconds))
        self.run = self.instance.run.fork()

    @property
    def next(self) -> LessonAction | None:
        """The action of the model solution that comes next; None at its end."""
        actions = self.instance.posed.walk
        return actions[self.walked] if self.walked < len(actions) else None

    def advance(self) -> None:
        """Show the next action of the model solution."""
        if not self.done or self.next is None:
            raise ModelError("there is nothing more to show")
        perform(self.run, self.next)
        self.walked += 1

    def go_to(self, name: str) -> None:
        """Show one of the states that the question names."""
        self.run.goto(self.instance.posed.states[name])
