"""Small pictures as SVG text: they take the colour and the font of the page they stand on, and cost next to nothing to draw."""

from __future__ import annotations

from html import escape

LETTER = 7.6  # width of a letter at the size of the text, near enough to leave room for it


def picture(width: float, height: float, label: str, parts: list[str]) -> str:
    """The parts in a frame that grows with the size of the type and never past the page; ``label`` is read out for them."""
    size = f'viewBox="0 0 {_n(width)} {_n(height)}" style="width:{_n(width / 16)}rem;max-width:100%;height:auto"'
    start = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(label)}"'
    return f'{start} font-size="14" fill="currentColor" text-anchor="middle" dominant-baseline="central">{"".join(parts)}</svg>'


def text(x: float, y: float, words: str, **more: str | float) -> str:
    """Words at a point, their middle on it (``text_anchor`` says otherwise)."""
    return f'<text x="{_n(x)}" y="{_n(y)}"{_attributes(more)}>{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, title: str = "", **more: str | float) -> str:
    """A rectangle; ``title`` is shown when the pointer rests on it."""
    start = f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{_attributes(more)}'
    return f"{start}><title>{escape(title)}</title></rect>" if title else f"{start}/>"


def line(x0: float, y0: float, x1: float, y1: float, **more: str | float) -> str:
    return f'<path d="M{_n(x0)} {_n(y0)}L{_n(x1)} {_n(y1)}"{_attributes(more)}/>'


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _attributes(given: dict[str, str | float]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value if isinstance(value, str) else f"{value:g}"}"' for name, value in given.items())
