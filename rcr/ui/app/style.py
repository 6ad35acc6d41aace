"""The style of the pages beyond streamlit's settings, from the css files beside their code."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.ui.components.code import STYLE as CODE_STYLE
from rcr.ui.widgets import chosen, kept

HERE = Path(__file__).parent
BIG_TYPE = "app:big-type"  # the key of the switch
BIG_TYPE_SCALE = 1.25


def sheet(path: Path) -> str:
    """A css file as an element of the page."""
    return f"<style>{path.read_text(encoding='utf-8')}</style>"


def choose_type_size() -> None:
    """The switch for a projector."""
    st.toggle("Big type", help="For a projector", **kept(BIG_TYPE))


def type_scale() -> float:
    """How much larger than usual the type of the page is."""
    return BIG_TYPE_SCALE if chosen(BIG_TYPE, False) else 1.0


def style() -> None:
    """Lay the page out in the size of its type."""
    size = f"<style>html {{font-size: {100 * type_scale():g}%}}</style>"
    st.html(size + sheet(HERE / "app.css") + sheet(CODE_STYLE))


def page_style(page: str) -> None:
    """What a page adds of its own: the css file in its folder."""
    st.html(sheet(HERE.parent / page / f"{page}.css"))
