"""A button that takes a picture away as PNG, made from its SVG by the browser."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.ui.components.code import text_of

HERE = Path(__file__).parent
_png = st.components.v2.component(
    "rcr_png",
    html='<button type="button"></button>',
    css=text_of(HERE / "png.css"),
    js=text_of(HERE / "png.js"),
)


def png_button(label: str, svg: str, name: str, *, key: str) -> None:
    """A button with this label, to a file of this name."""
    _png(key=key, data={"label": label, "svg": svg, "name": name}, width="content")
