"""Games to test executors with; in a module of their own, so that other processes find them."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rcr.model import ModelError
from rcr.results.game import Cancelled, Report
from rcr.run.budget import Budget, Cancel


@dataclass(frozen=True)
class Double:
    """Reports a number, prints something, returns its double."""

    number: int

    def play(self, report: Report, cancel: Cancel | None) -> int:
        print("a game may print")
        report({"number": self.number})
        return 2 * self.number


@dataclass(frozen=True)
class Refuses:
    """Says what is wrong with it, in a sentence or as a fault of the program."""

    fault: bool

    def play(self, report: Report, cancel: Cancel | None) -> None:
        raise ZeroDivisionError("by nothing") if self.fault else ModelError("this cannot be played")


@dataclass(frozen=True)
class Dies:
    """Takes its process along."""

    def play(self, report: Report, cancel: Cancel | None) -> None:
        sys.stderr.flush()
        os._exit(7)


@dataclass(frozen=True)
class Endless:
    """Says that it has begun, and goes on until it is cancelled or killed."""

    def play(self, report: Report, cancel: Cancel | None) -> None:
        report({"pid": os.getpid()})
        while not Budget(cancel).cancelled:
            time.sleep(0.001)
        raise Cancelled


@dataclass(frozen=True)
class Marks:
    """A preparation: leaves a file behind for each process that it was called in."""

    folder: str

    def __call__(self) -> None:
        (Path(self.folder) / str(os.getpid())).touch()


@dataclass(frozen=True)
class NotPrepared:
    """A preparation that fails."""

    def __call__(self) -> None:
        raise ModelError("the plug-in is gone")


@dataclass(frozen=True)
class FirstTimeEndless:
    """Goes on until it is killed; played again, it ends at once."""

    marker: str

    def play(self, report: Report, cancel: Cancel | None) -> str:
        marker = Path(self.marker)
        if marker.exists():
            return "the second time"
        marker.touch()
        return str(Endless().play(report, cancel))


@dataclass(frozen=True)
class WaitsFor:
    """Ends when there is such a file."""

    file: str

    def play(self, report: Report, cancel: Cancel | None) -> str:
        while not Path(self.file).exists():
            time.sleep(0.01)
        return "seen"
