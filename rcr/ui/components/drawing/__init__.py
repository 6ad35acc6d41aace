"""A small SVG on the page, in the page's own colours (streamlit's html takes SVG out)."""

from __future__ import annotations

from rcr.ui.components.code import component_of

_drawing = component_of(__file__, html='<div class="drawing"></div>')


def drawing(svg: str, *, key: str, look: str = "") -> None:
    """Draw it, with one of the looks of drawing.css where it has none of its own; whatever it
    writes must be escaped, as rcr.views.svg does.
    """
    _drawing(key=key, data=f'<div class="{look}">{svg}</div>' if look else svg)
