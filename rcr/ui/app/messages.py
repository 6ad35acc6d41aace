"""What streamlit does for every run of a script, and what need not be done for each anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from streamlit.runtime import app_session

SETTINGS = ("_populate_theme_msg", "_populate_config_msg")  # fill the first message of a run


def remember_settings() -> None:
    """Before the first page is asked for: every run of a script, each look at a class among them,
    begins with a message that holds all settings, and making it takes longer than such a look.
    """
    session: Any = app_session
    for name in SETTINGS:
        setattr(session, name, remembered(getattr(session, name)))


def remembered(populate: Callable[..., None]) -> Callable[..., None]:
    """Fills a part of a message with what it was filled with first, since the settings stay as they
    are while the server runs.
    """
    known: dict[tuple[str, ...], Any] = {}

    def fill(part: Any, *section: str) -> None:
        if section not in known:
            first = type(part)()
            populate(first, *section)
            known[section] = first
        if known[section].ListFields():
            part.MergeFrom(known[section])

    return fill
