"""A student in the midst of a lesson: the step, the run, what was tried, and the solution that is
being shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from rcr import ModelError, Run, State
from rcr.course import walk
from rcr.course.actions import LessonAction, perform
from rcr.course.answers import Answer, Verdict
from rcr.course.lesson import Do, Explain, Lesson, Step
from rcr.course.walk import Shown, Solution

SHOWN = {"shown": True}  # what is kept as the answer where the solution was shown


@dataclass(frozen=True)
class Attempt:
    """An answer as it is kept; ``right`` is None where nobody can mark it."""

    lesson: str
    step: int
    answer: Any
    right: bool | None
    tries: int
    at: float = field(default_factory=time.time, compare=False)

    @property
    def passes(self) -> bool:
        """Whether the student may go on after it."""
        return self.right is not False or self.answer == SHOWN


@dataclass
class Demonstration:
    """A solution, and how many of its actions have been shown."""

    solution: Solution
    shown: int = 0

    @property
    def next(self) -> LessonAction | None:
        """The action that comes next; None at the end."""
        actions = self.solution.actions
        return actions[self.shown] if self.shown < len(actions) else None


def _nobody(_: Attempt) -> None:
    pass


@dataclass
class Learner:
    """Where a student is in a lesson; every answer is told to ``tell``."""

    lesson: Lesson
    run: Run
    tell: Callable[[Attempt], None] = _nobody
    passed: set[int] = field(default_factory=set)
    n: int = 0
    entry: State = field(init=False)
    first: int = 0  # where a teacher lets it begin
    open_steps: int | None = None  # how many a teacher has opened so far; None: all
    wrong: int = 0  # tries at this step, hints asked for included
    given: Answer = None
    verdict: Verdict | None = None
    demonstration: Demonstration | None = None
    solution_shown: bool = False  # the answer is the lesson's, not the student's
    seen: Shown = field(init=False)

    def __post_init__(self) -> None:
        self.go(self.n)

    @classmethod
    def begin(
        cls,
        lesson: Lesson,
        tell: Callable[[Attempt], None] = _nobody,
        passed: Collection[int] = (),
    ) -> Learner:
        """Where the student left off: at the first step that is not passed yet."""
        at = _first_open(lesson, passed) if len(passed) < len(lesson.steps) else 0
        return cls(lesson, walk.open_run(lesson), tell, set(passed), at)

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.n]

    @property
    def done(self) -> bool:
        """Whether this step's question is answered, so that nothing is hidden any more."""
        return self.verdict is not None and self.verdict.right

    @property
    def opened(self) -> range:
        """The steps that a teacher has opened so far; without one, all."""
        steps = len(self.lesson.steps)
        return range(self.first, steps if self.open_steps is None else min(self.open_steps, steps))

    @property
    def finished(self) -> bool:
        """Whether every step is passed that is open, from where the lesson begins."""
        return self.passed.issuperset(self.opened)

    @property
    def hides(self) -> tuple[str, ...]:
        """What is hidden until the answer. Where the answer changes nothing, the next question is
        about the same picture, and what it hides stays hidden.
        """
        if not self.done:
            return self.step.hides
        following = self.lesson.steps[self.n + 1 : self.n + 2]
        if not following or walk.reveals(self.step.task):
            return ()
        return tuple(term for term in self.step.hides if term in following[0].hides)

    @property
    def hint(self) -> str:
        return walk.hint(self.lesson, self.n, self.run, self.entry, self.wrong)

    @property
    def reachable(self) -> int:
        """The last step that the student may go to."""
        reached = _first_open(self.lesson, self.passed.union(range(self.first)))
        return reached if self.open_steps is None else min(reached, max(self.open_steps - 1, 0))

    def open_range(self, first: int, open_steps: int | None) -> None:
        """What a teacher has opened: from a step on, and how many in all; whoever stands before
        the first goes there.
        """
        self.first, self.open_steps = min(first, len(self.lesson.steps) - 1), open_steps
        if self.n < self.first:
            self.go(self.first)

    # -- what moves the student --------------------------------------------------------------------

    def go(self, n: int) -> None:
        """To a step: on from here if it is the next one, else along the lesson's own way."""
        on = n == self.n + 1 and self.done
        self.n, self.wrong, self.given, self.verdict, self.demonstration = n, 0, None, None, None
        self.solution_shown = False
        enter = walk.enter if on else walk.arrive
        self.entry = enter(self.lesson, n, self.run)
        self.seen = walk.show(self.lesson, n, self.run, self.entry)

    def act(self, action: LessonAction) -> None:
        """Something that the student does to the run; the goal of a ``do`` task is looked at."""
        self.demonstration = None
        perform(self.run, action)
        self._look()

    def back(self) -> None:
        """Undo the last step of the run, but not what came before this question."""
        if self.run.state.number != self.entry.number:
            self.demonstration = None
            self.run.back()
            self._look()

    def answer(self, given: Answer) -> None:
        """An answer to the question; a wrong one moves nothing and brings the next hint."""
        if self.done or isinstance(self.step.task, Do):
            return
        self.given = given
        self.verdict = walk.check(self.lesson, self.n, self.run, self.entry, given)
        marked = None if isinstance(self.step.task, Explain) and self.done else self.done
        self._tell(given, marked)
        if not self.done:
            self.wrong += 1
            return
        self.passed.add(self.n)
        walk.finish(self.lesson, self.n, self.run, self.entry)

    def ask_hint(self) -> None:
        """A hint without an answer counts as a try."""
        self.wrong += 1

    def show_me(self) -> None:
        """Show the solution: an answer at once, a way action by action."""
        found = walk.solution(self.lesson, self.n, self.run, self.entry)
        if isinstance(self.step.task, Do):
            self.run.goto(found.origin)
            self.demonstration = Demonstration(found)
            return
        self.given = found.answer
        self.verdict = walk.check(self.lesson, self.n, self.run, self.entry, found.answer)
        self._shown()
        walk.finish(self.lesson, self.n, self.run, self.entry)

    def advance(self) -> None:
        """The next action of the solution that is being shown."""
        shown = self.demonstration
        if shown is None or shown.next is None:
            raise ModelError("no solution is being shown")
        perform(self.run, shown.next)
        shown.shown += 1
        if shown.next is None:
            self.verdict = walk.check(self.lesson, self.n, self.run, self.entry)
            self._shown()

    # -- what is kept ------------------------------------------------------------------------------

    def _look(self) -> None:
        if not isinstance(self.step.task, Do) or self.done:
            return
        verdict = walk.check(self.lesson, self.n, self.run, self.entry)
        if verdict.right:
            self.verdict = verdict
            self.passed.add(self.n)
            self._tell(None, True)

    def _shown(self) -> None:
        self.solution_shown = True
        self.passed.add(self.n)
        self._tell(SHOWN, False)

    def _tell(self, answer: Any, right: bool | None) -> None:
        self.tell(Attempt(self.lesson.id, self.n, answer, right, self.wrong + 1))


def _first_open(lesson: Lesson, passed: Collection[int]) -> int:
    """The first step that is not passed, or the last one."""
    last = len(lesson.steps) - 1
    return next((n for n in range(last) if n not in passed), last)


def passed_steps(attempts: Collection[Attempt], lesson: str) -> set[int]:
    """The steps of a lesson that need not be done again."""
    return {attempt.step for attempt in attempts if attempt.lesson == lesson and attempt.passes}
