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


@dataclass(frozen=True)
class Trial:
    """Which candidates are to be tried: on what model, with what recovered, and whose."""

    subject: Subject
    recovered: tuple[str, ...]
    heuristics: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Regret:
    """What each candidate would really gain at the state of a trial."""

    trial: Trial
    state: State
    candidates: list[Candidate]


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
    regret: Job[None, Regret] | None = None  # the candidates that are tried, or were tried last
    guests: Guests | None = None
    departure: Departure | None = None
    explored: State | None = None  # where the run began that was opened in Explore from here

    @property
    def is_busy(self) -> bool:
        """Whether something is under way that the page is to look at again and again."""
        jobs = (self.comparison, self.regret)
        return self.departure is not None or any(job is not None and job.running for job in jobs)
