"""Where variables and factors stand: a grid as a grid, a long network along a line with arcs,
anything else by springs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import networkx as nx
import numpy as np
from scipy.spatial import cKDTree

from rcr.model import Model
from rcr.views.stress import stress_layout

UNIT = 100.0  # from a variable to its neighbour
ROOM = 34.0  # a factor keeps this far from everything placed before it
ONE_ROW = 24  # a longer line is folded into rows, or its variables would be specks
SHORT_REACH = (
    8  # variables between the first and the last of a factor, for an arc that can be followed
)
ROW_HEIGHT = 2.6 * UNIT
WIDE = 16 / 9

Point = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """Fixed positions, and the control point of each line from a variable to a factor that has to
    go round something.
    """

    kind: str
    variables: dict[int, Point]
    factors: dict[int, Point]
    bends: dict[tuple[int, int], Point] = field(default_factory=dict)  # by (variable, factor)


Scopes = dict[int, tuple[int, ...]]


def lay_out(model: Model, variables: Sequence[int], scopes: Scopes) -> Layout:
    """Positions of these variables and of the factors with these scopes; the same model always
    gets the same picture.
    """
    cells = _named_cells(model) or _numbered_cells(model)
    if cells is not None:
        return _grid(cells, variables, scopes)
    return _line(variables, scopes) if _is_long(model) else _springs(variables, scopes)


# -- grids ---------------------------------------------------------------------------------------


def _named_cells(model: Model) -> list[tuple[int, int]] | None:
    """Row and column of each variable, if the names say so: ``3,5`` or ``x3_5``."""
    found = [re.fullmatch(r"\D*(\d+)[,_](\d+)\D*", v.name) for v in model.variables]
    cells = [(int(m[1]), int(m[2])) for m in found if m]
    return cells if cells and len(set(cells)) == len(found) else None


def _numbered_cells(model: Model) -> list[tuple[int, int]] | None:
    """Row and column of each variable, if the factors join neighbours of a grid that is numbered
    row by row.
    """
    n = len(model.variables)
    scopes = {tuple(sorted(f.scope)) for f in model.factors if len(f.scope) >= 2}
    if n < 4 or not scopes or any(len(scope) > 2 for scope in scopes):
        return None
    for cols in range(2, n // 2 + 1):
        if n % cols:
            continue
        rows = n // cols
        steps = [(b // cols - a // cols, abs(b % cols - a % cols)) for a, b in scopes]
        near = sum(step in ((0, 1), (1, 0)) for step in steps)
        round_the_back = sum(
            step in ((0, cols - 1), (rows - 1, 0)) for step in steps if step not in ((0, 1), (1, 0))
        )
        full = rows * (cols - 1) + cols * (rows - 1)
        if near + round_the_back == len(steps) and near > 0.7 * full:
            return [divmod(v, cols) for v in range(n)]
    return None


def _grid(cells: list[tuple[int, int]], variables: Sequence[int], scopes: Scopes) -> Layout:
    """Every variable in its cell, a factor between its variables; a factor that closes the torus
    stands outside the border.
    """
    place = {v: (UNIT * cells[v][1], UNIT * cells[v][0]) for v in variables}
    factors, bends = {}, {}
    for f, scope in scopes.items():
        x, y = _middle([place[v] for v in scope])
        wide = max(place[v][0] for v in scope) - min(place[v][0] for v in scope)
        tall = max(place[v][1] for v in scope) - min(place[v][1] for v in scope)
        if len(scope) == 2 and not (wide and tall) and wide + tall > UNIT:
            near, far = sorted(scope, key=place.__getitem__)
            (x0, y0), (x1, y1) = place[near], place[far]
            side = 0.4 * UNIT  # between the factors of the row and the marks on their edges
            if wide:
                x, y, bends[near, f] = x1 + side, y1 - side, (x0, y0 - 1.2 * side)
            else:
                x, y, bends[near, f] = x1 - side, y1 + side, (x0 - 1.2 * side, y0)
        factors[f] = (x, y)
    return Layout("grid", place, factors, bends)


# -- lines ---------------------------------------------------------------------------------------


def _is_long(model: Model) -> bool:
    """Whether the order of the variables tells the structure: a chain, a small Bayesian network,
    or a long one with short reach.
    """
    scopes = [f.scope for f in model.factors if len(f.scope) >= 2]
    if not scopes or len(model.variables) < 3:
        return False
    reach = sorted(max(scope) - min(scope) for scope in scopes)
    if len(model.variables) <= ONE_ROW:
        return reach[-1] == 1 or model.kind == "BAYES"
    return reach[int(0.75 * (len(reach) - 1))] <= SHORT_REACH


def _line(variables: Sequence[int], scopes: Scopes) -> Layout:
    """Variables in order, in one row or in rows that turn at the border; factors above them, the
    higher the further they reach.
    """
    n = len(variables)
    cols = n if n <= ONE_ROW else math.ceil(math.sqrt(n * WIDE * ROW_HEIGHT / UNIT))
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
        x, y = (min(xs) + max(xs)) / 2, _middle([place[v] for v in scope])[1]
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
        self._cells.setdefault((int(point[0] // ROOM), int(point[1] // ROOM)), []).append(point)

    def _free(self, x: float, y: float) -> bool:
        column, row = int(x // ROOM), int(y // ROOM)
        around = (
            p
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            for p in self._cells.get((column + i, row + j), ())
        )
        return all(math.hypot(x - px, y - py) >= ROOM for px, py in around)

    def find(self, x: float, y: float) -> Point:
        while not self._free(x, y):
            y -= ROOM / 2
        self._add((x, y))
        return x, y


# -- anything else -------------------------------------------------------------------------------


def _springs(variables: Sequence[int], scopes: Scopes) -> Layout:
    """The connected parts, each drawn by springs, side by side from the largest to the smallest."""
    graph: nx.Graph = nx.Graph()
    graph.add_nodes_from(("v", v) for v in variables)
    graph.add_edges_from((("v", v), ("f", f)) for f, scope in scopes.items() for v in scope)
    parts = sorted(nx.connected_components(graph), key=lambda part: (-len(part), min(part)))
    drawn = [_part(graph.subgraph(sorted(part))) for part in parts]
    place = _side_by_side(drawn)
    return Layout(
        "springs",
        {v: place["v", v] for v in variables},
        {f: place["f", f] for f in scopes},
    )


def _part(graph: nx.Graph) -> dict[tuple[str, int], Point]:
    """One connected part, its lines about half a unit long and no two nodes on top of each
    other.
    """
    nodes = sorted(graph)
    if len(nodes) == 1:
        return {nodes[0]: (0.0, 0.0)}
    index = {node: i for i, node in enumerate(nodes)}
    ends = np.array(
        sorted(sorted((index[a], index[b])) for a, b in graph.edges)
    )  # a graph iterates in the order of a set
    points = stress_layout(len(nodes), ends)
    lengths = np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1)
    points *= 0.7 * UNIT / max(float(np.median(lengths)), 1e-9)
    points = _spread(points, 0.5 * UNIT)
    points = points - points.min(axis=0)
    return {node: (float(x), float(y)) for node, (x, y) in zip(nodes, points, strict=True)}


def _spread(points: np.ndarray, room: float) -> np.ndarray:
    """Push apart what is closer than ``room``, in a few rounds."""
    angle = np.arange(len(points)) * 2.4
    points = points + 1e-3 * np.stack(
        [np.cos(angle), np.sin(angle)], axis=1
    )  # two nodes in one place need a direction to part in
    for _ in range(60):
        pairs = cKDTree(points).query_pairs(room, output_type="ndarray")
        if not len(pairs):
            break
        gap = points[pairs[:, 0]] - points[pairs[:, 1]]
        distance = np.linalg.norm(gap, axis=1, keepdims=True)
        push = 0.35 * (room - distance) * gap / distance
        np.add.at(points, pairs[:, 0], push)
        np.add.at(points, pairs[:, 1], -push)
    return points


def _side_by_side(parts: list[dict[tuple[str, int], Point]]) -> dict[tuple[str, int], Point]:
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
    return max(right / WIDE, bottom)


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def along(start: Point, bend: Point | None, end: Point, t: float) -> Point:
    """The point at ``t`` of the way from start to end, on the curve that the bend pulls aside."""
    control = bend or _middle([start, end])
    x, y = (
        (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
        for a, b, c in zip(start, control, end, strict=True)
    )
    return x, y
