"""The orders of the board: what is asked for comes first, who has not begun last."""

from __future__ import annotations

import pytest

from rcr.classroom import Tile
from rcr.ui.classroom.board_panel import ORDERS


def tile(member: int, nickname: str, **more) -> Tile:
    return Tile(member=member, nickname=nickname, last_seen=100.0 + member, **more)


TILES = [
    tile(1, "not begun"),
    tile(2, "stuck", task=7, gap=2.0, recovered=5, status="stuck", moved=50.0),
    tile(3, "Working", task=7, gap=1.0, recovered=9, moved=90.0),
    tile(4, "done with 8", task=7, gap=0.0, recovered=8, status="finished", moved=60.0),
    tile(5, "done with 6", task=7, gap=0.0, recovered=6, status="finished", moved=70.0),
]


@pytest.mark.parametrize(
    ("order", "members"),
    [
        ("joined", [1, 2, 3, 4, 5]),
        ("name", [5, 4, 1, 2, 3]),
        ("gap", [4, 5, 3, 2, 1]),
        ("recovered", [3, 4, 5, 2, 1]),
        ("stuck first", [2, 3, 1, 4, 5]),
        ("finished first", [5, 4, 2, 3, 1]),
        ("longest quiet", [2, 4, 5, 3, 1]),
    ],
)
def test_each_order(order: str, members: list[int]) -> None:
    assert [each.member for each in sorted(TILES, key=ORDERS[order])] == members


def test_every_order_is_tried() -> None:
    [tried] = [mark.args[1] for mark in test_each_order.pytestmark]
    assert [order for order, _ in tried] == list(ORDERS)
