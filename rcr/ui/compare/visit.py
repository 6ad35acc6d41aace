"""What a visitor has on Compare: the comparison, and what was asked about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rcr import Run
from rcr.compare.contestant import Contestant
from rcr.compare.regret import Candidate
from rcr.compare.subject import Subject
from rcr.state import State
from rcr.ui.compare.comparison import Comparison
from rcr.ui.complaint import Complaint
from rcr.ui.job import Job


@dataclass(frozen=True, eq=False)
class Regret:
    """What each candidate would really gain at a state, and which heuristics were asked.

    ``key`` tells the question: the model, what is recovered, and the contestants.
    """

    key: tuple[object, ...]
    state: State
    candidates: list[Candidate]
    heuristics: list[str]


@dataclass(frozen=True, eq=False)
class Departure:
    """A run on its way to Explore: it is done again beside the page up to a round; ``upper`` is the
    bound that it had there.
    """

    job: Job[None, Run]
    told: str
    upper: float


@dataclass(frozen=True, eq=False)
class Guests:
    """Runs that another page has brought, such as those of a class, and what they are on."""

    title: str
    subjects: tuple[Subject, ...]
    contestants: tuple[Contestant, ...]


@dataclass
class CompareVisit:
    """The last comparison stays until the next one is started."""

    comparison: Comparison | None = None
    complaint: Complaint = field(default_factory=Complaint)
    regret: Regret | None = None
    guests: Guests | None = None
    departure: Departure | None = None
    explored: State | None = None  # where the run began that was opened in Explore from here
