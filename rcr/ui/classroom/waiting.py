"""While the store cannot be asked where somebody belongs, the page says so and tries again."""

from __future__ import annotations

import time
from typing import NoReturn

import streamlit as st

from rcr.ui.plain_words import reason
from rcr.ui.store import store

AGAIN_SECONDS = 1.5  # from one try to the next


def wait_for_store(why: str) -> NoReturn:
    """Instead of a page that would belong to nobody: the reason, until it is over."""
    _try_again(why, time.monotonic())
    st.stop()


@st.fragment(run_every=AGAIN_SECONDS)
def _try_again(why: str, drawn: float) -> None:
    told = reason(why, store().name)
    st.warning(f"{told} Your place in the class is kept; this page goes there by itself.")
    if time.monotonic() - drawn > AGAIN_SECONDS / 2:  # not the first drawing
        st.rerun()
