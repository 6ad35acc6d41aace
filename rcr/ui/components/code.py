"""The code of components: read from the files beside them, and kept on a page without room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

STYLE = Path(__file__).parent / "code.css"  # for the frame of the page


def text_of(path: Path) -> str:
    """A file beside the code of a component."""
    return path.read_text(encoding="utf-8")


def component_of(module: str, html: str | None = None) -> Any:
    """The component of a folder, to be mounted: its js, css and html are called as the folder is.
    ``module`` is the ``__file__`` of its code.
    """
    folder = Path(module).parent

    def text(ending: str) -> str | None:
        path = folder / f"{folder.name}.{ending}"
        return text_of(path) if path.exists() else None

    return st.components.v2.component(
        f"rcr_{folder.name}", html=html or text("html"), css=text("css"), js=text("js")
    )


def code_place(name: str) -> Any:
    """A container for a component that is code alone and shows nothing."""
    return st.container(key=f"code-{name}")
