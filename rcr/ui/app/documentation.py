"""The way from the app to the documentation, which the same server has."""

from __future__ import annotations

import streamlit as st

from rcr import bundle
from rcr.ui.app.language import language

DOCUMENTATION = "/docs"  # where the server has it
NAMES = {"en": "Documentation", "de": "Dokumentation (englisch)"}


def link_documentation() -> None:
    """A link in the sidebar that opens it in a tab of its own, where it has been built."""
    if (bundle.site() / "index.html").is_file():
        address = f"{DOCUMENTATION.removeprefix('/')}/index.html"
        st.sidebar.markdown(f"[{NAMES[language()]}]({address})")
