"""What a visitor has on Learn: the lesson, the exercise and the challenge, and what was done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, TypeVar

from rcr import ModelError, State
from rcr.course.challenge import Played
from rcr.course.challenge.contest import Contest
from rcr.course.learner import Attempt, Learner
from rcr.course.practice import Exercised, Practice
from rcr.course.student_record import Done, StudentRecord
from rcr.ui.complaint import Complaint
from rcr.ui.components.graph import TakenClicks
from rcr.ui.job import Job

Open = TypeVar("Open", Learner, Practice, Contest)


@dataclass(frozen=True)
class FixedLesson:
    """The only lesson that may be open, and which of its steps."""

    name: str
    first: int = 0
    up_to: int | None = None  # how many of its steps are open; None: all


@dataclass
class LearnVisit:
    """Whatever moves the lesson's run does so under the lock, since streamlit may start a script
    while an older one still computes.
    """

    learner: Learner | None = None
    attempts: list[Attempt] = field(default_factory=list)
    practice: Practice | None = None
    exercised: list[Exercised] = field(default_factory=list)
    contest: Contest | None = None
    opponents: Job[Any, dict[str, list[State]]] | None = None  # of the contest
    contests: list[Played] = field(default_factory=list)
    record: StudentRecord = field(default_factory=StudentRecord)
    recalled: bool = False  # whether the store was asked what it has of the visitor
    past: Done = field(default_factory=Done)  # what was done in other tabs and on other days
    clicks: TakenClicks = field(default_factory=TakenClicks)
    lock: RLock = field(default_factory=RLock, repr=False)
    held: str | None = None  # why nothing may be done now, such as a pause of the class
    fixed: FixedLesson | None = None  # where a class or a teacher's link has fixed one
    complaint: Complaint = field(default_factory=Complaint)

    @property
    def done(self) -> Done:
        """All that was done: what the store knew, and since then."""
        return self.past + Done(self.attempts, self.exercised, self.contests)

    def move(self, change: Callable[[Learner], None]) -> None:
        """Do something in the open lesson; what is refused is said, not thrown."""
        self._attempt(self.learner, change)

    def practise(self, change: Callable[[Practice], None]) -> None:
        """Do something at the open exercise."""
        self._attempt(self.practice, change)

    def contend(self, change: Callable[[Contest], None]) -> None:
        """Do something in the open challenge."""
        self._attempt(self.contest, change)

    def _attempt(self, on: Open | None, change: Callable[[Open], None]) -> None:
        with self.lock:
            if on is None or self.held is not None:
                return  # why is said by whoever holds it
            try:
                change(on)
            except ModelError as error:
                self.complaint.text = str(error)
