"""Every assignment of a small relaxed model in one picture: all of them by value, those that agree
marked.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rcr.explain.assignments import Assignments
from rcr.model import Model
from rcr.text.numbers import fixed
from rcr.views import palette, svg

MAX_POINTS = 600  # of those that disagree; more would lie on top of each other
MAX_LARGE_DOTS = 128  # assignments that leave room for larger dots
MAX_TOLD_ASSIGNMENTS = 64  # that are told one by one
WIDTH, HEIGHT, LEFT, TOP, FOOT = 560.0, 230.0, 12.0, 30.0, 26.0


def draw_assignments(found: Assignments, model: Model) -> str:
    """The assignments from the best to the worst, higher the larger their value; a dot for each
    that agrees, with lines at the best of all and at the best that agrees.
    """
    possible = np.flatnonzero(found.values > -np.inf)
    if not len(possible):
        words = f"None of the {len(found.values):,} assignments is possible."
        return svg.picture(WIDTH, 40, words, [svg.text(WIDTH / 2, 20, words)])
    high = max(found.best, float(found.values[0]))
    low = float(found.values[possible].min())
    scale = (HEIGHT - TOP - FOOT - 12) / max(high - low, 1e-9)
    step = (WIDTH - 2 * LEFT) / max(len(possible) - 1, 1)

    def height(value: float) -> float:
        return TOP + 6 + (high - value) * scale

    def at(rank: int) -> tuple[float, float]:
        return LEFT + rank * step, height(found.values[rank])

    stride = -(-len(possible) // MAX_POINTS)
    others = [at(i) for i in possible[::stride] if not found.agree[i]]
    agreeing = [int(i) for i in possible if found.agree[i]]
    few = len(possible) <= MAX_LARGE_DOTS
    what = "sum" if found.sums else "best"
    words = f"{what} of the {int(found.agree.sum()):,} that agree"
    parts = [
        svg.dots(others, stroke=palette.UPPER, stroke_opacity=0.6, stroke_width=5 if few else 3),
        *_level(f"{what} of all {len(found.values):,}", found.best, height, palette.UPPER, -12),
        *_level(words, found.best_agreeing, height, palette.LOWER, 13),
        svg.dots([at(i) for i in agreeing], stroke=palette.LOWER, stroke_width=9),
    ]
    for i in agreeing[:MAX_TOLD_ASSIGNMENTS]:
        x, y = at(i)
        hint = f"{_named(found.states[i], model)}: {fixed(found.values[i], 4)}"
        parts.append(svg.box(x - 5, y - 5, 10, 10, hint, fill="transparent"))
    impossible = len(found.values) - len(possible)
    foot = "the assignments of variables and clones, best first" + (
        f"; {impossible:,} more are impossible" if impossible else ""
    )
    parts.append(svg.text(WIDTH / 2, HEIGHT - 10, foot, font_size=12.5))
    told = (
        f"{len(found.values):,} assignments of variables and clones, of which "
        f"{int(found.agree.sum()):,} agree"
    )
    return svg.picture(WIDTH, HEIGHT, told, parts)


def _level(
    words: str, value: float, height: Callable[[float], float], colour: str, beside: float
) -> list[str]:
    """A line across the picture with its number above it or below it."""
    if not np.isfinite(value):
        return []
    y = height(value)
    told = f"{words}: {fixed(value)}"
    return [
        svg.line(LEFT, y, WIDTH - LEFT, y, stroke=colour, stroke_width=1.5),
        svg.text(WIDTH - LEFT, y + beside, told, text_anchor="end", font_weight=600),
    ]


def _named(states: np.ndarray, model: Model) -> str:
    return ", ".join(f"{v.name} = {v.states[states[i]]}" for i, v in enumerate(model.variables))
