"""The board: one row a member, changed in place, and read for the whole class at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from rcr.classroom.access import fetch
from rcr.classroom.database import tables
from rcr.classroom.database.errors import StoreError

STATUSES = ("working", "finished", "stuck")
MAX_CURVE_POINTS = 120  # a tile is not wider

_MEMBER, _BOARD = tables.members.c, tables.board.c


@dataclass(frozen=True)
class Tile:
    """What the board shows of one member."""

    member: int
    nickname: str
    task: int | None
    recovered: int
    gap: float | None
    step: int
    curve: list[float]
    picture: Any
    status: str
    last_seen: float


@dataclass(frozen=True)
class Standing:
    """How far a member is; ``picture`` is small JSON for the tile, such as the recovered edges."""

    task: int | None = None
    recovered: int = 0
    gap: float | None = None
    step: int = 0
    curve: Sequence[float] = ()
    picture: Any = None
    status: str = STATUSES[0]

    def columns(self, now: float) -> dict[str, Any]:
        if self.status not in STATUSES:
            raise StoreError(f"a member is {', '.join(STATUSES)}, not {self.status!r}")
        return {
            "task_id": self.task,
            "recovered": self.recovered,
            "gap": None if self.gap is None or math.isnan(self.gap) else float(self.gap),
            "step": self.step,
            "curve": thinned(self.curve),
            "picture": self.picture,
            "status": self.status,
            "last_seen": now,
        }


def thinned(curve: Sequence[float]) -> list[float]:
    """The finite values of a curve, at most as many as a tile can show, its ends among them."""
    values = [float(value) for value in curve if math.isfinite(value)]
    if len(values) <= MAX_CURVE_POINTS:
        return values
    last = len(values) - 1
    return [values[round(i * last / (MAX_CURVE_POINTS - 1))] for i in range(MAX_CURVE_POINTS)]


def add_tile(connection: Connection, member_id: int, now: float) -> None:
    """The row of a member who has just come in."""
    connection.execute(insert(tables.board), {"member_id": member_id, **Standing().columns(now)})


def change_tile(connection: Connection, member_id: int, columns: dict[str, Any]) -> bool:
    """Change a member's row; False if he is not in the class any more."""
    here = select(_MEMBER.id).where(_MEMBER.id == member_id, ~_MEMBER.removed).exists()
    change = update(tables.board).where(_BOARD.member_id == member_id, here)
    return connection.execute(change.values(columns)).rowcount > 0


def read_board(connection: Connection, class_id: int) -> list[Tile]:
    """Everybody in the class, in the order of joining."""
    query = (
        select(
            _MEMBER.id,
            _MEMBER.nickname,
            _BOARD.task_id,
            _BOARD.recovered,
            _BOARD.gap,
            _BOARD.step,
            _BOARD.curve,
            _BOARD.picture,
            _BOARD.status,
            _BOARD.last_seen,
        )
        .join(tables.board, _BOARD.member_id == _MEMBER.id)
        .where(_MEMBER.class_id == class_id, ~_MEMBER.removed)
        .order_by(_MEMBER.id)
    )
    return fetch(connection, query, Tile)
