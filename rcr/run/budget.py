"""Long work in slices: compiled code runs for a moment, then progress is shown and a wish to stop
is heard.
"""

from __future__ import annotations

import math
import time
from typing import Protocol

SLICE_SECONDS = 0.05


class Cancel(Protocol):
    """Anything with ``is_set``, such as threading.Event."""

    def is_set(self) -> bool: ...


class Patience:
    """How long somebody waits from now on: until they cancel, at most as long as the time limit."""

    def __init__(self, cancel: Cancel | None = None, time_limit: float | None = None) -> None:
        self.cancel, self.time_limit = cancel, time_limit
        self.deadline = math.inf if time_limit is None else time.perf_counter() + time_limit

    @property
    def cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    def over(self) -> bool:
        return self.cancelled or time.perf_counter() > self.deadline

    def share(self, parts: int) -> Patience:
        """For the next of so many parts of what is left."""
        now = time.perf_counter()
        left = (self.deadline - now) / parts
        return Patience(self.cancel, left if math.isfinite(left) else None)

    @property
    def reason(self) -> str:
        """What ended it."""
        return "request" if self.cancelled else f"the time limit of {self.time_limit:g} s"


def next_slice(done: int, seconds: float) -> int:
    """How much to do in the next slice, after so much took so long."""
    return max(1, min(done * 4, int(done * SLICE_SECONDS / max(seconds, 1e-7))))
