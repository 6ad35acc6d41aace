"""The store: all that outlives a page, in one object."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import select

from rcr.classroom.access import Access
from rcr.classroom.classes.entrance import Classes
from rcr.classroom.database import tables
from rcr.classroom.database.address import find_address
from rcr.classroom.database.database import PATIENCE_SECONDS, REST_SECONDS, Database
from rcr.classroom.database.errors import StoreError
from rcr.classroom.limits import WRITE_RATE, Allowance, Rate
from rcr.classroom.retention import Expired, expire_rows
from rcr.classroom.visitors.progress import Progress
from rcr.classroom.visitors.runs import Runs
from rcr.classroom.visitors.visitor import Visitors


class Store:
    """Visitors, their runs, what they have learnt, and classes.

    Making one opens nothing yet: every use may raise a StoreError with one sentence, and waits at
    most about ``patience`` seconds; when the database is back, the next use succeeds. Threads may
    share it.
    """

    def __init__(
        self,
        where: str | Path | None = None,
        *,
        now: Callable[[], float] = time.time,
        patience: float = PATIENCE_SECONDS,
        rest: float = REST_SECONDS,
        writes: Rate = WRITE_RATE,
    ) -> None:
        self._database = Database(find_address(where), patience, rest)
        access = Access(self._database, Allowance(writes), now)
        self._now = now
        self.visitors = Visitors(access)
        self.runs = Runs(access)
        self.progress = Progress(access)
        self.classes = Classes(access)

    @property
    def name(self) -> str:
        """The store's place for people, without a password."""
        return self._database.address.name

    @property
    def folder(self) -> Path:
        """Where files that belong to the store lie: beside its own, or in the user's data folder
        where it is a server.
        """
        return self._database.address.folder

    def __repr__(self) -> str:
        return f"Store({self.name!r})"

    def trouble(self) -> str | None:
        """The sentence to show if the store cannot be used now."""
        try:
            with self._database.read() as connection:
                connection.execute(select(tables.version.c.version)).scalar_one()
        except StoreError as error:
            return str(error)
        return None

    def expire(self, now: float | None = None) -> Expired:
        """Delete what is past its time; to be called when the app starts and once a day."""
        with self._database.write() as connection:
            return expire_rows(connection, self._now() if now is None else now)

    def close(self) -> None:
        """Let the connections go; a later use opens new ones."""
        self._database.close()
