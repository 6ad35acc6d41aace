"""A comparison beside the page: what has arrived so far, where it is kept, and where each
contestant stands at the scrubber.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rcr.compare.common_models import CommonGround, instance, on_common_models
from rcr.compare.comparison import ComparisonResults, compare, in_processes
from rcr.compare.kept_comparisons import Games
from rcr.compare.request import Request
from rcr.compare.subject import Subject
from rcr.machine.once import once
from rcr.results.in_this_process import Threads
from rcr.ui.job import Job
from rcr.ui.waiting_line import WaitingLine
from rcr.views.comparison.rows import place

PROCESSES = min(2, os.cpu_count() or 1)  # for each comparison
MAX_GAMES_HERE = 12  # that are over before a process of their own would be ready
LINE = WaitingLine(max(1, (os.cpu_count() or 1) // PROCESSES))  # of the comparisons of a server


class Comparison:
    """Games under way beside the page, many of them in processes of their own; what arrives is
    kept by the number of the game, in the folder too where there is one.

    It goes on while its visitor is on another page, and stops when the tab is closed.
    """

    def __init__(
        self,
        request: Request,
        games: Games | None = None,
        folder: Path | None = None,
        is_shipped: bool = False,
    ) -> None:
        self.request, self.folder, self.is_shipped = request, folder, is_shipped
        self.games = list(request.games())
        self.rows: dict[int, list[dict[str, Any]]] = {}
        self.summaries: dict[int, dict[str, Any]] = {}
        self._hold(games or {})
        self.job: Job[None, ComparisonResults] | None = None

    def go_on(self) -> None:
        """Play what is missing."""
        self.rows = {n: rows for n, rows in self.rows.items() if n in self.summaries}
        self.job = Job(self._play, LINE, patience=math.inf)

    def stop(self) -> None:
        """End what is under way; what is finished stays."""
        if self.job is not None:
            self.job.cancel()

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.running

    @property
    def complete(self) -> bool:
        return len(self.summaries) == len(self.games)

    def _play(self, report: Callable[[None], None], cancel: Any) -> ComparisonResults:
        missing = len(self.games) - len(self.summaries)
        few = missing <= MAX_GAMES_HERE
        executor = Threads(PROCESSES) if few else in_processes(self.request, PROCESSES)
        results = compare(self.request, self.folder, executor, cancel, self._take)
        self._hold(results.games)  # another tab, or this one before a reload, may have played some
        return results

    def _hold(self, games: Games) -> None:
        self.rows |= {n: game["rows"] for n, game in games.items()}
        self.summaries |= {n: game["summary"] for n, game in games.items()}

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

    @property
    def ground(self) -> CommonGround:
        """The games that are ranked."""
        return on_common_models(self.finished, self.request)

    @once
    def numbers(self) -> dict[tuple[str, str, int], int]:
        """The number of each game by its contestant, its model and its seed."""
        return {
            (game.contestant.name, game.subject.name, game.subject.seed): n
            for n, game in enumerate(self.games)
        }

    def number(self, row: Mapping[str, Any]) -> int | None:
        """The number of the game that a row is of."""
        return self.numbers.get((row["contestant"], *instance(row)))

    def on(self, subject: Subject) -> list[dict[str, Any]]:
        """The rows on one model, contestant by contestant."""
        return [
            row
            for n, game in enumerate(self.games)
            if game.subject is subject
            for row in list(self.rows.get(n, ()))
        ]


@dataclass(frozen=True)
class RunMoment:
    """A contestant at one moment: its row, what is recovered then, and which clusters MPLP has."""

    kind: str
    row: Mapping[str, Any]
    recovered: frozenset[str]
    new: frozenset[str]
    clusters: tuple[tuple[str, ...], ...]
    new_clusters: int


def run_moment(rows: Sequence[Mapping[str, Any]], kind: str, axis: str, at: float) -> RunMoment:
    """Where a contestant is when the scrubber stands at ``at``; at its end where it has nothing on
    that axis.
    """
    here = rows[-1] if rows[-1][axis] is None else place(rows, axis, at)
    until = rows[: next(i for i, row in enumerate(rows) if row is here) + 1]
    if kind == "peer":
        clusters = tuple(tuple(c) for row in until for c in row["added"])
        return RunMoment(kind, here, frozenset(), frozenset(), clusters, len(here["added"]))
    recovered: set[str] = set()
    for row in until:
        recovered = (recovered | set(row["added"])) - set(row["gave_up"])
    return RunMoment(
        kind,
        here,
        frozenset(recovered),
        frozenset(here["added"]) if len(until) > 1 else frozenset(),
        (),
        0,
    )
