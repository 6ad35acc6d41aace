"""The style of the pages beyond streamlit's settings, drawn by the script."""

from __future__ import annotations

import streamlit as st

from rcr.ui.app.presenter import presenting
from rcr.ui.app.sheets import frame_sheets, page_sheets, sheet
from rcr.ui.components.code import code_place


def style() -> None:
    """Draw what every page has in common."""
    with code_place("style"):
        st.html("".join(map(sheet, frame_sheets())))


def page_style(page: str) -> None:
    """Draw what a page adds of its own."""
    with code_place("page-style"):
        st.html("".join(map(sheet, page_sheets(page, presenting()))))
