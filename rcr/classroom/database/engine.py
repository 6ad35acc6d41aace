"""Connections to SQLite and PostgreSQL, set up so that nothing waits for long.

SQLite runs in WAL mode with synchronous=NORMAL: a commit is in the operating system's hands when
it returns, so killing the process loses nothing that was acknowledged. When the power fails, the
commits since the last checkpoint (about 4 MB of them at most) may be lost; the file stays sound.
PostgreSQL with its own defaults keeps every acknowledged commit even then.
"""

from __future__ import annotations

import os
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, exc
from sqlalchemy.pool import QueuePool

from rcr.classroom.database.address import Address
from rcr.classroom.database.errors import PUT_IT_ELSEWHERE, StoreError

STATEMENT_SECONDS = 5.0  # the longest that PostgreSQL works on one statement
SILENCE_SECONDS = 6.0  # a server that has not answered by then never will
MAX_CONNECTIONS = 15
WAL_BYTES = 16 * 2**20  # the log is cut back to this after a checkpoint
TRANSACTION = {"write": "BEGIN IMMEDIATE", "read": "BEGIN"}

Identity = tuple[int, int]
MISSING: Identity = (-1, -1)


def identity(address: Address) -> Identity:
    """Tells a file from another in its place; a database on a server is always the same."""
    if address.file is None:
        return (0, 0)
    try:
        found = os.stat(address.file)
    except OSError:
        return MISSING
    return (found.st_dev, found.st_ino)


def make_engine(address: Address, patience: float) -> Engine:
    """A pool of connections; nothing is opened yet."""
    how: dict[str, Any] = {"timeout": patience}
    if address.file is None:
        how = {"connect_timeout": max(2, round(patience))}
    try:
        engine = create_engine(
            address.url,
            connect_args=how,
            poolclass=QueuePool,
            pool_size=MAX_CONNECTIONS,
            max_overflow=0,
            pool_timeout=patience,
            pool_pre_ping=address.file is None,
            hide_parameters=True,  # names and answers do not belong into messages
        )
    except ImportError:
        raise StoreError(
            "a store on PostgreSQL needs psycopg: pip install 'rcr-explorer[postgres]', or "
            + PUT_IT_ELSEWHERE
        ) from None
    (_set_up_sqlite if address.file is not None else _set_up_postgres)(engine, address, patience)
    return engine


def _set_up_sqlite(engine: Engine, address: Address, patience: float) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA secure_delete=ON")  # what is deleted is overwritten
        connection.execute(f"PRAGMA journal_size_limit={WAL_BYTES}")
        record.info["identity"] = identity(address)

    @event.listens_for(engine, "checkout")
    def taken(connection: Any, record: Any, proxy: Any) -> None:
        if record.info["identity"] != identity(address):  # its file has been removed
            raise exc.DisconnectionError

    @event.listens_for(engine, "begin")
    def begins(connection: Connection) -> None:
        kind = connection.get_execution_options().get("kind", "read")
        connection.exec_driver_sql(TRANSACTION[kind])


def _set_up_postgres(engine: Engine, address: Address, patience: float) -> None:
    from rcr.classroom.database.silent_server import ImpatientConnection

    milliseconds = max(1, round(1000 * patience))

    @event.listens_for(engine, "do_connect")
    def connects(dialect: Any, record: Any, arguments: Any, named: Any) -> ImpatientConnection:
        connection = ImpatientConnection.connect(*arguments, **named)
        connection.silence = SILENCE_SECONDS
        return connection

    @event.listens_for(engine, "connect")
    def connected(connection: Any, record: Any) -> None:
        connection.execute(f"SET lock_timeout = {milliseconds}")
        connection.execute(f"SET statement_timeout = {round(1000 * STATEMENT_SECONDS)}")
        connection.commit()
