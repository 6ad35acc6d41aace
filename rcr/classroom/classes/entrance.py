"""Classes: founded by a teacher, joined with a code and a nickname, entered again with a secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select

from rcr.classroom.access import Access, insert_into
from rcr.classroom.classes.class_rows import touch_class
from rcr.classroom.classes.codes import change_code, look_up, opened
from rcr.classroom.classes.desk import Desk
from rcr.classroom.classes.seat import REMOVED, Seat
from rcr.classroom.database import tables
from rcr.classroom.database.errors import NotKept, StoreError
from rcr.classroom.plain_text import MAX_TITLE_CHARACTERS, name_key, nickname, numbered, plain
from rcr.classroom.tokens import Secret, digest, is_secret, new_public_id
from rcr.classroom.visitors.visitor import Visitor, find_visitor, make_visitor

MAX_MEMBERS = 300
NO_DESK = (
    "this is not the link of a teacher, or its class has been deleted; use the link you were given"
)

_CLASS, _MEMBER = tables.classes.c, tables.members.c


@dataclass(frozen=True)
class Door:
    """What somebody with the right code may know before he has joined."""

    public_id: str
    title: str


class Classes:
    """Found a class, join one, come back to one's desk or seat."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def found(self, title: str = "") -> tuple[Desk, Secret]:
        """A new class with its door open, and the secret of its teacher's link."""
        secret, now = Secret.new(), self._access.now()
        row = {
            "public_id": new_public_id(),
            "door_open": True,
            "teacher_digest": digest(secret.text),
            "title": plain(title, MAX_TITLE_CHARACTERS),
            "kept": False,
            "revision": 0,
            "created": now,
            "last_used": now,
        }
        with self._access.database.write() as connection:
            visitor = make_visitor(connection, Secret.new(), now)
            made = insert(tables.classes).returning(_CLASS.id)
            made_id = connection.execute(made, {"visitor_id": visitor.id, **row}).scalar_one()
            change_code(connection, made_id)
        return Desk(self._access, made_id, visitor), secret

    def desk(self, public_id: str, secret: str) -> Desk:
        """The teacher's desk, for whoever has its secret."""
        query = select(_CLASS.id, _CLASS.visitor_id, _CLASS.teacher_digest)
        with self._access.database.read() as connection:
            row = connection.execute(query.where(_CLASS.public_id == public_id)).one_or_none()
        if (
            not is_secret(secret, row.teacher_digest if row is not None else digest(""))
            or row is None
        ):
            raise NotKept(NO_DESK)
        return Desk(self._access, row.id, Visitor(row.visitor_id))

    def knock(self, code: str, source: str) -> Door:
        """The class with this code, if its door is open; ``source`` is whence one comes."""
        with self._access.database.write() as connection:
            row = look_up(connection, code, source, self._access.now())
        row = opened(row)
        return Door(row.public_id, row.title)

    def join(self, code: str, name: str, source: str) -> tuple[Seat, Secret]:
        """Take a seat under a name, with a number behind it if the name is taken."""
        name, secret, now = nickname(name), Secret.new(), self._access.now()
        with self._access.database.write() as connection:
            row = look_up(connection, code, source, now)
            if row is not None and row.door_open:
                visitor = make_visitor(connection, secret, now)
                member = _add_member(connection, row.id, visitor, name, now)
                touch_class(connection, row.id, now)
        row = opened(row)  # only now: a wrong code has been counted
        return Seat(self._access, member, row.id, visitor), secret

    def seat(self, public_id: str, secret: str) -> Seat:
        """The seat in this class, for whoever has its secret."""
        with self._access.database.read() as connection:
            found = find_visitor(connection, secret)
            visitor = found[0] if found is not None else Visitor(-1)
            query = (
                select(_MEMBER.id, _MEMBER.class_id)
                .join(tables.classes, _CLASS.id == _MEMBER.class_id)
                .where(_MEMBER.visitor_id == visitor.id, ~_MEMBER.removed)
                .where(_CLASS.public_id == public_id)
            )
            row = connection.execute(query).one_or_none()
        if row is None:
            raise NotKept(REMOVED)
        return Seat(self._access, row.id, row.class_id, visitor)


def _add_member(
    connection: Connection, class_id: int, visitor: Visitor, name: str, now: float
) -> int:
    """Seat somebody under the first form of his name that is free."""
    here = select(func.count()).where(_MEMBER.class_id == class_id, ~_MEMBER.removed)
    if connection.execute(here).scalar_one() >= MAX_MEMBERS:
        raise StoreError(f"this class has {MAX_MEMBERS} members, as many as fit; found another")
    row: dict[str, Any] = {"class_id": class_id, "visitor_id": visitor.id}
    row |= {"removed": False, "joined": now, "last_seen": now}
    take = insert_into(connection, tables.members).on_conflict_do_nothing().returning(_MEMBER.id)
    for count in range(1, MAX_MEMBERS + 2):
        called = name if count == 1 else numbered(name, count)
        row |= {"nickname": called, "name_key": name_key(called)}
        member: int | None = connection.execute(take, row).scalar_one_or_none()
        if member is not None:
            return member
    raise StoreError("too many have taken this name; choose another")
