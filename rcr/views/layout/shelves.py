"""Parts of a picture side by side, as words on a page."""

from __future__ import annotations

import numpy as np

from rcr.views.layout.places import SCREEN_RATIO, UNIT, Point


def side_by_side(parts: list[dict[tuple[str, int], Point]]) -> dict[tuple[str, int], Point]:
    """Parts in rows, as words on a page of the width that shows them largest on a wide screen."""
    sizes = [
        (max(x for x, _ in p.values()) + UNIT, max(y for _, y in p.values()) + UNIT) for p in parts
    ]
    widest = max((w for w, _ in sizes), default=0.0)
    firsts = np.cumsum([w for w, _ in sizes]).tolist()
    shelves = [_shelve(sizes, max(width, widest)) for width in firsts[:20] + firsts[-1:]]
    corners = min(shelves, key=lambda corners: _tallness(corners, sizes), default=[])
    return {
        node: (x + left, y + top)
        for part, (left, top) in zip(parts, corners, strict=True)
        for node, (x, y) in part.items()
    }


def _shelve(sizes: list[Point], width: float) -> list[Point]:
    """The upper left corner of each part, in rows of this width."""
    corners, left, top, tall = [], 0.0, 0.0, 0.0
    for w, h in sizes:
        if left and left + w > width:
            left, top, tall = 0.0, top + tall, 0.0
        corners.append((left, top))
        left, tall = left + w, max(tall, h)
    return corners


def _tallness(corners: list[Point], sizes: list[Point]) -> float:
    """The height of a wide screen that holds these parts."""
    right = max(x + w for (x, _), (w, _) in zip(corners, sizes, strict=True))
    bottom = max(y + h for (_, y), (_, h) in zip(corners, sizes, strict=True))
    return max(right / SCREEN_RATIO, bottom)
