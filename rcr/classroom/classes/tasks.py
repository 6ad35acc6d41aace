"""What a teacher sets: tasks, one of them current, with pacing, pause, timer and reveal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from rcr.classroom.access import Access, fetch
from rcr.classroom.classes.class_rows import touch_class
from rcr.classroom.classes.class_runs import NOT_OF_THIS_CLASS, belongs_to_class
from rcr.classroom.database import tables
from rcr.classroom.database.errors import NotKept, StoreError
from rcr.classroom.plain_text import MAX_TITLE_CHARACTERS, plain

KINDS = ("lesson", "exercise", "challenge", "explore", "follow", "poll")
NO_TASK = "this class has no such task; choose one of its own"

_TASK, _RUN = tables.tasks.c, tables.runs.c
COLUMNS = (
    _TASK.id,
    _TASK.kind,
    _TASK.title,
    _TASK.payload,
    _TASK.up_to,
    _TASK.paused,
    _TASK.ends_at,
    _TASK.revealed,
    _TASK.created,
)


@dataclass(frozen=True)
class Task:
    """A task as everybody in the class may see it."""

    id: int
    kind: str
    title: str
    payload: Any
    up_to: int | None  # the last step that is open
    paused: bool
    ends_at: float | None
    revealed: bool
    created: float

    def is_open(self, now: float) -> bool:
        """Whether answers count now."""
        over = self.ends_at is not None and now >= self.ends_at
        return not (self.paused or self.revealed or over)


class Tasks:
    """The tasks of one class, in its teacher's hands."""

    def __init__(self, access: Access, class_id: int) -> None:
        self._access, self._class_id = access, class_id

    def set(
        self,
        kind: str,
        payload: Any,
        *,
        title: str = "",
        up_to: int | None = None,
        seconds: float | None = None,
        led_by: int | None = None,
    ) -> Task:
        """Set a task; it becomes the current one, and of runs the class is shown only the one of
        the teacher's that leads it, if there is one: one write, since nobody may follow what was
        shown before.
        """
        if kind not in KINDS:
            raise StoreError(f"a task is one of {', '.join(KINDS)}, not {kind!r}")
        now = self._access.now()
        row = {
            "class_id": self._class_id,
            "kind": kind,
            "title": plain(title, MAX_TITLE_CHARACTERS),
            "payload": payload,
            "up_to": up_to,
            "paused": False,
            "ends_at": None if seconds is None else now + seconds,
            "revealed": False,
            "created": now,
        }
        with self._access.database.write() as connection:
            made = connection.execute(insert(tables.tasks).returning(*COLUMNS), row).one()
            self._make_current(connection, made.id, led_by)
            if led_by is not None:
                mine = (_RUN.id == led_by, belongs_to_class(self._class_id))
                leads = update(tables.runs).where(*mine).values(task_id=made.id)
                if connection.execute(leads).rowcount == 0:
                    raise NotKept(NOT_OF_THIS_CLASS)
            return Task(*made)

    def choose(self, task_id: int | None) -> None:
        """Make an earlier task current again, or none; nothing is shown any more."""
        with self._access.database.write() as connection:
            if task_id is not None:
                self._change(connection, task_id, {"paused": False})
            self._make_current(connection, task_id, None)

    def all(self) -> list[Task]:
        """Every task set in this class, in order."""
        query = select(*COLUMNS).where(_TASK.class_id == self._class_id).order_by(_TASK.id)
        with self._access.database.read() as connection:
            return fetch(connection, query, Task)

    def read(self, task_id: int) -> Task:
        """A task of this class as it is now."""
        query = select(*COLUMNS).where(_TASK.id == task_id, _TASK.class_id == self._class_id)
        with self._access.database.read() as connection:
            found = fetch(connection, query, Task)
        if not found:
            raise NotKept(NO_TASK)
        return found[0]

    def current(self) -> Task | None:
        """The task that the class works on."""
        with self._access.database.read() as connection:
            return current_task(connection, self._class_id)

    def pace(self, task_id: int, up_to: int | None) -> None:
        """Open the steps up to this one, or all."""
        self._update(task_id, up_to=up_to)

    def pause(self, task_id: int, paused: bool = True) -> None:
        """Hold everybody, or let them go on."""
        self._update(task_id, paused=paused)

    def set_timer(self, task_id: int, seconds: float | None) -> None:
        """End the task in so many seconds, or take the timer away."""
        self._update(task_id, ends_at=None if seconds is None else self._access.now() + seconds)

    def reveal(self, task_id: int, payload: Mapping[str, Any]) -> None:
        """End a poll and show what is true, which the payload now tells: one write, since a page
        that saw the end without the truth would show none.
        """
        self._update(task_id, revealed=True, payload=payload)

    def votes(self, task_id: int) -> dict[str, int]:
        """How many chose what, the most frequent first; only who is in the class counts."""
        with self._access.database.read() as connection:
            return count_votes(connection, self._class_id, task_id)

    def _update(self, task_id: int, **values: Any) -> None:
        with self._access.database.write() as connection:
            self._change(connection, task_id, values)
            touch_class(connection, self._class_id, self._access.now())

    def _make_current(self, connection: Connection, task_id: int | None, shown: int | None) -> None:
        now: dict[str, Any] = {"task_id": task_id, "shown_run_id": shown, "shown_state": None}
        touch_class(connection, self._class_id, self._access.now(), **now)

    def _change(self, connection: Connection, task_id: int, values: dict[str, Any]) -> None:
        mine = (_TASK.id == task_id, _TASK.class_id == self._class_id)
        if connection.execute(update(tables.tasks).where(*mine).values(values)).rowcount == 0:
            raise NotKept(NO_TASK)


def count_votes(connection: Connection, class_id: int, task_id: int) -> dict[str, int]:
    """The votes of those who are in the class."""
    member, vote = tables.members.c, tables.votes.c
    count = func.count()
    query = (
        select(vote.choice, count)
        .join(tables.members, member.id == vote.member_id)
        .where(vote.task_id == task_id, member.class_id == class_id, ~member.removed)
        .group_by(vote.choice)
        .order_by(count.desc(), vote.choice)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def current_task(connection: Connection, class_id: int) -> Task | None:
    """The task that the class works on."""
    query = select(*COLUMNS).join(tables.classes, tables.classes.c.task_id == _TASK.id)
    query = query.where(tables.classes.c.id == class_id, _TASK.class_id == class_id)
    found = fetch(connection, query, Task)
    return found[0] if found else None
