"""Files from a visitor, each read once and not again with every drawing of the page."""

from __future__ import annotations

from typing import Any

import streamlit as st

from rcr.ui.visitor import visitor


def uploaded(label: str, key: str, help: str | None = None) -> Any:
    """A place to drop a file; returns the file if it has not been read yet, and takes it as
    read.
    """
    file = st.file_uploader(label, key=key, help=help)
    read = visitor().files_read
    if file is None or read.get(key) == file.file_id:
        return None
    read[key] = file.file_id
    return file
