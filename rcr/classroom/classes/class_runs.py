"""The runs of a class: its teacher may open them all, and show one to everybody without a name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, Connection, or_, select

from rcr.classroom.database import tables
from rcr.classroom.visitors.kept_run import KeptRun, RunSummary
from rcr.classroom.visitors.run_rows import read_run, summaries

NOT_OF_THIS_CLASS = (
    "this run is not of this class, or is not kept any more; choose one from the board"
)

_RUN, _MEMBER, _CLASS = tables.runs.c, tables.members.c, tables.classes.c


@dataclass(frozen=True)
class MemberRun:
    """A run of somebody in the class."""

    member: int
    nickname: str
    run: RunSummary


def member_runs(connection: Connection, class_id: int, task_id: int | None) -> list[MemberRun]:
    """The runs of the members, for one task or for all, in the order of joining."""
    query = (
        summaries()
        .add_columns(_MEMBER.id, _MEMBER.nickname)
        .join(tables.members, _MEMBER.visitor_id == _RUN.visitor_id)
        .where(_MEMBER.class_id == class_id, ~_MEMBER.removed)
        .order_by(_MEMBER.id, _RUN.id)
    )
    if task_id is not None:
        query = query.where(_RUN.task_id == task_id)
    rows = connection.execute(query)
    return [MemberRun(member, name, RunSummary(*run)) for *run, member, name in rows]


def belongs_to_class(class_id: int) -> ColumnElement[bool]:
    """Whether a run is a member's or the teacher's."""
    members = select(_MEMBER.visitor_id).where(_MEMBER.class_id == class_id, ~_MEMBER.removed)
    teacher = select(_CLASS.visitor_id).where(_CLASS.id == class_id)
    return or_(_RUN.visitor_id.in_(members), _RUN.visitor_id.in_(teacher))


def class_run(connection: Connection, class_id: int, run_id: int) -> KeptRun | None:
    """A run of the class by its id."""
    query = select(tables.runs).where(_RUN.id == run_id, belongs_to_class(class_id))
    return read_run(connection, query)


def without_names(run: KeptRun) -> KeptRun:
    """The run without anything that its owner has typed."""
    return replace(run, title="", notes="", names={}, view={})
