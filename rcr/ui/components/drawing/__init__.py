"""A small SVG on the page, in the page's own colours (streamlit's html takes SVG out)."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.ui.components.code import text_of

_drawing = st.components.v2.component(
    "rcr_drawing",
    html='<div class="drawing"></div>',
    js=text_of(Path(__file__).parent / "drawing.js"),
)


def drawing(svg: str, *, key: str) -> None:
    """Draw it; whatever it writes must be escaped, as rcr.views.svg does."""
    _drawing(key=key, data=svg)
