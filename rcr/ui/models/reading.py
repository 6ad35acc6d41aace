"""What a visitor gives to be read on the Models page: read beside the page if it takes long, with a
way to stop it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from rcr import ModelError
from rcr.ui.background_work import BackgroundWork, StillWorking, Stop, still_working


@dataclass(frozen=True, eq=False)
class Given:
    """A file or text that is to be read: its name, and how."""

    name: str
    read: Callable[[Stop], Any]


@dataclass
class Reading:
    """What was given last, as long as it is being read, and what was wrong with it."""

    given: Given | None = None
    complaint: str | None = None

    def take(self, name: str, read: Callable[[Stop], Any]) -> None:
        """Have this read next."""
        self.given, self.complaint = Given(name, read), None

    def result(self, background: BackgroundWork) -> Any | None:
        """What came of it, once; nothing before, and where something was wrong."""
        if self.given is None:
            return None
        found, given = None, self.given
        try:
            found = background.done(given, f"Reading {given.name}", given.read)
        except StillWorking:
            still_working(background, partial(self._stop, background))
            return None
        except ModelError as error:
            self.complaint = str(error)
        self.given = None
        return found

    def _stop(self, background: BackgroundWork) -> None:
        self.given, self.complaint = None, f"{background.words} was stopped."
        background.stop()
