"""The pages of the app, which are the files in ``pages/``."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import streamlit as st

from rcr import bundle
from rcr.ui.app.menu_words import page_name

LAST_PLACE = 1000  # of a page that names none


@dataclass(frozen=True, order=True)
class Entry:
    """A page in the menu: its place among the others, its title and its file in ``pages/``."""

    place: int
    title: str
    file: str


@lru_cache
def _entry(file: str, text: str) -> Entry:
    """What a page says of itself: the docstring begins with the title and a colon, ``PLACE`` is
    its place in the menu.
    """
    tree = ast.parse(text, file)
    title = (ast.get_docstring(tree) or Path(file).stem).partition(":")[0]
    places = [
        int(ast.literal_eval(node.value))
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PLACE"
    ]
    return Entry(places[0] if places else LAST_PLACE, title, file)


def entries() -> list[Entry]:
    """Every file of ``pages/``, in the order of the menu."""
    files = (bundle.root() / "pages").glob("*.py")
    return sorted(_entry(path.name, path.read_text(encoding="utf-8")) for path in files)


def navigation() -> Any:
    """The menu of pages; returns the one that is open."""
    pages = [
        st.Page(f"pages/{entry.file}", title=page_name(entry.title), default=number == 0)
        for number, entry in enumerate(entries())
    ]
    return st.navigation(pages)
