"""What a visitor has on Compare: the comparison, and what was asked about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rcr.compare.regret import Candidate
from rcr.state import State
from rcr.ui.compare.comparison import Comparison
from rcr.ui.complaint import Complaint


@dataclass(frozen=True, eq=False)
class Regret:
    """What each candidate would really gain at a state, and which heuristics were asked.

    ``key`` tells the question: the model, what is recovered, and the contestants.
    """

    key: tuple[object, ...]
    state: State
    candidates: list[Candidate]
    heuristics: list[str]


@dataclass
class CompareVisit:
    """The last comparison stays until the next one is started."""

    comparison: Comparison | None = None
    complaint: Complaint = field(default_factory=Complaint)
    regret: Regret | None = None
