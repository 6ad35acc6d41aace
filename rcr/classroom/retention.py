"""How long things are kept: what nobody has used for its time is deleted for good."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, or_, select

from rcr.classroom.classes.class_rows import delete_classes
from rcr.classroom.database import tables
from rcr.classroom.limits import WRONG_CODES

DAY_SECONDS = 86_400.0  # seconds
RUN_DAYS = 30
CLASS_DAYS = 30
PROGRESS_DAYS = 365  # answers and scores outlive the runs: a course lasts longer than a month
MODEL_DAYS = 1  # beyond the last run that uses it
BUCKET_SECONDS = WRONG_CODES.burst / WRONG_CODES.per_second  # by then it is full again

_VISITOR, _RUN, _CLASS = tables.visitors.c, tables.runs.c, tables.classes.c


@dataclass(frozen=True)
class Expired:
    """How many of each were deleted."""

    runs: int
    classes: int
    visitors: int
    models: int


def expire_rows(connection: Connection, now: float) -> Expired:
    """Delete what is past its time; what belongs to a class goes with the class."""
    classes = _classes(connection, now - CLASS_DAYS * DAY_SECONDS)
    of_class = or_(
        _RUN.visitor_id.in_(select(tables.members.c.visitor_id)),
        _RUN.visitor_id.in_(select(_CLASS.visitor_id)),
    )
    old = delete(tables.runs).where(_RUN.last_used < now - RUN_DAYS * DAY_SECONDS, ~of_class)
    runs = connection.execute(old).rowcount
    visitors = _visitors(
        connection, now - RUN_DAYS * DAY_SECONDS, now - PROGRESS_DAYS * DAY_SECONDS
    )
    unused = ~exists().where(_RUN.model == tables.models.c.digest)
    stale = tables.models.c.last_used < now - MODEL_DAYS * DAY_SECONDS
    models = connection.execute(delete(tables.models).where(stale, unused)).rowcount
    full = tables.buckets.c.at < now - BUCKET_SECONDS
    connection.execute(delete(tables.buckets).where(full))
    return Expired(runs, classes, visitors, models)


def _classes(connection: Connection, before: float) -> int:
    """Classes go with the visitors who make them up: the members' seats and the teacher's desk."""
    old = select(_CLASS.id).where(_CLASS.last_used < before, ~_CLASS.kept)
    ids = connection.execute(old).scalars().all()
    delete_classes(connection, ids)
    return len(ids)


def _visitors(connection: Connection, empty_before: float, any_before: float) -> int:
    """Visitors who have nothing, and after a long time those who have only answers and scores."""
    of_class = or_(
        exists().where(tables.members.c.visitor_id == _VISITOR.id),
        exists().where(_CLASS.visitor_id == _VISITOR.id),
    )
    runs = exists().where(_RUN.visitor_id == _VISITOR.id)
    learnt = or_(
        *(
            exists().where(t.c.visitor_id == _VISITOR.id)
            for t in (tables.answers, tables.exercises, tables.scores)
        )
    )
    over = or_(_VISITOR.last_used < any_before, ~learnt)
    old = delete(tables.visitors).where(_VISITOR.last_used < empty_before, ~of_class, ~runs, over)
    return connection.execute(old).rowcount
