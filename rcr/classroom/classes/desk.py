"""The teacher's desk: everything about one class that only its teacher may see and do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update

from rcr.classroom.access import Access, fetch
from rcr.classroom.classes.board import Tile, read_board, read_standings
from rcr.classroom.classes.class_rows import DELETED, delete_classes, touch_class
from rcr.classroom.classes.class_runs import (
    NOT_OF_THIS_CLASS,
    MemberRun,
    belongs_to_class,
    class_run,
    member_runs,
)
from rcr.classroom.classes.codes import change_code
from rcr.classroom.classes.results import Result, class_results
from rcr.classroom.classes.tasks import Tasks
from rcr.classroom.database import tables
from rcr.classroom.database.errors import NotKept
from rcr.classroom.plain_text import MAX_TITLE_CHARACTERS, plain
from rcr.classroom.visitors.kept_run import KeptRun
from rcr.classroom.visitors.visitor import Visitor

_CLASS, _MEMBER, _RUN = tables.classes.c, tables.members.c, tables.runs.c


@dataclass(frozen=True)
class ClassInfo:
    """A class as its teacher sees it; the secret is nowhere."""

    public_id: str
    title: str
    code: str
    door_open: bool
    kept: bool
    task: int | None
    shown_run: int | None
    revision: int
    created: float
    last_used: float


@dataclass(frozen=True)
class Member:
    """Somebody in the class."""

    id: int
    nickname: str
    removed: bool
    joined: float


class Desk:
    """A class in the hands of its teacher; ``visitor`` owns the teacher's own runs."""

    def __init__(self, access: Access, class_id: int, visitor: Visitor) -> None:
        self._access, self._class_id = access, class_id
        self.visitor = visitor
        self.tasks = Tasks(access, class_id)

    def info(self) -> ClassInfo:
        """The class as it is now."""
        query = select(
            _CLASS.public_id,
            _CLASS.title,
            _CLASS.code,
            _CLASS.door_open,
            _CLASS.kept,
            _CLASS.task_id,
            _CLASS.shown_run_id,
            _CLASS.revision,
            _CLASS.created,
            _CLASS.last_used,
        ).where(_CLASS.id == self._class_id)
        with self._access.database.read() as connection:
            found = fetch(connection, query, ClassInfo)
        if not found:
            raise NotKept(DELETED)
        return found[0]

    def rename(self, title: str) -> None:
        """Give the class another title."""
        self._touch(title=plain(title, MAX_TITLE_CHARACTERS))

    def set_door(self, door_open: bool) -> None:
        """Let newcomers in, or not; who has a seat keeps it."""
        self._touch(door_open=door_open)

    def keep(self, kept: bool = True) -> None:
        """Keep the class beyond the usual time, or not."""
        self._touch(kept=kept)

    def new_code(self) -> str:
        """Hand out another code; the old one opens nothing any more."""
        with self._access.database.write() as connection:
            code = change_code(connection, self._class_id)
            touch_class(connection, self._class_id, self._access.now())
        return code

    def members(self) -> list[Member]:
        """Everybody who has joined, the removed ones too."""
        query = select(_MEMBER.id, _MEMBER.nickname, _MEMBER.removed, _MEMBER.joined)
        query = query.where(_MEMBER.class_id == self._class_id).order_by(_MEMBER.id)
        with self._access.database.read() as connection:
            return fetch(connection, query, Member)

    def remove(self, member: int) -> None:
        """Free a seat: its secret opens nothing any more, and its name may be taken again."""
        mine = (_MEMBER.id == member, _MEMBER.class_id == self._class_id)
        gone = update(tables.members).where(*mine).values(removed=True, name_key=None)
        with self._access.database.write() as connection:
            if connection.execute(gone).rowcount == 0:
                raise NotKept("nobody of this class sits there; look at the board again")
            touch_class(connection, self._class_id, self._access.now())

    def board(self, task: int | None) -> list[Tile]:
        """Everybody, and how far he is with a task, in one query."""
        with self._access.database.read() as connection:
            return read_board(connection, self._class_id, task)

    def standings(self) -> list[Tile]:
        """How far everybody has come with every task."""
        with self._access.database.read() as connection:
            return read_standings(connection, self._class_id)

    def runs(self, task: int | None = None) -> list[MemberRun]:
        """The members' runs, for one task or for all."""
        with self._access.database.read() as connection:
            return member_runs(connection, self._class_id, task)

    def open_run(self, run_id: int) -> KeptRun:
        """A run of the class, to look at."""
        with self._access.database.read() as connection:
            run = class_run(connection, self._class_id, run_id)
        if run is None:
            raise NotKept(NOT_OF_THIS_CLASS)
        return run

    def show(self, run_id: int, state: int | None = None) -> None:
        """Show a run to the class without a name: at one state, or wherever it goes."""
        known = select(_RUN.id).where(_RUN.id == run_id, belongs_to_class(self._class_id))
        with self._access.database.write() as connection:
            if connection.execute(known).one_or_none() is None:
                raise NotKept(NOT_OF_THIS_CLASS)
            shown: dict[str, Any] = {"shown_run_id": run_id, "shown_state": state}
            touch_class(connection, self._class_id, self._access.now(), **shown)

    def hide(self) -> None:
        """Show nothing any more."""
        self._touch(shown_run_id=None, shown_state=None)

    def results(self) -> list[Result]:
        """Everything the members have answered, one row each, in the order of time."""
        with self._access.database.read() as connection:
            return class_results(connection, self._class_id)

    def delete(self) -> None:
        """Forget the class, its members, their runs and answers, and the teacher's own runs."""
        with self._access.database.write() as connection:
            delete_classes(connection, [self._class_id])

    def _touch(self, **values: Any) -> None:
        with self._access.database.write() as connection:
            touch_class(connection, self._class_id, self._access.now(), **values)
