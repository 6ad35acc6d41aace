"""What long work may take: a time limit, a wish to stop, and slices of compiled code after which
both are looked at.
"""

from __future__ import annotations

import math
import time
from typing import Protocol

SLICE_SECONDS = 0.05


class Cancel(Protocol):
    """Anything with ``is_set``, such as threading.Event."""

    def is_set(self) -> bool: ...


class Budget:
    """What work may take from now on: until it is cancelled, at most as long as the time limit."""

    def __init__(self, cancel: Cancel | None = None, time_limit: float | None = None) -> None:
        self.cancel, self.time_limit = cancel, time_limit
        self.deadline = math.inf if time_limit is None else time.perf_counter() + time_limit

    @property
    def cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    def over(self) -> bool:
        return self.cancelled or time.perf_counter() > self.deadline

    @property
    def seconds_left(self) -> float | None:
        """Until the deadline; none where there is no time limit."""
        if self.time_limit is None:
            return None
        return max(0.0, self.deadline - time.perf_counter())

    def share(self, parts: int) -> Budget:
        """For the next of so many parts of what is left."""
        left = self.seconds_left
        return Budget(self.cancel, None if left is None else left / parts)

    @property
    def reason(self) -> str:
        """What ended it."""
        return "request" if self.cancelled else f"the time limit of {self.time_limit:g} s"


def next_slice(done: int, seconds: float) -> int:
    """How much to do in the next slice, after so much took so long."""
    return max(1, min(done * 4, int(done * SLICE_SECONDS / max(seconds, 1e-7))))
