"""What a visitor has on Models: the workbench, and what was read, made and refused there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rcr import Model
from rcr.models.generator_call import GeneratorCall
from rcr.ui.background_work import BackgroundWork
from rcr.ui.complaint import Complaint
from rcr.ui.models.reading import Reading
from rcr.ui.models.workbench import Workbench


@dataclass(frozen=True, eq=False)
class Haplotypes:
    """A visitor's own haplotypes, a row for each, and the name of their file."""

    matrix: np.ndarray
    name: str


@dataclass(frozen=True, eq=False)
class Learned:
    """The network that was learned from a window of haplotypes, and what it was learned from."""

    given: Haplotypes
    first: int
    parameters: dict[str, Any]
    window: np.ndarray
    model: Model

    def answers(self, given: Haplotypes, first: int, parameters: dict[str, Any]) -> bool:
        """Whether learning from these would lead to the same."""
        return (self.given, self.first, self.parameters) == (given, first, parameters)


@dataclass
class ModelsVisit:
    """What the visitor has on each part of the page."""

    bench: Workbench | None = None
    reading: Reading = field(default_factory=Reading)
    loaded: str | None = None  # what the last file or text was found to be
    made: GeneratorCall | None = None  # a large model that was asked for
    # how it is made, and how files are read
    background: BackgroundWork = field(default_factory=BackgroundWork)
    haplotypes: Haplotypes | None = None
    haplotype_reading: Reading = field(default_factory=Reading)
    learned: Learned | None = None
    costed: str | None = None  # a large model whose cost was asked for, by its fingerprint
    edit_complaint: Complaint = field(default_factory=Complaint)
