"""Cookies of the app's own: a browser comes back to its seat without anything in the address."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.ui.components.code import code_place, text_of

DAYS = 30  # as long as a class is kept

_cookie = st.components.v2.component("rcr_cookie", js=text_of(Path(__file__).parent / "cookie.js"))


def remember(name: str, value: str) -> None:
    """Let the browser keep it for its own visits; other sites' pages cannot make it send it."""
    with code_place(f"cookie-{name}"):
        _cookie(key=f"cookie-{name}", data={"name": name, "value": value, "days": DAYS}, height=1)


def forget(name: str) -> None:
    """Let the browser lose it."""
    with code_place(f"cookie-{name}"):
        _cookie(key=f"cookie-{name}", data={"name": name, "value": "", "days": 0}, height=1)


def given(name: str) -> str:
    """What the browser had when it opened this page; empty if nothing."""
    value = st.context.cookies.get(name)
    return value if isinstance(value, str) else ""
