"""What every part of the store works with: the database, the time, and the rate of writing."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, Table
from sqlalchemy.dialects import postgresql, sqlite

from rcr.classroom.database.database import Database
from rcr.classroom.limits import Allowance

Kind = TypeVar("Kind")

TOUCH_SECONDS = 3600.0  # "last used" is written at most so often where nothing else is


@dataclass(frozen=True)
class Access:
    """Handed to each part of the store."""

    database: Database
    allowance: Allowance
    now: Callable[[], float] = time.time

    def is_stale(self, last_used: float) -> bool:
        """Whether "last used" should be written again."""
        return self.now() - last_used > TOUCH_SECONDS


def insert_into(connection: Connection, table: Table) -> Any:
    """An insert that knows ON CONFLICT, which both databases have in the same form."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)


def fetch(connection: Connection, query: Select[Any], kind: Callable[..., Kind]) -> list[Kind]:
    """The rows of a query, each made into an object from its columns in order."""
    return [kind(*row) for row in connection.execute(query)]
