"""Presenter mode: a page for a projector, without what only its presenter needs. The address shows
it, so that a reload stays in it and a link opens in it.
"""

from __future__ import annotations

import streamlit as st

from rcr.ui.app.sheets import PRESENT
from rcr.ui.visitor import visitor


def presenting() -> bool:
    """Whether the page is shown on a projector: as the address says when the visitor comes, and as
    the visitor wants after that.
    """
    who = visitor()
    if who.presenting is None:
        who.presenting = PRESENT in st.query_params
    return who.presenting


def present_or_leave() -> None:
    """Begin to present, or end it; for callbacks."""
    visitor().presenting = not presenting()


def present_button() -> None:
    """The way into presenter mode, and by its key out of it; for a page that can be presented."""
    _show_in_address()
    with st.sidebar:
        st.button(
            "Present",
            key="present",
            shortcut="f",
            on_click=present_or_leave,
            width="stretch",
            help="For a projector: large, without this sidebar; F again comes back",
        )


def _show_in_address() -> None:
    """Let the address say it."""
    if presenting() and PRESENT not in st.query_params:
        st.query_params[PRESENT] = "1"
    elif not presenting():
        st.query_params.pop(PRESENT, None)
