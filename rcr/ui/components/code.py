"""Where a page keeps the code of a component: an element that takes no room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

STYLE = Path(__file__).parent / "code.css"  # for the frame of the page


def text_of(path: Path) -> str:
    """A file beside the code of a component."""
    return path.read_text(encoding="utf-8")


def code_place(name: str) -> Any:
    """A container for a component that is code alone and shows nothing."""
    return st.container(key=f"code-{name}")
