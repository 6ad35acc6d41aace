"""Visitors: whoever shows a secret gets back what is his; there are no accounts."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from rcr.classroom.access import Access
from rcr.classroom.database import tables
from rcr.classroom.database.errors import NotKept
from rcr.classroom.tokens import Secret, digest, is_secret

UNKNOWN = (
    "this address belongs to nobody the store knows; it may be older than what is kept, begin anew"
)


@dataclass(frozen=True)
class Visitor:
    """Somebody whose secret was right."""

    id: int


class Visitors:
    """Makes and knows again whoever owns runs, answers and scores; a seat in a class does too."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def new(self, secret: Secret | None = None) -> tuple[Visitor, Secret]:
        """A new visitor, and the secret that his address or his browser carries from now on; it
        may have been made before the store could be reached.
        """
        secret = secret or Secret.new()
        with self._access.database.write() as connection:
            return make_visitor(connection, secret, self._access.now()), secret

    def enter(self, secret: str) -> Visitor:
        """The visitor whose secret this is."""
        with self._access.database.read() as connection:
            found = find_visitor(connection, secret)
        if found is None:
            raise NotKept(UNKNOWN)
        visitor, last_used = found
        if self._access.is_stale(last_used):
            with self._access.database.write() as connection:
                connection.execute(
                    update(tables.visitors)
                    .where(tables.visitors.c.id == visitor.id)
                    .values(last_used=self._access.now())
                )
        return visitor

    def delete(self, visitor: Visitor) -> None:
        """Forget a visitor with all his runs, answers and scores."""
        with self._access.database.write() as connection:
            connection.execute(delete(tables.visitors).where(tables.visitors.c.id == visitor.id))


def make_visitor(connection: Connection, secret: Secret, now: float) -> Visitor:
    """A row for the owner of a secret."""
    row = {"digest": digest(secret.text), "runs_made": 0, "created": now, "last_used": now}
    made = connection.execute(insert(tables.visitors).returning(tables.visitors.c.id), row)
    return Visitor(made.scalar_one())


def find_visitor(connection: Connection, secret: str) -> tuple[Visitor, float] | None:
    """The owner of a secret, and when he was last here; the index of digests tells nothing."""
    query = select(tables.visitors).where(tables.visitors.c.digest == digest(secret))
    row = connection.execute(query).one_or_none()
    if row is None or not is_secret(secret, row.digest):
        return None
    return Visitor(row.id), row.last_used
