"""Stores on both databases: every test that asks for ``store`` or ``place`` runs twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rcr.classroom import Store, Visitor
from tests.classroom.helpers import Clock, open_store
from tests.classroom.postgres import new_place, running_postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Any]:
    """PostgreSQL, started once; it need not survive a power failure."""
    with running_postgres() as server:
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def new_store_place(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Makes addresses of empty stores on the one database and on the other."""
    if request.param == "postgres":
        server = request.getfixturevalue("server")
        return lambda: new_place(server)
    numbers = iter(range(1_000_000))
    return lambda: str(tmp_path / f"store-{next(numbers)}.sqlite")


@pytest.fixture
def place(new_store_place: Callable[[], str]) -> str:
    """The address of an empty store."""
    return new_store_place()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(place: str, clock: Clock) -> Iterator[Store]:
    store = open_store(place, clock)
    yield store
    store.close()


@pytest.fixture
def visitor(store: Store) -> Visitor:
    return store.visitors.new()[0]
