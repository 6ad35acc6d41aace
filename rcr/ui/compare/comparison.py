"""A comparison beside the page: what has arrived so far, and where each contestant stands at the
scrubber.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rcr.compare.comparison import ComparisonResults, compare, in_processes
from rcr.compare.request import Request
from rcr.compare.subject import Subject
from rcr.results.here import Threads
from rcr.ui.job import Job
from rcr.views.comparison import place

PROCESSES = min(2, os.cpu_count() or 1)  # for each visitor
MAX_GAMES_HERE = 12  # that are over before a process of their own would be ready


class Comparison:
    """Games under way beside the page, many of them in processes of their own; what arrives is
    kept by the number of the game.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.games = list(request.games())
        self.rows: dict[int, list[dict[str, Any]]] = {}
        self.summaries: dict[int, dict[str, Any]] = {}
        self.job: Job[None, ComparisonResults] = Job(self._play)

    def _play(self, report: Callable[[None], None], cancel: Any) -> ComparisonResults:
        few = len(self.games) <= MAX_GAMES_HERE
        executor = Threads(PROCESSES) if few else in_processes(self.request, PROCESSES)
        return compare(self.request, None, executor, cancel, self._take)

    def _take(self, number: int, row: dict[str, Any]) -> None:
        if "summary" in row:
            self.summaries[number] = row["summary"]
        else:
            self.rows.setdefault(number, []).append(row)

    @property
    def finished(self) -> list[dict[str, Any]]:
        """The summaries in the order of the games."""
        return [summary for _, summary in sorted(self.summaries.items())]

    @property
    def table(self) -> list[dict[str, Any]]:
        """All rows in the order of the games."""
        return [row for _, rows in sorted(self.rows.items()) for row in list(rows)]

    def on(self, subject: Subject) -> list[dict[str, Any]]:
        """The rows on one model, contestant by contestant."""
        return [
            row
            for n, game in enumerate(self.games)
            if game.subject is subject
            for row in list(self.rows.get(n, ()))
        ]


@dataclass(frozen=True)
class Standing:
    """A contestant at one moment: its row, what is recovered then, and which clusters MPLP has."""

    kind: str
    row: Mapping[str, Any]
    recovered: frozenset[str]
    new: frozenset[str]
    clusters: tuple[tuple[str, ...], ...]
    new_clusters: int


def standing(rows: Sequence[Mapping[str, Any]], kind: str, axis: str, at: float) -> Standing:
    """Where a contestant is when the scrubber stands at ``at``."""
    here = place(rows, axis, at)
    until = rows[: next(i for i, row in enumerate(rows) if row is here) + 1]
    if kind == "peer":
        clusters = tuple(tuple(c) for row in until for c in row["added"])
        return Standing(kind, here, frozenset(), frozenset(), clusters, len(here["added"]))
    recovered: set[str] = set()
    for row in until:
        recovered = (recovered | set(row["added"])) - set(row["gave_up"])
    return Standing(
        kind,
        here,
        frozenset(recovered),
        frozenset(here["added"]) if len(until) > 1 else frozenset(),
        (),
        0,
    )
