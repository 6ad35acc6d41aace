"""The language of the pages, which the visitor chooses and the browser remembers."""

from __future__ import annotations

import streamlit as st

from rcr.classroom.retention import PROGRESS_DAYS
from rcr.course.lesson_folders import ENGLISH, LANGUAGES
from rcr.ui.components.cookie import given, remember
from rcr.ui.widgets import chosen, kept

LANGUAGE = "app:language"  # the key of the menu
LANGUAGE_COOKIE = "rcr-language"


def language() -> str:
    """The language that the visitor reads: what is chosen, what was chosen in this browser before,
    or English.
    """
    found = chosen(LANGUAGE, given(LANGUAGE_COOKIE))
    return found if found in LANGUAGES else ENGLISH


def choose_language() -> None:
    """The menu of languages."""
    st.selectbox(
        "Language · Sprache",
        LANGUAGES,
        format_func=LANGUAGES.__getitem__,
        **kept(LANGUAGE, language()),
    )
    if language() != (given(LANGUAGE_COOKIE) or ENGLISH):
        remember(LANGUAGE_COOKIE, language(), PROGRESS_DAYS)
