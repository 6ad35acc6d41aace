"""A student's seat in a class: what he may see and do there."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select, update

from rcr.classroom.access import Access, insert_into
from rcr.classroom.classes.board import Standing, put_on_board
from rcr.classroom.classes.class_runs import belongs_to_class, class_run, without_names
from rcr.classroom.classes.tasks import COLUMNS, Task, count_votes, current_task
from rcr.classroom.database import tables
from rcr.classroom.database.errors import NotKept, StoreError
from rcr.classroom.plain_text import MAX_CHOICE_CHARACTERS, plain
from rcr.classroom.visitors.kept_run import KeptRun, Step
from rcr.classroom.visitors.run_rows import read_steps
from rcr.classroom.visitors.visitor import Visitor

SEEN_SECONDS = 5.0  # "last seen" is written at most so often
REMOVED = "the teacher has freed this seat, or the class is over; join again with its code"

_MEMBER, _CLASS, _TASK, _RUN = tables.members.c, tables.classes.c, tables.tasks.c, tables.runs.c


@dataclass(frozen=True)
class Shown:
    """The run that everybody is shown; the stamp changes whenever it goes on."""

    run: int
    stamp: str
    state: int  # of the run's numbers as kept


@dataclass(frozen=True)
class ClassNow:
    """All that a student's page needs to know of its class, read at once."""

    public_id: str
    title: str
    nickname: str
    door_open: bool
    revision: int
    task: Task | None
    shown: Shown | None


class Seat:
    """A member who has shown his secret; ``visitor`` owns his runs and answers."""

    def __init__(self, access: Access, member: int, class_id: int, visitor: Visitor) -> None:
        self._access, self._class_id = access, class_id
        self.member, self.visitor = member, visitor

    def now(self, known: ClassNow | None = None) -> ClassNow:
        """The class as it is now; it counts as being seen.

        A page that asks again and again says what it knows, so that a task, which may carry a
        model, is read once.
        """
        query = (
            select(
                _CLASS.public_id,
                _CLASS.title,
                _MEMBER.nickname,
                _CLASS.door_open,
                _CLASS.revision,
                _CLASS.last_used,
                _MEMBER.last_seen,
                _RUN.id,
                _RUN.stamp,
                _RUN.current,
                _CLASS.shown_state,
            )
            .select_from(tables.members)
            .join(tables.classes, _CLASS.id == _MEMBER.class_id)
            .outerjoin(tables.runs, _RUN.id == _CLASS.shown_run_id)
            .where(_MEMBER.id == self.member, ~_MEMBER.removed)
        )
        with self._access.database.read() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                raise NotKept(REMOVED)
            public, title, name, door, revision, used, seen, run, stamp, current, state = row
            if known is not None and known.revision == revision:
                task = known.task
            else:
                task = current_task(connection, self._class_id)
        self._touch(used, seen)
        shown = None if run is None else Shown(run, stamp, current if state is None else state)
        return ClassNow(public, title, name, door, revision, task, shown)

    def _touch(self, class_used: float, seen: float) -> None:
        now = self._access.now()
        if now - seen > SEEN_SECONDS:
            with self._access.database.write() as connection:
                here = update(tables.members).where(_MEMBER.id == self.member)
                connection.execute(here.values(last_seen=now))
                if self._access.is_stale(class_used):
                    mine = update(tables.classes).where(_CLASS.id == self._class_id)
                    connection.execute(mine.values(last_used=now))

    def post(self, standing: Standing) -> None:
        """Put how far one is on the board."""
        self._access.allowance.spend(self.visitor.id)
        with self._access.database.write() as connection:
            if not put_on_board(connection, self.member, standing, self._access.now()):
                raise NotKept(REMOVED)

    def vote(self, task_id: int, choice: str) -> None:
        """Answer a poll; the last answer before it ends counts."""
        self._access.allowance.spend(self.visitor.id)
        now = self._access.now()
        current = (
            select(*COLUMNS)
            .join(tables.classes, _CLASS.task_id == _TASK.id)
            .join(tables.members, _MEMBER.class_id == _CLASS.id)
            .where(_TASK.id == task_id, _TASK.kind == "poll", _TASK.class_id == _CLASS.id)
            .where(_MEMBER.id == self.member, ~_MEMBER.removed)
            .with_for_update(read=True, of=tables.tasks)  # nobody reveals it in between
        )
        vote = {"choice": plain(choice, MAX_CHOICE_CHARACTERS), "at": now}
        key = {"task_id": task_id, "member_id": self.member}
        with self._access.database.write() as connection:
            row = connection.execute(current).one_or_none()
            if row is None or not Task(*row).is_open(now):
                raise StoreError("this poll takes no answers now; wait for the teacher")
            cast = insert_into(connection, tables.votes).values(key | vote)
            connection.execute(cast.on_conflict_do_update(index_elements=list(key), set_=vote))

    def my_vote(self, task_id: int) -> str | None:
        """What one has answered to a poll."""
        vote = tables.votes.c
        mine = select(vote.choice).where(vote.task_id == task_id, vote.member_id == self.member)
        with self._access.database.read() as connection:
            return connection.execute(mine).scalar_one_or_none()

    def votes(self, task_id: int) -> dict[str, int]:
        """How many chose what, once the teacher has revealed it."""
        open_to_all = (_TASK.id == task_id, _TASK.class_id == self._class_id, _TASK.revealed)
        with self._access.database.read() as connection:
            if connection.execute(select(_TASK.id).where(*open_to_all)).one_or_none() is None:
                return {}
            return count_votes(connection, self._class_id, task_id)

    def shown_run(self) -> KeptRun | None:
        """The run that the class is shown, without its owner's name."""
        shown = self.now().shown
        if shown is None:
            return None
        with self._access.database.read() as connection:
            run = class_run(connection, self._class_id, shown.run)
        return None if run is None else without_names(run)

    def shown_steps(self, after: int) -> tuple[Step, ...]:
        """The steps of the shown run beyond a number, to follow it without reading it all again."""
        mine = select(_RUN.id).where(
            _RUN.id == _CLASS.shown_run_id, belongs_to_class(self._class_id)
        )
        shown = mine.where(_CLASS.id == self._class_id)
        with self._access.database.read() as connection:
            run_id = connection.execute(shown).scalar_one_or_none()
            return () if run_id is None else read_steps(connection, run_id, after)
