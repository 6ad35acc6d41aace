"""A small SVG on the page, in the page's own colours (streamlit's html takes SVG out)."""

from __future__ import annotations

import streamlit as st

_drawing = st.components.v2.component(
    "rcr_drawing",
    html='<div class="drawing"></div>',
    js="export default ({ data, parentElement }) => { "
    'parentElement.querySelector(".drawing").innerHTML = data; };',
)


def drawing(svg: str, *, key: str) -> None:
    """Draw it; whatever it writes must be escaped, as rcr.views.svg does."""
    _drawing(key=key, data=svg)
