"""A line for heavy work: so many at once on this server, the others wait for their turn and know
their place.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Condition

LOOK_SECONDS = 0.2  # from one look at whether one still wants to wait to the next


class Ticket:
    """A place in the line; two tickets of one owner are not at work together."""

    def __init__(self, owner: Hashable) -> None:
        self.owner = owner


class WaitingLine:
    """First come, first served, one at a time for each; whoever gives up leaves the line."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._tickets: list[Ticket] = []  # of all who are here, in the order of coming
        self._changed = Condition()

    def enter(self, owner: Hashable) -> Ticket:
        """A ticket, at the end of the line."""
        ticket = Ticket(owner)
        with self._changed:
            self._tickets.append(ticket)
        return ticket

    def place(self, ticket: Ticket) -> int:
        """The how-manieth of those who wait; 0 for whoever works or has left."""
        with self._changed:
            waiting = [each for each in self._tickets if each not in self._at_work()]
            return waiting.index(ticket) + 1 if ticket in waiting else 0

    @contextmanager
    def turn(self, ticket: Ticket, gives_up: Callable[[], bool]) -> Iterator[None]:
        """Wait for one's turn, or until one gives up; the place is free after the block."""
        try:
            with self._changed:
                while ticket not in self._at_work() and not gives_up():
                    self._changed.wait(LOOK_SECONDS)
            yield
        finally:
            with self._changed:
                self._tickets.remove(ticket)
                self._changed.notify_all()

    def _at_work(self) -> list[Ticket]:
        """Whose turn it is: the first of each owner, as many as may work at once."""
        first: dict[Hashable, Ticket] = {}
        for ticket in self._tickets:
            first.setdefault(ticket.owner, ticket)
        return list(first.values())[: self._at_once]


def waiting(place: int) -> str:
    """What is said before the work has begun."""
    if not place:
        return "Getting ready …"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(0 if place % 100 in (11, 12, 13) else place % 10, "th")
    return f"The server computes for others; you are {place}{ending} in the queue …"


HEAVY = WaitingLine(max(1, (os.cpu_count() or 2) - 1))  # one core is left for everybody's clicks
