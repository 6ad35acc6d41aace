"""Visitors' runs: made once, then one row a step, and found again after whatever happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import and_, bindparam, delete, insert, select, update

from rcr.classroom.access import Access, fetch
from rcr.classroom.database import tables
from rcr.classroom.database.errors import NotKept, StoreConflict
from rcr.classroom.plain_text import MAX_TITLE_CHARACTERS, plain
from rcr.classroom.visitors.kept_run import Change, KeptRun, RunKey, RunSummary, Step, new_stamp
from rcr.classroom.visitors.run_rows import (
    keep_model,
    next_number,
    packed_model,
    read_run,
    step_row,
    summaries,
)
from rcr.classroom.visitors.visitor import Visitor

APART = (
    "model",
    "actions",
    "current",
    "names",
    "notes",
)  # of a run file; they have columns or rows

_RUN, _STEP = tables.runs.c, tables.steps.c
_APPEND = insert(tables.steps)
_ADVANCE = update(tables.runs).where(
    _RUN.id == bindparam("run"),
    _RUN.visitor_id == bindparam("owner"),
    _RUN.stamp == bindparam("was"),
)
_DROP = delete(tables.steps).where(_STEP.run_id == bindparam("run"), _STEP.number == bindparam("n"))


class Runs:
    """The runs of visitors; each writing is one transaction."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def create(
        self,
        visitor: Visitor,
        document: Mapping[str, Any],
        *,
        title: str = "",
        task: int | None = None,
        view: Mapping[str, Any] | None = None,
    ) -> RunKey:
        """Keep a run from its run file, as ``to_dict`` makes it; its states keep their numbers."""
        self._access.allowance.spend(visitor.id)
        steps = [step_row(Step(n, e)) for n, e in enumerate(document["actions"], start=1)]
        model, data = packed_model(document["model"])
        now, stamp = self._access.now(), new_stamp()
        row = {
            "visitor_id": visitor.id,
            "task_id": task,
            "title": plain(title, MAX_TITLE_CHARACTERS),
            "model": model,
            "head": head_of(document),
            **{key: document[key] for key in ("current", "names", "notes")},
            "view": dict(view or {}),
            "stamp": stamp,
            "created": now,
            "last_used": now,
        }
        with self._access.database.write() as connection:
            number = next_number(connection, visitor)
            keep_model(connection, model, data, now)
            made = insert(tables.runs).returning(_RUN.id)
            key = RunKey(
                connection.execute(made, {**row, "number": number}).scalar_one(), number, stamp
            )
            if steps:
                connection.execute(_APPEND, [{"run_id": key.id, **step} for step in steps])
        return key

    def write(self, visitor: Visitor, key: RunKey, change: Change) -> RunKey:
        """Add what is new since the last writing, all of it or nothing.

        Done twice with the same ``change`` it is done once: whoever does not know whether a
        writing arrived sends it again. StoreConflict if another, such as a second tab, has
        written in between.
        """
        self._access.allowance.spend(visitor.id)
        steps = [{"run_id": key.id, **step_row(step)} for step in change.steps]
        values = change.columns | {"stamp": change.stamp, "last_used": self._access.now()}
        values |= {"run": key.id, "owner": visitor.id, "was": key.stamp}
        with self._access.database.write() as connection:
            if connection.execute(_ADVANCE, values).rowcount == 0:
                mine = and_(_RUN.id == key.id, _RUN.visitor_id == visitor.id)
                stamp = connection.execute(select(_RUN.stamp).where(mine)).scalar_one_or_none()
                if stamp is None:
                    raise _missing(key.number)
                if stamp != change.stamp:
                    raise StoreConflict(
                        f"run {key.number} has gone on in another window; reload it"
                    )
            else:
                if steps:
                    connection.execute(_APPEND, steps)
                if change.gone:
                    connection.execute(_DROP, [{"run": key.id, "n": n} for n in change.gone])
        return RunKey(key.id, key.number, change.stamp)

    def append_step(self, visitor: Visitor, key: RunKey, step: Step) -> RunKey:
        """One step further, which becomes the current state."""
        return self.write(visitor, key, Change(steps=(step,), current=step.number))

    def open(self, visitor: Visitor, number: int) -> KeptRun:
        """A run of the visitor's with its steps, by its number."""
        mine = and_(_RUN.visitor_id == visitor.id, _RUN.number == number)
        with self._access.database.read() as connection:
            run = read_run(connection, select(tables.runs).where(mine))
        if run is None:
            raise _missing(number)
        if self._access.is_stale(run.last_used):
            used = update(tables.runs).where(mine).values(last_used=self._access.now())
            with self._access.database.write() as connection:
                connection.execute(used)
        return run

    def of(self, visitor: Visitor) -> list[RunSummary]:
        """The visitor's runs, the last used first."""
        mine = summaries().where(_RUN.visitor_id == visitor.id)
        mine = mine.order_by(_RUN.last_used.desc(), _RUN.id.desc())
        with self._access.database.read() as connection:
            return fetch(connection, mine, RunSummary)

    def rename(self, visitor: Visitor, number: int, title: str) -> None:
        """Give a run another title."""
        self._one(
            visitor, number, update(tables.runs).values(title=plain(title, MAX_TITLE_CHARACTERS))
        )

    def delete(self, visitor: Visitor, number: int) -> None:
        """Forget a run and its steps."""
        self._one(visitor, number, delete(tables.runs))

    def _one(self, visitor: Visitor, number: int, statement: Any) -> None:
        mine = statement.where(_RUN.visitor_id == visitor.id, _RUN.number == number)
        with self._access.database.write() as connection:
            if connection.execute(mine).rowcount == 0:
                raise _missing(number)


def head_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What the run's own row holds of a run file."""
    return {key: value for key, value in document.items() if key not in APART}


def _missing(number: int) -> NotKept:
    return NotKept(f"run {number} is not kept any more, or is somebody else's; start a new one")
