"""The bound curves of a run as SVG: a still picture to print, the same curves as on the chart."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rcr.run import Run
from rcr.text.numbers import fixed
from rcr.views import palette, svg
from rcr.views.bounds.quantities import BEST, NOW
from rcr.views.curves import AXES, Curve, Point, curves

WIDTH, HEIGHT = 640.0, 300.0
LEFT, RIGHT, TOP, FOOT = 64.0, 14.0, 34.0, 46.0
MAX_TICKS = 5
MARK_PIXELS = 4.0

Look = dict[str, str | float]


def draw_curves(run: Run, axis: str = "updates") -> str:
    """The current path in full and every other branch faded: the bounds now, the best so far and
    the lower bound; estimates where there are no bounds.
    """
    *others, current = curves(run.tree, axis, run.settings.upper_bound)
    shown = [point for curve in (*others, current) for point in curve.points]
    heights = [h for p in shown for h in (_top(p), p.lower) if h is not None and math.isfinite(h)]
    x = _scale([p.x for p in shown], LEFT, WIDTH - RIGHT)
    y = _scale(heights or [0.0], HEIGHT - FOOT, TOP)
    parts = _frame(shown, heights or [0.0], x, y, AXES[axis])
    best: Look = {"stroke": palette.UPPER, "stroke_width": 9, "stroke_opacity": 0.28}
    parts += _line(current, lambda p: p.upper, x, y, best)
    for curve in (*others, current):
        faded: Look = {} if curve.current else {"stroke_opacity": 0.35}
        upper: Look = {"stroke": palette.UPPER, "stroke_width": 2.5, **faded}
        lower: Look = {"stroke": palette.LOWER, "stroke_width": 2.5, **faded}
        parts += _line(curve, _top, x, y, upper) + _line(curve, lambda p: p.lower, x, y, lower)
    parts += _recoveries(current, x, y) + _legend(run)
    told = f"Upper and lower bound over {AXES[axis]}, ending at {fixed(run.state.lower)}"
    return svg.picture(WIDTH, HEIGHT, told, parts)


def _top(point: Point) -> float | None:
    return point.estimate if point.now is None else point.now


def _scale(values: Sequence[float], first: float, last: float) -> Callable[[float], float]:
    """From the range of these values to pixels; a single value stands in the middle."""
    low, high = min(values), max(values)
    if high - low < 1e-12:
        low, high = low - 0.5, high + 0.5
    return lambda value: first + (value - low) / (high - low) * (last - first)


def ticks(low: float, high: float, most: int = MAX_TICKS) -> list[float]:
    """Round numbers between two values, about so many of them."""
    if high - low < 1e-12:
        return [low]
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * f for f in (1, 2, 5, 10) if power * f >= rough)
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]


def _frame(
    shown: Sequence[Point],
    heights: Sequence[float],
    x: Callable[[float], float],
    y: Callable[[float], float],
    title: str,
) -> list[str]:
    parts = []
    for value in ticks(min(heights), max(heights)):
        parts.append(svg.line(LEFT, y(value), WIDTH - RIGHT, y(value), stroke=palette.GRID))
        words = f"{value:g}".replace("-", "−")
        parts.append(svg.text(LEFT - 8, y(value), words, text_anchor="end", font_size=12))
    for value in ticks(min(p.x for p in shown), max(p.x for p in shown)):
        words = f"{value:,g}" if value < 1e6 else f"{value:.1e}"
        parts.append(svg.text(x(value), HEIGHT - FOOT + 16, words, font_size=12))
    parts.append(svg.text((LEFT + WIDTH) / 2, HEIGHT - 10, title, font_size=13))
    return parts


def _line(
    curve: Curve,
    height: Callable[[Point], float | None],
    x: Callable[[float], float],
    y: Callable[[float], float],
    look: Look,
) -> list[str]:
    """One quantity along a curve, in as many lines as it has stretches without a gap."""
    stretches: list[list[float]] = [[]]
    for point in curve.points:
        value = height(point)
        if value is None or not math.isfinite(value):
            stretches.append([])
        else:
            stretches[-1] += [x(point.x), y(value)]
    return [svg.line(*points, **look) for points in stretches if len(points) > 2]


def _recoveries(
    curve: Curve, x: Callable[[float], float], y: Callable[[float], float]
) -> list[str]:
    """A diamond where constraints were recovered."""
    found = []
    for point in curve.points:
        value = _top(point)
        if point.action == "recover" and value is not None and math.isfinite(value):
            at, up, half = x(point.x), y(value), MARK_PIXELS
            corners = (at, up - half, at + half, up, at, up + half, at - half, up, at, up - half)
            found.append(svg.line(*corners, stroke=palette.RECOVERED, stroke_width=3))
    return found


def _legend(run: Run) -> list[str]:
    bounded = run.settings.upper_bound
    names = {NOW if bounded else "estimate": (palette.UPPER, 2.5, 1.0)}
    if bounded:
        names[BEST] = (palette.UPPER, 9, 0.28)
    names["lower bound"] = (palette.LOWER, 2.5, 1.0)
    names["recovery"] = (palette.RECOVERED, 6, 1.0)
    parts, at = [], LEFT
    for name, (colour, width, opacity) in names.items():
        look: Look = {"stroke": colour, "stroke_width": width, "stroke_opacity": opacity}
        parts.append(svg.line(at, 14, at + 22, 14, **look))
        parts.append(svg.text(at + 28, 14, name, text_anchor="start", font_size=12.5))
        at += 46 + svg.LETTER_PIXELS * len(name)
    return parts
