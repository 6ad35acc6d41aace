"""The pages of the app, and every one of them inside the frame that app.py draws, whichever a
server is asked for first.
"""

from __future__ import annotations

from typing import Any

import streamlit as st


def navigation() -> Any:
    """The menu of pages; returns the one that is open."""
    st.session_state.framed = True
    return st.navigation(
        [
            st.Page("pages/explore.py", title="Explore", default=True),
            st.Page("pages/compare.py", title="Compare"),
            st.Page("pages/models.py", title="Models"),
            st.Page("pages/paper.py", title="Paper"),
        ]
    )


def want_frame() -> None:
    """For the first line of a page: run again if the frame is not there.

    A folder called pages/ makes streamlit run the first page of a fresh server without app.py,
    until somebody calls ``st.navigation``.
    """
    if not st.session_state.get("framed"):
        navigation()
        st.rerun()
