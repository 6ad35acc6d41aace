"""What is played: a game is data that can be sent anywhere, and an executor plays many of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rcr.run.budget import Cancel

Row = dict[str, Any]
Report = Callable[[Row], None]
KeyedReport = Callable[[str, Row], None]


CANCELLED = "cancelled"


class Cancelled(Exception):
    """Raised by a game that was cancelled before its end."""


class Game(Protocol):
    """A piece of work: what it gives depends on nothing but the data it holds, and clocks.

    It can be pickled, so that another process or another machine may play it. What it reports
    on the way and what it returns at the end are plain JSON data.
    """

    def play(self, report: Report, cancel: Cancel | None) -> Any:
        """Play it to its end; one that listens to ``cancel`` raises ``Cancelled``."""
        ...


@dataclass(frozen=True)
class Outcome:
    """How a game ended: with a result, or unfinished and why."""

    key: str
    result: Any = None
    unfinished: str = ""


class Executor(Protocol):
    """Where games are played: in this process, in others, or on other machines."""

    def play(
        self, games: Mapping[str, Game], report: KeyedReport, cancel: Cancel | None
    ) -> Iterator[Outcome]:
        """The outcome of each game as soon as it is over, in any order.

        ``report(key, row)`` is called from any thread with what a game reports. Cancelled, the
        games under way are given up and the others are never begun. An exception that a game
        raises is raised here; a process that dies costs its own game only.
        """
        ...


def ignore(key: str, row: Row) -> None:
    """The report of somebody who waits for the end."""
