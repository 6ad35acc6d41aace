"""Instances of the paper's experiments that a visitor runs beside the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rcr.paper.experiment import Experiment, Row
from rcr.paper.rerun import instances
from rcr.paper.shipped import differences, subject
from rcr.results.game import ignore
from rcr.results.in_this_process import OneByOne
from rcr.ui.job import Job
from rcr.ui.paper.shipped import shipped
from rcr.ui.waiting_line import HEAVY


class Live:
    """Instances of an experiment under way beside the page, one after the other, by the code of
    ``rcr paper``.
    """

    def __init__(self, experiment: Experiment, names: Sequence[str]) -> None:
        self.experiment, self.names = experiment, list(names)
        self.results: dict[str, list[Row]] = {}
        self.job: Job[None, None] = Job(self._play, HEAVY)

    def _play(self, report: Callable[[None], None], cancel: Any) -> None:
        games = instances(self.experiment, self.names)
        for outcome in OneByOne().play(games, ignore, cancel):
            self.results[outcome.key] = [row | {"live": True} for row in outcome.result]

    @property
    def rows(self) -> list[Row]:
        return [row for rows in list(self.results.values()) for row in rows]

    def verdicts(self) -> dict[str, str]:
        """Whether each result is the shipped one, where it is shipped."""
        held = shipped(self.experiment.name)[1]
        known = {subject(row) for row in held}
        found = {}
        for name, rows in list(self.results.items()):
            other = subject(rows[0]) in known and differences(
                [{k: v for k, v in row.items() if k != "live"} for row in rows], held
            )
            found[name] = (
                "another seed"
                if subject(rows[0]) not in known
                else other[0]
                if other
                else "✓ the same numbers"
            )
        return found
