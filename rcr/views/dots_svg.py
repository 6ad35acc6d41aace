"""Many games as a still picture: a line for each contestant, a dot on it for each model."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rcr.compare.measures import MEASURES, comparable, value
from rcr.views import palette, svg
from rcr.views.comparison.rows import Row, by_contestant, style

WIDTH, LINE, TOP, FOOT = 600.0, 30.0, 12.0, 44.0
NAMES, MARGIN = 150.0, 24.0  # room for the contestants' names, and at the right end
MAX_NAME_LETTERS = 18
MAX_DECADES = 6  # more of them are not all written out
CROSS_PIXELS = 4.0  # half the size of the mark on what is not certified


def draw_dots(summaries: Sequence[Row], measure: str) -> str:
    """One dot a game on a log axis; a cross at the right end where the answer was not reached."""
    own = by_contestant(comparable(summaries, measure))
    values = {name: [value(row, measure) for row in rows] for name, rows in own.items()}
    found = [v for some in values.values() for v in some if 0.0 < v < math.inf]
    low, high = min(found, default=1.0), max(found, default=1.0)
    low, high = (low / 2, high * 2) if high < 2 * low else (low, high)
    height, end = TOP + LINE * len(own) + FOOT, WIDTH - MARGIN

    def x(number: float) -> float:
        share = math.log(max(number, low) / low) / math.log(high / low)
        return NAMES + share * (end - 2 * MARGIN - NAMES)

    looks, parts = style(list(by_contestant(summaries))), _ticks(low, high, x, height)
    for i, (name, numbers) in enumerate(values.items()):
        y = TOP + LINE * (i + 0.5)
        parts.append(svg.line(NAMES, y, end, y, stroke=palette.GRID))
        called = name[:MAX_NAME_LETTERS]
        parts.append(svg.text(NAMES - 10, y, called, text_anchor="end", font_size=13))
        reached = [(x(v), y) for v in numbers if math.isfinite(v)]
        look: dict[str, str | float] = {"stroke": looks[name][0], "stroke_opacity": 0.6}
        parts.append(svg.dots(reached, stroke_width=8, **look))
        if len(reached) < len(numbers):
            parts += [
                svg.line(
                    end - CROSS_PIXELS,
                    y - CROSS_PIXELS * way,
                    end + CROSS_PIXELS,
                    y + CROSS_PIXELS * way,
                    **look,
                )
                for way in (1, -1)
            ]
    parts.append(svg.text((NAMES + end) / 2, height - 10, MEASURES[measure], font_size=13))
    told = f"{MEASURES[measure]}, a dot for each model; a cross: not certified"
    return svg.picture(WIDTH, height, told, parts)


def _ticks(low: float, high: float, x: Callable[[float], float], height: float) -> list[str]:
    """The powers of ten between the ends, or the ends where there is none."""
    first, last = math.ceil(math.log10(low)), math.floor(math.log10(high))
    step = max(1, -(-(last - first) // MAX_DECADES))
    shown = [10.0**n for n in range(first, last + 1, step)] or [low, high]
    return [svg.text(x(v), height - FOOT + 14, f"{v:.2g}", font_size=12) for v in shown]
