"""The rows of a run: what goes into them, and what comes out again."""

from __future__ import annotations

import json
import zlib
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Select, func, select, update

from rcr.classroom.access import insert_into
from rcr.classroom.database import tables
from rcr.classroom.database.errors import NotKept, StoreError
from rcr.classroom.database.json_text import as_json
from rcr.classroom.visitors.kept_run import KeptRun, RunKey, Step
from rcr.classroom.visitors.visitor import Visitor

MAX_MODEL_BYTES = 32 * 2**20  # of JSON, as in a run file
MAX_RUNS = 500  # of one visitor
MAX_STATE_NUMBER = 1_000_000

_RUN, _STEP = tables.runs.c, tables.steps.c


def step_row(step: Step) -> dict[str, Any]:
    """A step as a row, but for its run."""
    if not 0 < step.number <= MAX_STATE_NUMBER:
        raise StoreError(f"a run is kept up to state {MAX_STATE_NUMBER}; start another from here")
    return {"number": step.number, "entry": dict(step.entry)}


def next_number(connection: Connection, visitor: Visitor) -> int:
    """The number of the visitor's next run; none is ever given twice."""
    kept = select(func.count()).where(_RUN.visitor_id == visitor.id)
    if connection.execute(kept).scalar_one() >= MAX_RUNS:
        raise StoreError(f"you keep {MAX_RUNS} runs, as many as fit; delete some of them first")
    made = tables.visitors.c.runs_made
    counted = (
        update(tables.visitors)
        .where(tables.visitors.c.id == visitor.id)
        .values(runs_made=made + 1)
        .returning(made)
    )
    number = connection.execute(counted).scalar_one_or_none()
    if number is None:
        raise NotKept("the store has forgotten you; reload the page to begin anew")
    return int(number)


def packed_model(model: Any) -> tuple[str, bytes]:
    """A model's digest, by which it is kept once for all who use it, and its data."""
    data = as_json(model, "the model", MAX_MODEL_BYTES).encode()
    return sha256(data).hexdigest(), zlib.compress(data)


def keep_model(connection: Connection, name: str, data: bytes, now: float) -> None:
    """Keep a model under its digest, or keep it for longer."""
    known = update(tables.models).where(tables.models.c.digest == name).values(last_used=now)
    if connection.execute(known).rowcount == 0:
        row = {"digest": name, "data": data, "last_used": now}
        connection.execute(insert_into(connection, tables.models).on_conflict_do_nothing(), row)


def summaries() -> Select[Any]:
    """The columns of a RunSummary."""
    count = select(func.count()).where(_STEP.run_id == _RUN.id).scalar_subquery()
    return select(
        _RUN.id, _RUN.number, _RUN.title, _RUN.task_id, count, _RUN.created, _RUN.last_used
    )


def read_run(connection: Connection, query: Select[Any]) -> KeptRun | None:
    """The run that a query of the table of runs finds, with its model and its steps."""
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    model = select(tables.models.c.data).where(tables.models.c.digest == row.model)
    return KeptRun(
        key=RunKey(row.id, row.number, row.stamp),
        title=row.title,
        task=row.task_id,
        head=row.head,
        model=json.loads(zlib.decompress(connection.execute(model).scalar_one())),
        steps=read_steps(connection, row.id),
        current=row.current,
        names=row.names,
        notes=row.notes,
        view=row.view,
        created=row.created,
        last_used=row.last_used,
    )


def read_steps(connection: Connection, run_id: int, after: int = 0) -> tuple[Step, ...]:
    """The steps of a run beyond a number, in order."""
    query = select(_STEP.number, _STEP.entry).where(_STEP.run_id == run_id, _STEP.number > after)
    return tuple(Step(*row) for row in connection.execute(query.order_by(_STEP.number)))
