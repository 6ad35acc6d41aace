"""A long network along a line, with arcs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rcr.model import Model
from rcr.views.layout.places import SCREEN_RATIO, UNIT, Layout, Point, Scopes, middle

FACTOR_DISTANCE = 34.0  # a factor keeps this far from everything placed before it
MAX_ROW_VARIABLES = 24  # a longer line is folded into rows, or its variables would be specks
# From the first to the last variable of a factor, for an arc that can be followed.
MAX_REACH_VARIABLES = 8
ROW_HEIGHT = 2.6 * UNIT


def is_long(model: Model) -> bool:
    """Whether the order of the variables tells the structure: a chain, a small Bayesian network,
    or a long one with short reach.
    """
    scopes = [f.scope for f in model.factors if len(f.scope) >= 2]
    if not scopes or len(model.variables) < 3:
        return False
    reach = sorted(max(scope) - min(scope) for scope in scopes)
    if len(model.variables) <= MAX_ROW_VARIABLES:
        return reach[-1] == 1 or model.kind == "BAYES"
    return reach[int(0.75 * (len(reach) - 1))] <= MAX_REACH_VARIABLES


def line_layout(variables: Sequence[int], scopes: Scopes) -> Layout:
    """Variables in order, in one row or in rows that turn at the border; factors above them, the
    higher the further they reach.
    """
    n = len(variables)
    cols = (
        n if n <= MAX_ROW_VARIABLES else math.ceil(math.sqrt(n * SCREEN_RATIO * ROW_HEIGHT / UNIT))
    )
    place, row_of = {}, {}
    for i, v in enumerate(sorted(variables)):
        row, col = divmod(i, cols)
        row_of[v] = row
        place[v] = (UNIT * (cols - 1 - col if row % 2 else col), ROW_HEIGHT * row)
    taken = _Taken(place.values())
    factors, bends = {}, {}
    for f in sorted(scopes, key=lambda f: (max(scopes[f]) - min(scopes[f]), f)):
        scope = scopes[f]
        xs = [place[v][0] for v in scope]
        same_row = len({row_of[v] for v in scope}) == 1
        x, y = (min(xs) + max(xs)) / 2, middle([place[v] for v in scope])[1]
        steps = (max(xs) - min(xs)) / UNIT
        if same_row and steps > 1:
            y -= min(0.3 + 0.2 * steps, 1.5) * UNIT
        factors[f] = x, y = taken.find(x, y)
        for v in scope:
            vx = place[v][0]
            if same_row and abs(vx - x) > 0.6 * UNIT:
                bends[v, f] = (vx + 0.25 * (x - vx), y)
    return Layout("line", place, factors, bends)


class _Taken:
    """Places in use, in cells of the size of a factor's room, so that the next factor finds a free
    one above its own.
    """

    def __init__(self, points: Iterable[Point]) -> None:
        self._cells: dict[tuple[int, int], list[Point]] = {}
        for point in points:
            self._add(point)

    def _add(self, point: Point) -> None:
        self._cells.setdefault(
            (int(point[0] // FACTOR_DISTANCE), int(point[1] // FACTOR_DISTANCE)), []
        ).append(point)

    def _free(self, x: float, y: float) -> bool:
        column, row = int(x // FACTOR_DISTANCE), int(y // FACTOR_DISTANCE)
        around = (
            p
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            for p in self._cells.get((column + i, row + j), ())
        )
        return all(math.hypot(x - px, y - py) >= FACTOR_DISTANCE for px, py in around)

    def find(self, x: float, y: float) -> Point:
        while not self._free(x, y):
            y -= FACTOR_DISTANCE / 2
        self._add((x, y))
        return x, y
