"""What the tests of the store share: a clock to turn, and run files that nothing has run."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from rcr.classroom import Step, Store
from rcr.classroom.limits import Rate

UNLIMITED = Rate(burst=math.inf, per_second=0)
DAY = 86_400.0


class Clock:
    """Seconds since 1970 that pass when told to."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time

    def pass_days(self, days: float) -> None:
        self.time += days * DAY


def open_store(place: str, clock: Clock | None = None, **settings: Any) -> Store:
    """A store that tries again at once after a failure and lets a test write as fast as it can."""
    how = {"rest": 0.0, "writes": UNLIMITED} | settings
    return Store(place, now=clock or Clock(), **how)


def entry(parent: int, constraint: str = "c0") -> dict[str, Any]:
    """A step as in a run file."""
    return {"from": parent, "do": "step", "constraint": constraint, "value": -1.5, "lower": "-inf"}


def chain(count: int) -> dict[str, Any]:
    """A run file of so many steps in a row."""
    return {
        "format": "rcr-run",
        "version": 1,
        "made_with": {"rcr": "0"},
        "model": {"sample": "triangle"},
        "evidence": [],
        "settings": {"task": "mpe", "recovery": "paper"},
        "actions": [entry(n, f"c{n}") for n in range(count)],
        "current": count,
        "names": {},
        "notes": "",
    }


def step(number: int, parent: int | None = None) -> Step:
    """A row for the store."""
    return Step(number, entry(number - 1 if parent is None else parent, f"c{number}"))


@contextmanager
def full_disk(store: Store) -> Iterator[None]:
    """As if the disk had room for no more than the store's file has now, and a page."""
    with store._database.read() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

    def limit(connection: Any, record: Any) -> None:
        connection.execute(f"PRAGMA max_page_count={pages + 1}")

    event.listen(store._database.engine, "connect", limit)
    store.close()
    try:
        yield
    finally:
        event.remove(store._database.engine, "connect", limit)
        store.close()
