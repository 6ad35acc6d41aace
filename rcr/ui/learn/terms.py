"""Terms in a lesson's text, which frame what they name on the page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.ui.components.code import code_place, text_of
from rcr.ui.learn.words import words

_terms = st.components.v2.component("rcr_terms", js=text_of(Path(__file__).parent / "terms.js"))


def term_links() -> None:
    """The code that follows the pointer; once on a page."""
    with code_place("terms"):
        _terms(key="rcr-terms", data=dict(words().terms), height=1)


def named(term: str) -> str:
    """The key of a container or a widget that a term names."""
    return f"term-{term}"
