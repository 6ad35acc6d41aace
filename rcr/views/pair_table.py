"""The pair table of a constraint as a heatmap: a row for each state of X, a column for each state
of its clone.
"""

from __future__ import annotations

import numpy as np

from rcr.text.numbers import fixed
from rcr.views import palette, svg

MAX_WRITTEN_STATES = 10  # states up to which numbers are written into the cells
MAX_DRAWN_STATES = 24  # of a larger domain, the states that matter most are drawn
ROW, EDGE = 40.0, 30.0  # height of a row of the table, and of what stands above and below it
MAX_TABLE_PIXELS = 420.0  # of the table
MAX_CELL_PIXELS = 96.0  # width of a cell
MAX_LETTERS = 8  # of a state's name


def telling_states(values: np.ndarray) -> np.ndarray:
    """The states worth drawing, in order: all of them, or those with the largest entries."""
    largest = np.maximum(values.max(axis=0), values.max(axis=1))
    return np.sort(np.argsort(-largest, kind="stable")[:MAX_DRAWN_STATES])


def draw_table(
    values: np.ndarray,
    states: list[str],
    title: str,
    told: str,
    marked: np.ndarray,
    struck: np.ndarray | None = None,
    variable: str = "",
) -> str:
    """The table with its title above it; entries that are marked are framed, and those that are
    struck out have lost their colour. ``told`` is read out for it. Where the ``variable`` is named,
    every row says whose state it is, and every column that has room for it.
    """
    n, written = len(states), len(states) <= MAX_WRITTEN_STATES
    struck = np.zeros_like(marked) if struck is None else struck
    short = [name[:MAX_LETTERS] for name in states]
    rows = [f"{variable} = {name}" for name in short] if variable else short
    left = (14 if variable else 34) + svg.LETTER_PIXELS * max(map(len, rows))
    cell = min(MAX_CELL_PIXELS, (MAX_TABLE_PIXELS - left) / n)
    row, top = ROW if written else cell, EDGE + 22
    columns = [f"clone = {name}" for name in short] if variable else short
    if svg.LETTER_PIXELS * max(map(len, columns)) > cell:
        columns = short
    width, height = max(left + n * cell + 4, 260.0), EDGE + 26 + n * row
    parts = [
        svg.text(max(left + n * cell / 2, 130), 12, title, font_weight=600),
        svg.text(12, top + n * row / 2, "" if variable else "X", font_weight=600),
    ]
    if written:
        for x in range(n):
            parts.append(svg.text(left - 8, top + (x + 0.5) * row, rows[x], text_anchor="end"))
            parts.append(svg.text(left + (x + 0.5) * cell, EDGE + 10, columns[x]))
    shades = _shades(np.where(struck, -np.inf, values))
    above = []
    for x, y in np.ndindex(n, n):
        place = (left + y * cell, top + x * row, cell, row)
        value, shade = float(values[x, y]), float(shades[x, y])
        hint = f"X = {states[x]}, clone = {states[y]}: {fixed(value, 6)}"
        hint += ", forbidden" if struck[x, y] else ""
        parts.append(_box(place, 1, hint, fill=palette.CELL, fill_opacity=shade))
        if written:
            middle = left + (y + 0.5) * cell, top + (x + 0.5) * row
            faint = {"fill_opacity": 0.75} if struck[x, y] else {}
            parts.append(svg.text(*middle, fixed(value), pointer_events="none", **faint))
        if struck[x, y]:
            above.append(_stroke(place))
        if marked[x, y]:
            above.append(_box(place, 2, fill="none", stroke=palette.MARK, stroke_width=3))
    return svg.picture(width, height, told, parts + above)


def _shades(values: np.ndarray) -> np.ndarray:
    """How dark each cell is: the larger the darker, and nothing where nothing is possible."""
    finite = values[np.isfinite(values)]
    low, span = finite.min(initial=np.inf), max(np.ptp(finite) if len(finite) else 0.0, 1e-12)
    possible = np.isfinite(values)
    shares = (np.where(possible, values, 0.0) - (low if len(finite) else 0.0)) / span
    return np.where(possible, np.round(0.06 + 0.3 * shares, 3), 0.0)


Place = tuple[float, float, float, float]  # left, top, width and height of a cell


def _box(place: Place, inside: float, hint: str = "", **look: str | float) -> str:
    left, top, width, height = place
    return svg.box(
        left + inside, top + inside, width - 2 * inside, height - 2 * inside, hint, **look
    )


def _stroke(place: Place) -> str:
    """A line through a cell, from corner to corner."""
    left, top, width, height = place
    inside = min(6.0, width / 5)
    ends = left + inside, top + height - inside, left + width - inside, top + inside
    return svg.line(*ends, stroke=palette.MARK, stroke_width=2)
