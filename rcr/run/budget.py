"""What long work may take: a time limit, a wish to stop, and slices of compiled code after which
both are looked at.
"""

from __future__ import annotations

import math
import time
from typing import Protocol

from rcr.machine.cpu import cpu_seconds

SLICE_SECONDS = 0.05
# Work that waits uses no CPU. It ends all the same, after so long by the clock on the wall.
WALL_PER_CPU_SECOND, MIN_WALL_SECONDS = 20.0, 60.0
SAFETY_NET = (
    f"A run that waits instead of computing ends after {WALL_PER_CPU_SECOND:g} times as long by "
    f"the clock, at least {MIN_WALL_SECONDS:g} s."
)
MAX_IN_HAND_SHARE = 0.05  # of the time limit


class Cancel(Protocol):
    """Anything with ``is_set``, such as threading.Event."""

    def is_set(self) -> bool: ...


class CpuClock:
    """CPU seconds of this thread, and of those that compute for it, since it was made; it can stand
    still. To be read in the thread that made it.
    """

    def __init__(self) -> None:
        self._began = cpu_seconds()

    def read(self) -> float:
        return cpu_seconds() - self._began

    def go_back(self, to: float) -> None:
        """Go on as if no time had passed since it showed this."""
        self._began += self.read() - to


class Budget:
    """What work may take from now on: until it is cancelled, at most as long as the time limit.

    The limit is in seconds of the CPU clock where one is given, so that work gets the same on a
    busy machine as on an idle one, and in seconds by the clock on the wall otherwise.

    Some work goes on for a while before the clock on the wall is looked at again, and for longer on
    a busy machine. So the longest time between two looks is kept in hand: the budget is over when
    another one like it would pass the deadline.
    """

    def __init__(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        clock: CpuClock | None = None,
        whole: Budget | None = None,
    ) -> None:
        self.cancel, self.time_limit, self.clock, self.whole = cancel, time_limit, clock, whole
        self.looked, self.longest = self._now, 0.0
        self.deadline = math.inf if time_limit is None else self.looked + time_limit
        self.wall_limit = math.inf
        if clock is not None and time_limit is not None:
            self.wall_limit = max(MIN_WALL_SECONDS, WALL_PER_CPU_SECOND * time_limit)
        self._wall_deadline = time.perf_counter() + self.wall_limit

    @property
    def _now(self) -> float:
        return time.perf_counter() if self.clock is None else self.clock.read()

    @property
    def cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    @property
    def _waited_too_long(self) -> bool:
        return time.perf_counter() > self._wall_deadline

    def over(self) -> bool:
        now = self._now
        self.longest, self.looked = max(self.longest, now - self.looked), now
        in_hand = 0.0
        if self.clock is None and self.time_limit is not None:
            in_hand = min(self.longest, MAX_IN_HAND_SHARE * self.time_limit)
        past = self.cancelled or now + in_hand > self.deadline or self._waited_too_long
        return past or (self.whole is not None and self.whole.over())

    @property
    def seconds_left(self) -> float | None:
        """Until the deadline; none where there is no time limit."""
        if self.time_limit is None:
            return None
        return max(0.0, self.deadline - self._now)

    def share(self, parts: int) -> Budget:
        """For the next of so many parts of what is left."""
        left = self.seconds_left
        return Budget(self.cancel, None if left is None else left / parts, self.clock, self)

    @property
    def reason(self) -> str:
        """What ended it."""
        if self.cancelled:
            return "request"
        if self.clock is None:
            return f"the time limit of {self.time_limit:g} s"
        limit, used = f"{self.time_limit:g} CPU s", self.clock.read()
        if self._waited_too_long and used <= self.deadline:
            return f"the limit of {self.wall_limit:g} s by the clock, after {used:.2g} of {limit}"
        return f"the time limit of {limit}"


def next_slice(done: int, seconds: float) -> int:
    """How much to do in the next slice, after so much took so long."""
    return max(1, min(done * 4, int(done * SLICE_SECONDS / max(seconds, 1e-7))))
