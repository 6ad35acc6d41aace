"""The board: how far each member is with a task, changed in place, read for the whole class at
once; the boards of earlier tasks stay as they were.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Connection, Select, and_, select

from rcr.classroom.access import fetch, insert_into
from rcr.classroom.database import tables
from rcr.classroom.database.errors import StoreError

STATUSES = ("working", "finished", "stuck")
MAX_CURVE_POINTS = 120  # a tile is not wider

_MEMBER, _STANDING, _TASK = tables.members.c, tables.standings.c, tables.tasks.c


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far somebody is; ``picture`` is small JSON for the tile, such as the recovered edges."""

    recovered: int = 0
    gap: float | None = None
    step: int = 0
    curve: Sequence[float] = ()
    picture: Any = None
    status: str = STATUSES[0]


@dataclass(frozen=True)
class Tile(Progress):
    """What the board shows of one member; without a task he has not begun."""

    member: int
    nickname: str
    last_seen: float
    task: int | None = None
    moved: float | None = None  # when it was put on the board

    @property
    def has_run(self) -> bool:
        """Whether a run is behind it, not a lesson or an exercise."""
        return self.gap is not None or (isinstance(self.picture, dict) and "of" in self.picture)


@dataclass(frozen=True)
class Standing(Progress):
    """How far a member is with a task."""

    task: int

    def columns(self, now: float) -> dict[str, Any]:
        if self.status not in STATUSES:
            raise StoreError(f"a member is {', '.join(STATUSES)}, not {self.status!r}")
        return {
            "recovered": self.recovered,
            "gap": None if self.gap is None or math.isnan(self.gap) else float(self.gap),
            "step": self.step,
            "curve": thinned(self.curve),
            "picture": self.picture,
            "status": self.status,
            "at": now,
        }


def thinned(curve: Sequence[float]) -> list[float]:
    """The finite values of a curve, at most as many as a tile can show, its ends among them."""
    values = [float(value) for value in curve if math.isfinite(value)]
    if len(values) <= MAX_CURVE_POINTS:
        return values
    last = len(values) - 1
    return [values[round(i * last / (MAX_CURVE_POINTS - 1))] for i in range(MAX_CURVE_POINTS)]


def put_on_board(connection: Connection, member_id: int, standing: Standing, now: float) -> bool:
    """Write how far a member is; False if he is not in the class any more, or it is not his
    class's task.
    """
    his = select(_MEMBER.id).join(tables.tasks, _TASK.class_id == _MEMBER.class_id)
    his = his.where(_MEMBER.id == member_id, ~_MEMBER.removed, _TASK.id == standing.task)
    if connection.execute(his).one_or_none() is None:
        return False
    key = {"member_id": member_id, "task_id": standing.task}
    columns = standing.columns(now)
    put = insert_into(connection, tables.standings).values(key | columns)
    connection.execute(put.on_conflict_do_update(index_elements=list(key), set_=columns))
    return True


def _tiles(class_id: int) -> Select[Any]:
    columns = (
        _MEMBER.id,
        _MEMBER.nickname,
        _MEMBER.last_seen,
        _STANDING.task_id,
        _STANDING.at,
        *(_STANDING[field.name] for field in fields(Progress)),
    )
    return select(*columns).where(_MEMBER.class_id == class_id, ~_MEMBER.removed)


def read_board(connection: Connection, class_id: int, task_id: int | None) -> list[Tile]:
    """Everybody in the class and how far he is with a task, in the order of joining."""
    his = and_(_STANDING.member_id == _MEMBER.id, _STANDING.task_id == task_id)
    query = _tiles(class_id).select_from(tables.members).outerjoin(tables.standings, his)
    return fetch(connection, query.order_by(_MEMBER.id), _tile)


def read_standings(connection: Connection, class_id: int) -> list[Tile]:
    """What everybody has reached in every task, in the order of the tasks."""
    query = _tiles(class_id).join(tables.standings, _STANDING.member_id == _MEMBER.id)
    return fetch(connection, query.order_by(_STANDING.task_id, _MEMBER.id), _tile)


def _tile(
    member: int,
    nickname: str,
    last_seen: float,
    task: int | None,
    moved: float | None,
    *progress: Any,
) -> Tile:
    """A row of the board; who has not begun has no standing."""
    if task is None:
        return Tile(member, nickname, last_seen)
    reached = dict(zip((field.name for field in fields(Progress)), progress, strict=True))
    return Tile(member, nickname, last_seen, task, moved, **reached)
