"""What a visitor has of a class: a desk, a seat, or neither."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from rcr import Run
from rcr.classroom import ClassNow, Desk, Key, Seat, Shown, Standing
from rcr.ui.complaint import Complaint
from rcr.ui.components.graph import TakenClicks
from rcr.ui.learn.visit import FixedLesson


class Writer(Protocol):
    """Writes a student's work on a task to the store."""

    owes: bool  # whether the store has refused something

    def write(self, run: Run) -> None:
        """Write the run as it is, and what is owed."""


@dataclass
class Sitting:
    """A student in a class: the seat, and what it last knew of the class."""

    seat: Seat
    key: Key
    now: ClassNow
    begun: int | None = None  # the task that has been begun
    led: str | None = None  # the page that the student is on the way to
    worker: Writer | None = None  # writes the work on that task
    given: Run | None = field(default=None, repr=False)  # the run that the class has put on Explore
    seen: Shown | None = None  # the last state of the teacher's that was followed
    apart: bool = False  # whether the student has gone on from there by himself
    stuck: bool = False
    reached: Standing | None = None  # in a lesson or an exercise, as the board has it
    answered: int = 0  # answers in lessons that have been handed in
    exercised: int = 0  # exercises that have been handed in
    trouble: str | None = None  # why the store could not be asked


@dataclass
class Teaching:
    """A teacher at a desk."""

    desk: Desk
    key: Key
    chosen: int | None = None  # the member whose tile is open
    task: int | None = None  # that the page has shown last


@dataclass
class ClassVisit:
    """Where a visitor sits; a reload finds the place again by the browser's cookie."""

    sitting: Sitting | None = None
    teaching: Teaching | None = None
    looked: bool = False  # whether the cookies and the address have been asked
    hidden: frozenset[str] = frozenset()  # controls that a teacher's link hides
    lesson: FixedLesson | None = None  # the only one that a teacher's link leaves open
    poll_clicks: TakenClicks = field(default_factory=TakenClicks)
    names: tuple[bool, bool] | None = None  # whether presenting, and whether they are shown then
    lost: str | None = None  # a cookie that opens nothing any more
    complaint: Complaint = field(default_factory=Complaint)
