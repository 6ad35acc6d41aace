"""What widgets show, and which choices outlive a change of page.

Streamlit keeps what a widget shows under the widget's key and forgets it as soon as the widget is
not drawn. The choices that are to stay, whatever page is open, have their keys in the ``keys.py``
of their page and are drawn with ``kept``.
"""

from __future__ import annotations

from typing import Any

import streamlit as st


def kept(key: str, start: Any = None) -> dict[str, Any]:
    """For a widget whose choice outlives a change of page: its key and, if one is given, where it
    starts; it must have no default of its own beside that.
    """
    if start is not None:
        st.session_state.setdefault(key, start)
    return {"key": key, "persist_state": "session"}


def chosen(key: str, usual: Any) -> Any:
    """What a widget shows, also before it is drawn; what it usually shows if it never was."""
    found = st.session_state.get(key)
    return usual if found is None else found


def show(key: str, value: Any) -> None:
    """Let a widget show this when it is next drawn; before that, or in a callback."""
    st.session_state[key] = value
