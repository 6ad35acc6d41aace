"""Where the bound comes from, in a picture: a bar that begins where the one before it ended, for
each piece, up to the bound.
"""

from __future__ import annotations

from html import escape

import numpy as np

from rcr.explain.pieces import Pieces
from rcr.text.numbers import fixed
from rcr.text.words import counted
from rcr.views import palette, svg

MAX_ROWS = 12  # of the picture; the pieces beyond them are added up in one
ROW, BAR = 22.0, 14.0  # height of a row, and of the bar in it
NAMES, PLOT, NUMBERS = 210.0, 330.0, 72.0  # width of what stands left, in the middle and right
MAX_LETTERS = 30  # of a name
MIN_PART_PIXELS = 0.5  # of a part of a bar that can be seen


def piece_rows(pieces: Pieces, most: int = MAX_ROWS) -> list[tuple[str, float, float]]:
    """Name, own best value and value at the best assignment known, row by row: the pieces worth
    telling, all others, and what belongs to no piece. The values add up to the bound.
    """
    telling = pieces.telling
    shown = telling if len(telling) <= most else telling[: most - 1]
    rows = []
    # an estimate's θ does not cancel where all agree, so that nothing is told of it
    reached = pieces.values if pieces.correction else pieces.reached
    for i in shown:
        rows.append((pieces.piece(int(i)).chosen, float(pieces.values[i]), float(reached[i])))
    if len(rest := telling[len(shown) :]):
        others = float(pieces.values[rest].sum()), float(reached[rest].sum())
        rows.append((counted(len(rest), "other piece"), *others))
    for name, value in (("constant", pieces.constant), ("left out", pieces.correction)):
        if value:
            rows.append((name, value, value))
    return rows


def draw_pieces(pieces: Pieces, bound: str = "upper bound now") -> str:
    """The rows as bars from left to right, each beginning where the one before it ended; below
    them the sum. The part of a bar that is lost where all agree is hatched.
    """
    rows = piece_rows(pieces)
    # a sum has one term at the best assignment known, and many more
    where = "at the best assignment" if pieces.sums else "where all agree"
    ends = np.concatenate([[0.0], np.cumsum([value for _, value, _ in rows])])
    if not np.isfinite(ends).all():
        return _nothing_possible(rows)
    reached = float(sum(at for _, _, at in rows)) if pieces.correction == 0 else -np.inf
    marks = [*ends, *(end - value + at for end, (_, value, at) in zip(ends[1:], rows, strict=True))]
    low, high = float(min(filter(np.isfinite, [*marks, reached]))), float(max(ends))
    scale = PLOT / max(high - low, 1e-9)

    def x(value: float) -> float:
        return NAMES + (value - low) * scale

    height = ROW * (len(rows) + 2) + 8
    parts = [_hatching()]
    for i, (name, value, at) in enumerate(rows):
        hint = f"{name}: {fixed(value, 4)}"
        hint += f", {fixed(value - at, 4)} more than {where}" if value > at > -np.inf else ""
        parts += _row(i, (name, hint), (value, at), (x(ends[i]), x(ends[i + 1])), scale)
        parts.append(_thread(x(ends[i + 1]), ROW * (i + 1) - 4, ROW * (i + 1) + 4))
    below = ROW * len(rows)
    parts.append(svg.line(0, below + 2, NAMES + PLOT + NUMBERS, below + 2, stroke="currentColor"))
    parts += _sum(below + 4, f"together: {bound}", float(ends[-1]), x(ends[-1]), palette.UPPER)
    if np.isfinite(reached):
        parts += _sum(below + 4 + ROW, where, reached, x(reached), palette.LOWER)
    told = f"{counted(len(pieces), 'piece')} that add up to {fixed(float(ends[-1]), 4)}"
    return svg.picture(NAMES + PLOT + NUMBERS, height, told, parts)


def _row(
    i: int,
    said: tuple[str, str],
    worth: tuple[float, float],
    ends: tuple[float, float],
    scale: float,
) -> list[str]:
    """Name, bar and number of one piece, which is worth so much, and so much at the best
    assignment known; a hint on the bar, which goes from one end to the other.
    """
    (name, hint), (value, at), (start, end) = said, worth, ends
    top, middle = ROW * i + (ROW - BAR) / 2, ROW * (i + 0.5)
    lost = max(value - at, 0.0) * scale if np.isfinite(at) else 0.0
    left, right = min(start, end), max(start, end)
    parts = [
        svg.text(NAMES - 8, middle, _short(name), text_anchor="end", font_size=12.5),
        svg.box(
            left, top, max(right - left, 1.0), BAR, hint, fill=palette.UPPER, fill_opacity=0.55
        ),
    ]
    if lost > MIN_PART_PIXELS:  # at that assignment the bar ends so much further to the left
        parts.append(
            svg.box(end - lost, top, lost, BAR, hint, fill="url(#lost)", stroke=palette.UPPER)
        )
    parts.append(
        svg.text(NAMES + PLOT + 8, middle, fixed(value), text_anchor="start", font_size=12.5)
    )
    return parts


def _sum(top: float, words: str, value: float, x: float, colour: str) -> list[str]:
    middle = top + ROW / 2
    return [
        svg.text(NAMES - 8, middle, words, text_anchor="end", font_weight=600, font_size=12.5),
        svg.line(x, top + 3, x, top + ROW - 3, stroke=colour, stroke_width=4),
        svg.text(
            NAMES + PLOT + 8,
            middle,
            fixed(value),
            text_anchor="start",
            font_weight=600,
            font_size=12.5,
        ),
    ]


def _thread(x: float, top: float, bottom: float) -> str:
    """From the end of a bar to the beginning of the next."""
    return svg.line(x, top, x, bottom, stroke="currentColor", stroke_opacity=0.5)


def _hatching() -> str:
    return (
        '<defs><pattern id="lost" width="5" height="5" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="2" height="5" fill="currentColor" '
        'fill-opacity="0.6"/></pattern></defs>'
    )


def _short(name: str) -> str:
    return name if len(name) <= MAX_LETTERS else f"{name[: MAX_LETTERS - 1]}…"


def _nothing_possible(rows: list[tuple[str, float, float]]) -> str:
    empty = ", ".join(escape(name) for name, value, _ in rows if value == -np.inf)
    words = f"No assignment is possible in: {empty}"
    return svg.picture(
        NAMES + PLOT, 40, words, [svg.text(8, 20, words, text_anchor="start", font_size=13)]
    )
