"""The codes of classes: no two have the same, and whoever guesses is soon refused."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, select, update
from sqlalchemy.exc import IntegrityError

from rcr.classroom.access import insert_into
from rcr.classroom.classes.class_rows import DELETED
from rcr.classroom.database import tables
from rcr.classroom.database.errors import NotKept, StoreError
from rcr.classroom.limits import guesses_left, too_many_guesses
from rcr.classroom.tokens import digest, new_code, typed_code

MAX_TRIES = 100  # to find a code that is free, of nearly two million
WRONG_CODE = "no class has this code; look at it again, it has five letters"
CLOSED_DOOR = "the door of this class is closed; ask the teacher to open it"

_CLASS = tables.classes.c


def change_code(connection: Connection, class_id: int) -> str:
    """Give a class a code that no other has."""
    for _ in range(MAX_TRIES):
        code = new_code()
        change = update(tables.classes).where(_CLASS.id == class_id).values(code=code)
        try:
            with connection.begin_nested():
                if connection.execute(change).rowcount == 0:
                    raise NotKept(DELETED)
        except IntegrityError:
            continue
        return code
    raise StoreError("no free code was found; delete classes that are over")


def look_up(connection: Connection, code: str, source: str, now: float) -> Row[Any] | None:
    """The class with this code; a wrong one is counted against its source."""
    left = guesses_left(connection, source, now)
    if left < 1:
        raise too_many_guesses(left)
    query = select(tables.classes).where(_CLASS.code == typed_code(code))
    row = connection.execute(query).one_or_none()
    if row is None:
        bucket = {"tokens": left - 1, "at": now}
        count = insert_into(connection, tables.buckets).values(source=digest(source), **bucket)
        connection.execute(count.on_conflict_do_update(index_elements=["source"], set_=bucket))
    return row


def opened(row: Row[Any] | None) -> Row[Any]:
    """The class whose door somebody stands at, if it is open to him."""
    if row is None:
        raise NotKept(WRONG_CODE)
    if not row.door_open:
        raise StoreError(CLOSED_DOOR)
    return row
