"""What a visitor has on Explore: the run, what is under way on it, and what is to be shown next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any

from rcr import Model, Run
from rcr.course.guesses import Guesses
from rcr.engines.circuit import Circuit
from rcr.run.file import replay_text
from rcr.state import State
from rcr.ui.background_work import BackgroundWork
from rcr.ui.complaint import Complaint
from rcr.ui.components.graph import TakenClicks
from rcr.ui.explore.commands import Command
from rcr.ui.explore.question import ChosenModel
from rcr.ui.explore.what_if import WhatIf
from rcr.ui.job import Job
from rcr.ui.samples import FIRST_SAMPLE

RunJob = Job[tuple[State, dict[str, Any]], Run]


@dataclass(frozen=True)
class Move:
    """One thing that was done: on which run, by which command, and from which state to which, by
    their numbers. Where there is no command, the run took the place of another one.
    """

    run: Run
    command: Command | None
    before: int
    after: int


@dataclass
class Film:
    """Whether the run plays by itself, and when its latest picture was shown."""

    playing: bool = False
    shown_at: float = 0.0  # seconds of the monotonic clock


@dataclass
class Upload:
    """The visitor's own model, and the files it was read from."""

    model: Model | None = None
    files: tuple[str | None, ...] = ()


@dataclass(frozen=True)
class SavedFile:
    """A run that the visitor has in a file, as it came."""

    data: bytes
    name: str

    def run(self, stop: Callable[[], bool]) -> Run:
        """The run that it holds, done again."""
        return replay_text(self.data, self.name, stop).run


@dataclass
class ExploreVisit:
    """A visitor's run is moved by ``rcr.ui.explore.moves`` only, which holds the lock and tells
    the listeners.
    """

    run: Run | None = None
    title: str = ""  # of the run, in the list of runs
    question: tuple[str, str] | None = None  # the key of the question that the run answers
    wanted_number: int | None = None  # of a kept run that is to be shown next
    wanted_file: SavedFile | None = None  # that is to be shown next
    link: str = ""  # the digest of the link that the address carries, once it is opened
    listeners: list[Callable[[Move], None]] = field(default_factory=list)
    lock: RLock = field(default_factory=RLock, repr=False)
    complaint: Complaint = field(default_factory=Complaint)
    job: RunJob | None = None  # to the end
    # another run or its model on the way
    background: BackgroundWork = field(default_factory=BackgroundWork)
    what_if: WhatIf | None = None
    pruned: tuple[State, str] | None = None  # where pruning ended, and what it came to
    guesses: Guesses = field(default_factory=Guesses)
    film: Film = field(default_factory=Film)
    clicks: TakenClicks = field(default_factory=TakenClicks)
    circuit: Circuit | None = None  # of the relaxation that the panel showed last
    opened: Run | None = None  # from a link, a file or another page, to be shown next
    held: str | None = None  # why nothing may be moved now, such as a pause of the class
    hidden: frozenset[str] = frozenset()  # controls that a class or a link hides
    fixed: Run | None = None  # the only run that may be opened, where a class has fixed one
    brought: ChosenModel | None = None  # on the menu beside the samples and the generators
    observed: ChosenModel | None = None  # with evidence from the graph, to be shown next
    upload: Upload = field(default_factory=Upload)
    last_sample: str = FIRST_SAMPLE
    hints: int = 0  # that were followed
    recalled: bool = False  # whether the browser was asked what it remembers
    watched: bool = False  # the sample whose compensation is watched from its first update
    before_watching: dict[str, Any] = field(default_factory=dict)  # the choices that it replaced

    def drop_what_if(self) -> None:
        """Stop and forget what a heuristic would have done."""
        if self.what_if is not None:
            self.what_if.job.cancel()
        self.what_if = None
