"""The language of the pages, which the visitor chooses."""

from __future__ import annotations

import streamlit as st

from rcr.course.shelf import ENGLISH, LANGUAGES
from rcr.ui.widgets import chosen, kept

LANGUAGE = "app:language"  # the key of the menu


def language() -> str:
    """The language that the visitor reads; English if nothing else was chosen."""
    found = chosen(LANGUAGE, ENGLISH)
    return found if found in LANGUAGES else ENGLISH


def choose_language() -> None:
    """The menu of languages."""
    st.selectbox(
        "Language · Sprache",
        LANGUAGES,
        format_func=LANGUAGES.__getitem__,
        **kept(LANGUAGE, ENGLISH),
    )
