"""A run as the store has it: the rows of its steps, and the run file they make together."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rcr.classroom.database.tables import STAMP_CHARACTERS


def new_stamp() -> str:
    """Tells one writing of a run from every other."""
    return secrets.token_hex(STAMP_CHARACTERS // 2)


@dataclass(frozen=True)
class Step:
    """One row: the number of a state, and the entry that leads there as in the run file.

    Numbers rise, with gaps where states were deleted; ``entry["from"]`` is such a number too.
    """

    number: int
    entry: Mapping[str, Any]


@dataclass(frozen=True)
class RunKey:
    """Where a run is kept; ``stamp`` is that of its last writing."""

    id: int
    number: int
    stamp: str


@dataclass(frozen=True)
class Change:
    """What is different since the last writing; what is None stays as it is."""

    steps: tuple[Step, ...] = ()
    gone: tuple[int, ...] = ()
    head: Mapping[str, Any] | None = None
    current: int | None = None
    names: Mapping[str, int] | None = None
    notes: str | None = None
    view: Mapping[str, Any] | None = None
    stamp: str = field(default_factory=new_stamp)

    @property
    def columns(self) -> dict[str, Any]:
        """What changes in the run's own row."""
        given = {
            "head": self.head,
            "current": self.current,
            "names": self.names,
            "notes": self.notes,
            "view": self.view,
        }
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True)
class RunSummary:
    """One line of a list of runs."""

    id: int
    number: int
    title: str
    task: int | None
    steps: int
    created: float
    last_used: float


@dataclass(frozen=True)
class KeptRun:
    """A run with all its steps."""

    key: RunKey
    title: str
    task: int | None
    head: Mapping[str, Any]  # what a run file holds besides the rest: format, evidence, settings …
    model: Any = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    current: int
    names: Mapping[str, int]
    notes: str
    view: Mapping[str, Any]
    created: float
    last_used: float

    @property
    def numbers(self) -> tuple[int, ...]:
        """The kept number of each state of the run that ``document`` makes, the start first."""
        return (0, *(step.number for step in self.steps))

    @property
    def document(self) -> dict[str, Any]:
        """The run file, to be replayed; its states are numbered without gaps."""
        place = {number: n for n, number in enumerate(self.numbers)}
        return {
            **self.head,
            "model": self.model,
            "actions": [{**step.entry, "from": place[step.entry["from"]]} for step in self.steps],
            "current": place[self.current],
            "names": {name: place[number] for name, number in self.names.items()},
            "notes": self.notes,
        }
