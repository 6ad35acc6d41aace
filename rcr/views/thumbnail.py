"""A small still picture of a model: variables as dots, couplings as lines, larger factors as
squares.
"""

from __future__ import annotations

import math

import numpy as np

from rcr.model import Factor, Model
from rcr.models.editing import coupling
from rcr.views import palette
from rcr.views.layout import lay_out
from rcr.views.layout.places import UNIT, Layout, Point

MAX_LINES = 4000  # from variables to factors; more are a carpet, not a picture
MAX_SPRUNG_NODES = 700  # variables and factors that springs place in about a second
# An image does not know the colour of the page it stands on; this one reads on both.
INK_COLOUR = "#64748B"
UNDECIDED_SHARE = 0.5  # how full the dot of a variable is that prefers no state
AGREE, DIFFER = palette.RECOVERED, palette.UPPER
LEGEND = (
    "Solid blue: the two want to agree. Dotted orange: they want to differ. Hollow "
    "dot: by itself prefers its first state; full: its last; grey: neither."
)


def too_large(model: Model) -> bool:
    """Whether a small picture of the model would show nothing or take too long."""
    return sum(len(f.scope) for f in model.factors if len(f.scope) >= 2) > MAX_LINES


def draw_thumbnail(model: Model, aspect: float = 1.6) -> str:
    """The model as SVG, so many times as wide as tall; a model that is too large is an empty frame
    with its size in it.

    A dot is filled the darker the later the state that its own unary factors prefer, so a
    picture to segment looks like one.
    """
    scopes = {i: f.scope for i, f in enumerate(model.factors) if len(f.scope) >= 2}
    layout = None if too_large(model) else _placed(model, scopes)
    if layout is None or not layout.variables:
        words = (
            '<text y="14" text-anchor="middle" font-size="40" '
            f'fill="{INK_COLOUR}">{len(model.variables):,} variables</text>'
        )
        return _frame(-4 * UNIT, -2 * UNIT, 8 * UNIT, 4 * UNIT, aspect, [words])
    points = [*layout.variables.values(), *layout.factors.values(), *layout.bends.values()]
    (left, top), (right, bottom) = np.min(points, axis=0), np.max(points, axis=0)
    thin = (
        max(right - left, aspect * (bottom - top)) / 400
    )  # lines stay visible however large the model is
    radius, width = max(18.0, 3 * thin), max(3.0, thin)
    parts = [
        *_lines(model, layout, radius, width),
        *_squares(layout, scopes, 0.7 * radius),
        *_dots(model, layout, radius, width),
    ]
    edge = UNIT / 3
    return _frame(
        left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge, aspect, parts
    )


def _placed(model: Model, scopes: dict[int, tuple[int, ...]]) -> Layout | None:
    """Positions, unless they had to be found by springs that take too long."""
    nodes = len(model.variables) + len(scopes)
    if nodes > MAX_SPRUNG_NODES and lay_out(model, [], {}).kind == "springs":
        return None
    return lay_out(model, range(len(model.variables)), scopes)


def _frame(
    left: float, top: float, width: float, height: float, aspect: float, parts: list[str]
) -> str:
    """The parts in the middle of a box of the wanted shape, which is never much larger than a few
    nodes need.
    """
    wide = max(width, aspect * height, 4 * UNIT)
    tall = wide / aspect
    box = f"{left - (wide - width) / 2:.5g} {top - (tall - height) / 2:.5g} {wide:.5g} {tall:.5g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(parts)}</svg>'


def _lines(model: Model, layout: Layout, radius: float, width: float) -> list[str]:
    """One path for all lines of a kind: couplings that want agreement, that want difference, and
    all others.
    """
    paths: dict[str, list[str]] = {"agree": [], "differ": [], "other": []}
    for i, at in layout.factors.items():
        factor, place = model.factors[i], layout.variables
        direct = (
            len(factor.scope) == 2 and layout.kind == "springs"
        )  # springs leave a kink at the factor
        for v in factor.scope:
            end = _middle(place[factor.scope[0]], place[factor.scope[1]]) if direct else at
            paths[_kind(factor)].append(_line(place[v], layout.bends.get((v, i)), end, radius))
    style = {
        "agree": f'stroke="{AGREE}"',
        "differ": f'stroke="{DIFFER}" stroke-dasharray="0 {2 * width:.3g}" stroke-linecap="round"',
        "other": f'stroke="{palette.BEFORE}"',
    }
    return [
        f'<path fill="none" stroke-width="{width:.3g}" {style[k]} d="{"".join(d)}"/>'
        for k, d in paths.items()
        if d
    ]


def _kind(factor: Factor) -> str:
    w = coupling(factor)
    return "other" if w is None or w == 0 else "agree" if w > 0 else "differ"


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _line(start: Point, bend: Point | None, end: Point, radius: float) -> str:
    """From the border of the variable's dot, which may be hollow, to the factor."""
    towards = bend or end
    gone = min(radius / max(math.dist(start, towards), 1e-9), 1.0)
    x, y = (a + gone * (b - a) for a, b in zip(start, towards, strict=True))
    middle = f"Q{bend[0]:.5g} {bend[1]:.5g} " if bend else "L"
    return f"M{x:.5g} {y:.5g}{middle}{end[0]:.5g} {end[1]:.5g}"


def _squares(layout: Layout, scopes: dict[int, tuple[int, ...]], half: float) -> list[str]:
    """Factors over three or more variables; a pair is told by its line."""
    side = f'width="{2 * half:.3g}" height="{2 * half:.3g}" fill="{palette.BEFORE}"'
    places = [layout.factors[i] for i, scope in scopes.items() if len(scope) > 2]
    return [f'<rect x="{x - half:.5g}" y="{y - half:.5g}" {side}/>' for x, y in places]


def _dots(model: Model, layout: Layout, radius: float, width: float) -> list[str]:
    prefer = _preferred(model)
    dots = []
    for v, (x, y) in layout.variables.items():
        fill = f'fill-opacity="{prefer.get(v, UNDECIDED_SHARE):.3g}"'
        dots.append(f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{radius:.3g}" {fill}/>')
    ink = f'fill="{INK_COLOUR}" stroke="{INK_COLOUR}" stroke-width="{width:.3g}"'
    return [f"<g {ink}>{''.join(dots)}</g>"]


def _preferred(model: Model) -> dict[int, float]:
    """For each variable that prefers a state by itself, which one, from 0 (the first) to 1 (the
    last).
    """
    total: dict[int, np.ndarray] = {}
    for f in model.factors:
        if len(f.scope) == 1:
            v = f.scope[0]
            total[v] = total.get(v, 0.0) + f.log_table
    return {
        v: int(log.argmax()) / (len(log) - 1)
        for v, log in total.items()
        if log.max() > log.min()  # else one is as good as another
    }
