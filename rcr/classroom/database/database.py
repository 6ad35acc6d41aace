"""Short transactions that never hang, fail in one sentence, and recover by themselves."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from sqlalchemy import Connection, exc

from rcr.classroom.database.address import Address, make_file
from rcr.classroom.database.engine import MISSING, TRANSACTION, Identity, identity, make_engine
from rcr.classroom.database.errors import CROWDED, StoreDown, StoreError, TablesChanged, told
from rcr.classroom.database.migrations import is_current, migrate

PATIENCE_SECONDS = 2.0  # for a lock, a connection or a place in the pool
REST_SECONDS = 4.0  # nothing is tried for so long after the store was waited for in vain
RETRY_SECONDS = 0.01


class Database:
    """One database; ``with database.write() as connection`` is one transaction, ``read`` too."""

    def __init__(self, address: Address, patience: float, rest: float) -> None:
        self.address, self._patience, self._rest = address, patience, rest
        self.engine = make_engine(address, patience)
        self._begin = {kind: self.engine.execution_options(kind=kind) for kind in TRANSACTION}
        if address.file is None:  # where each statement would look for itself
            at_once = self._begin["read"].execution_options(isolation_level="REPEATABLE READ")
            self._begin["read"] = at_once
        self._writing, self._preparing = Lock(), Lock()
        self._ready: Identity | None = None
        self._trouble: dict[str, tuple[float, str]] = {}

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction, committed at the end of the block and undone if the block fails."""
        with self._told("write"), self._alone(), self._transaction("write") as connection:
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One consistent look at the store."""
        with self._told("read"), self._transaction("read") as connection:
            yield connection

    def close(self) -> None:
        """Let every connection go; the next use opens new ones."""
        self.engine.dispose()

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[Connection]:
        if self._ready is None or self._ready != identity(self.address):
            self._prepare()
        with self._begin[kind].begin() as connection:
            yield connection

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """SQLite has one writer: within this process each waits here for the one before."""
        if self.address.file is None:
            yield
        else:
            with self._turn(self._writing):
                yield

    @contextmanager
    def _turn(self, lock: Lock) -> Iterator[None]:
        if not lock.acquire(timeout=self._patience):
            raise StoreError(CROWDED.format(store=self.address.name))
        try:
            yield
        finally:
            lock.release()

    @contextmanager
    def _told(self, kind: str) -> Iterator[None]:
        """Every failure as a StoreError.

        When the store was waited for in vain, the next uses of this kind fail at once for a while,
        so that a page with many of them does not wait for each.
        """
        began = time.monotonic()
        until, last_sentence = self._trouble.get(kind, (began, ""))
        if began < until:
            raise StoreDown(last_sentence)
        try:
            yield
            self._trouble.pop(kind, None)
        except (exc.SQLAlchemyError, sqlite3.Error) as error:
            sentence = told(error, self.address.name)
            if isinstance(sentence, TablesChanged):
                self._ready = None  # perhaps another database answers now: look at its schema
            now = time.monotonic()
            if isinstance(sentence, StoreDown) and now - began > self._patience / 2:
                self._trouble[kind] = (now + self._rest, str(sentence))
            raise sentence from error

    def _prepare(self) -> None:
        """Make file and tables if they are missing; several processes may start at once."""
        with self._turn(self._preparing):
            found = identity(self.address)
            if self._ready == found:
                return
            if found == MISSING:
                self.engine.dispose()  # connections to a removed file
                make_file(self.address)
                found = identity(self.address)
            if self.address.file is not None:
                self._keep_a_log()
            with self._begin["read"].begin() as connection:
                ready = is_current(connection, self.address.name)
            if not ready:
                with self._begin["write"].begin() as connection:
                    migrate(connection, self.address.name)
            self._ready = found

    def _keep_a_log(self) -> None:
        """WAL mode, which stays with the file; SQLite may not wait while another sets it."""
        deadline = time.monotonic() + self._patience
        while True:
            connection = self.engine.raw_connection()
            try:
                connection.cursor().execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError:
                if time.monotonic() >= deadline:
                    raise
                time.sleep(RETRY_SECONDS)
            finally:
                connection.close()
