"""A grid as a grid: found by the names of the variables, or by the order of their numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rcr.model import Model
from rcr.views.layout.places import UNIT, Layout, Scopes, middle


def named_cells(model: Model) -> list[tuple[int, int]] | None:
    """Row and column of each variable, if the names say so: ``3,5`` or ``x3_5``."""
    found = [re.fullmatch(r"\D*(\d+)[,_](\d+)\D*", v.name) for v in model.variables]
    cells = [(int(m[1]), int(m[2])) for m in found if m]
    return cells if cells and len(set(cells)) == len(found) else None


def numbered_cells(model: Model) -> list[tuple[int, int]] | None:
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


def grid_layout(cells: list[tuple[int, int]], variables: Sequence[int], scopes: Scopes) -> Layout:
    """Every variable in its cell, a factor between its variables; a factor that closes the torus
    stands outside the border.
    """
    place = {v: (UNIT * cells[v][1], UNIT * cells[v][0]) for v in variables}
    factors, bends = {}, {}
    for f, scope in scopes.items():
        x, y = middle([place[v] for v in scope])
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
