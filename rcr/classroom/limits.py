"""How often somebody may do something: a bucket of tokens that fills again with time.

Wrong codes are counted in the store, since whoever guesses can go from one process to the next.
Only wrong ones count, so that sixty students behind one address of a school can join within
seconds. Writes are counted in the process, since a visitor's page lives in one process, and
counting them in the store would double what it has to write.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock

from sqlalchemy import Connection, select

from rcr.classroom.database import tables
from rcr.classroom.database.errors import TooOften
from rcr.classroom.tokens import digest

MAX_REMEMBERED = 10_000  # visitors; who has been quiet for longest is forgotten first


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second from then on."""

    burst: float
    per_second: float

    def filled(self, tokens: float, seconds: float) -> float:
        """The tokens after some time without use."""
        return min(self.burst, tokens + max(0.0, seconds) * self.per_second)


WRITE_RATE = Rate(burst=300, per_second=30)  # a film of ten steps a second stays far below
WRONG_CODES = Rate(burst=30, per_second=1 / 6)  # of 1.9 million codes


@dataclass
class Allowance:
    """What each visitor may still write from this process."""

    rate: Rate = WRITE_RATE
    timer: Callable[[], float] = time.monotonic
    _left: OrderedDict[Hashable, tuple[float, float]] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def spend(self, who: Hashable) -> None:
        """Take one token, or refuse with a sentence."""
        with self._lock:
            now = self.timer()
            tokens, at = self._left.pop(who, (self.rate.burst, now))
            tokens = self.rate.filled(tokens, now - at)
            self._left[who] = (tokens - 1 if tokens >= 1 else tokens, now)
            while len(self._left) > MAX_REMEMBERED:
                self._left.popitem(last=False)
        if tokens < 1:
            raise TooOften("you are quicker than the store may write; it catches up by itself")


def guesses_left(connection: Connection, source: str, now: float) -> float:
    """How many wrong codes may still come from a source; locked until the transaction ends."""
    table = tables.buckets
    query = select(table.c.tokens, table.c.at).where(table.c.source == digest(source))
    row = connection.execute(query.with_for_update()).one_or_none()
    return WRONG_CODES.filled(row.tokens, now - row.at) if row is not None else WRONG_CODES.burst


def too_many_guesses(left: float) -> TooOften:
    """The sentence for a source that has none left."""
    wait = math.ceil((1 - left) / WRONG_CODES.per_second)
    return TooOften(f"too many wrong codes came from here; wait {wait} seconds and try again")
