"""The board as a widget: a tile a student, kept in its place from one look to the next; returns
the one that was clicked.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from rcr.classroom import Tile
from rcr.ui.components.code import component_of

KEY = "class-board"

_board = component_of(
    __file__, html='<div class="board" role="list" data-testid="rcr-board"></div>'
)


def board(
    tiles: Sequence[Tile],
    called: Mapping[int, str],
    now: float | None,
    *,
    kind: str,
    chosen: int | None,
) -> int | None:
    """Draw the tiles of a task of this kind; what the browser says was clicked, if it is somebody
    on the board. Of a task that is over there is no ``now``: nobody is quiet or away.
    """
    shapes: dict[str, list[int]] = {}
    drawn = [_as_data(tile, called[tile.member], now, shapes) for tile in tiles]
    data: dict[str, Any] = {"tiles": json.dumps(drawn), "shapes": json.dumps(shapes)}
    data |= {"kind": kind, "chosen": chosen}
    result = _board(key=KEY, data=data, on_chosen_change=lambda: None)
    picked = result.get("chosen")
    return picked if picked in {tile.member for tile in tiles} else None


def _as_data(
    tile: Tile, name: str, now: float | None, shapes: dict[str, list[int]]
) -> dict[str, Any]:
    picture = tile.picture if isinstance(tile.picture, dict) else {}
    shape = picture.get("shape") or []
    digest = sha256(repr(shape).encode()).hexdigest()[:12] if shape else ""
    if shape:
        shapes.setdefault(digest, shape)
    return {
        "id": tile.member,
        "name": name,
        "shape": digest,
        "marks": picture.get("marks", ""),
        "curve": [round(value, 4) for value in tile.curve],
        "recovered": tile.recovered,
        "of": picture.get("of", 0),
        "steps": picture.get("steps", 0),
        "gap": tile.gap if tile.gap is not None and math.isfinite(tile.gap) else None,
        "step": tile.step,
        "status": tile.status,
        "away": _seconds(tile.last_seen, now),
        "quiet": None if tile.moved is None else _seconds(tile.moved, now),
    }


def _seconds(since: float, now: float | None) -> int:
    return 0 if now is None else max(0, round(now - since))
