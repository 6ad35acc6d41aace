"""The row of a class: changed by its teacher, and deleted with everything that hangs on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, select, update

from rcr.classroom.database import tables
from rcr.classroom.database.errors import NotKept

DELETED = "this class has been deleted; start a new one"

_CLASS, _MEMBER, _VISITOR = tables.classes.c, tables.members.c, tables.visitors.c


def touch_class(connection: Connection, class_id: int, now: float, **values: Any) -> None:
    """Change a class; its revision counts up, by which pages see that something is new."""
    values |= {"last_used": now, "revision": _CLASS.revision + 1}
    change = update(tables.classes).where(_CLASS.id == class_id)
    if connection.execute(change.values(values)).rowcount == 0:
        raise NotKept(DELETED)


def delete_classes(connection: Connection, class_ids: Sequence[int]) -> None:
    """Delete the visitors who make up the classes, and with them all that is theirs."""
    members = select(_MEMBER.visitor_id).where(_MEMBER.class_id.in_(class_ids))
    teachers = select(_CLASS.visitor_id).where(_CLASS.id.in_(class_ids))
    for owners in (members, teachers):
        connection.execute(delete(tables.visitors).where(_VISITOR.id.in_(owners)))
