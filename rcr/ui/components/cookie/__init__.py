"""Cookies of the app's own: a browser is known again without a secret in the address."""

from __future__ import annotations

import streamlit as st

from rcr.classroom.tokens import digest
from rcr.ui.components.code import code_place, component_of
from rcr.ui.store import store

NAME_LETTERS = 8  # of the store's digest

_cookie = component_of(__file__)


def cookie_name(name: str, store_name: str) -> str:
    """The store is in it: a browser does not tell two servers of one machine apart."""
    return f"{name}-{digest(store_name)[:NAME_LETTERS]}"


def remember(name: str, value: str, days: int) -> None:
    """Let the browser keep it for its own visits; other sites' pages cannot make it send it."""
    data = {"name": cookie_name(name, store().name), "value": value, "days": days}
    with code_place(f"cookie-{name}"):
        _cookie(key=f"cookie-{name}", data=data, height=1)


def forget(name: str) -> None:
    """Let the browser lose it."""
    remember(name, "", 0)


def given(name: str) -> str:
    """What the browser had when it opened this page; empty if nothing."""
    value = st.context.cookies.get(cookie_name(name, store().name))
    return value if isinstance(value, str) else ""
