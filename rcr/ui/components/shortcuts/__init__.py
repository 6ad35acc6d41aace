"""The keys of a page's buttons: they work wherever the focus is, except where one writes; ``?``
lists them.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.ui.components.code import code_place, text_of

HERE = Path(__file__).parent
_shortcuts = st.components.v2.component(
    "rcr_shortcuts",
    html=text_of(HERE / "shortcuts.html"),
    css=text_of(HERE / "shortcuts.css"),
    js=text_of(HERE / "shortcuts.js"),
)


def shortcuts() -> None:
    """Listen to the keys of the whole page, whichever it is; a button says itself what its key
    is.
    """
    with code_place("shortcuts"):
        _shortcuts(key="rcr-shortcuts", height=1)
