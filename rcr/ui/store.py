"""The store of this server: opened once, for all visitors."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.classroom import Store, StoreError
from rcr.compare.kept_comparisons import expire

TIDY_SECONDS = 86_400.0  # from one clearing up of what is past its time to the next


@st.cache_resource(show_spinner=False)
def store() -> Store:
    """The store that the start of the app has named; nothing is opened before its first use."""
    return Store()


def comparisons_folder() -> Path:
    """Where the visitors' comparisons are kept."""
    return store().folder / "comparisons"


@st.cache_resource(ttl=TIDY_SECONDS, show_spinner=False)
def tidy() -> None:
    """Delete what is past its time: with the first page of a server, and once a day."""
    expire(comparisons_folder())
    try:
        store().expire()
    except StoreError:
        return  # whoever needs the store says so; tomorrow is soon enough for this
