"""The way from the app to the documentation, which the same server has."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from rcr import bundle
from rcr.ui.app.language import language

DOCUMENTATION = "/docs"  # where the server has it
NAMES = {"en": "Documentation", "de": "Dokumentation (englisch)"}
HOW_TO_GET_IT = {
    "en": "Documentation: `make docs` builds it; it stands here then.",
    "de": "Dokumentation: `make docs` erstellt sie; dann steht sie hier.",
}


def link_documentation() -> None:
    """A link in the sidebar that opens it in a tab of its own. Where it has not been built, whoever
    sits at the machine itself is told how to.
    """
    if (bundle.site() / "index.html").is_file():
        address = f"{DOCUMENTATION.removeprefix('/')}/index.html"
        st.sidebar.markdown(f"[{NAMES[language()]}]({address})")
    elif urlsplit(st.context.url or "").hostname in ("localhost", "127.0.0.1"):
        st.sidebar.caption(HOW_TO_GET_IT[language()])
