"""Small pictures as SVG text: they take the colour and the font of the page they stand on, and
cost next to nothing to draw.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

LETTER_PIXELS = 7.6  # at the size of the text, near enough to leave room for it


def picture(width: float, height: float, label: str, parts: list[str], shrink: bool = True) -> str:
    """The parts in a frame that grows with the size of the type and never past the page; ``label``
    is read out for them.

    What must not ``shrink`` to be read is scrolled on a narrow page instead.
    """
    size = (
        f'viewBox="0 0 {_n(width)} {_n(height)}" '
        f'style="width:{_n(width / 16)}rem;height:auto{";max-width:100%" if shrink else ""}"'
    )
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(label)}"'
    )
    made = (
        f'{start} font-size="14" fill="currentColor" text-anchor="middle" '
        f'dominant-baseline="central">{"".join(parts)}</svg>'
    )
    return made if shrink else f'<div style="overflow-x:auto">{made}</div>'


def fitted(width: float, height: float, label: str, parts: list[str]) -> str:
    """The parts in a frame of any size, which fills its place on the page."""
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'style="width:100%;max-height:var(--rcr-drawing-height,60vh)" role="img" '
        f'aria-label="{escape(label)}"'
    )
    return (
        f'{start} font-size="14" fill="currentColor" text-anchor="middle" '
        f'dominant-baseline="central">{"".join(parts)}</svg>'
    )


def captioned(picture: str, words: str) -> str:
    """A picture with words under it."""
    return f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>"


def side_by_side(*pictures: str) -> str:
    """Pictures in a row, or below each other where there is no room (drawing.css says how)."""
    return f'<div class="figures">{"".join(pictures)}</div>'


def disc(x: float, y: float, radius: float, **more: str | float) -> str:
    """A filled circle."""
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}"{_attributes(more)}/>'


def text(x: float, y: float, words: str, **more: str | float) -> str:
    """Words at a point, their middle on it (``text_anchor`` says otherwise)."""
    return f'<text x="{_n(x)}" y="{_n(y)}"{_attributes(more)}>{escape(words)}</text>'


def box(
    x: float, y: float, width: float, height: float, title: str = "", **more: str | float
) -> str:
    """A rectangle; ``title`` is shown when the pointer rests on it."""
    start = (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" '
        f'height="{_n(height)}"{_attributes(more)}'
    )
    return f"{start}><title>{escape(title)}</title></rect>" if title else f"{start}/>"


def line(*points: float, **more: str | float) -> str:
    """From point to point, given as x0, y0, x1, y1 and so on."""
    way = "L".join(f"{_n(x)} {_n(y)}" for x, y in zip(points[::2], points[1::2], strict=True))
    return f'<path d="M{way}" fill="none"{_attributes(more)}/>'


def dots(points: Iterable[tuple[float, float]], **more: str | float) -> str:
    """A dot at each point, as wide as the stroke, all in one path."""
    way = "".join(f"M{_n(x)} {_n(y)}h0" for x, y in points)
    return f'<path d="{way}" fill="none" stroke-linecap="round"{_attributes(more)}/>'


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _attributes(given: dict[str, str | float]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else f"{value:g}"}"'
        for name, value in given.items()
    )
