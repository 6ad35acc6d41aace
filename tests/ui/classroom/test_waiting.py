"""A page that waits for the store says why, draws nothing else, and goes on by itself."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def waiting_page() -> None:
    import streamlit as st

    from rcr.ui.classroom import waiting

    tries = st.session_state.setdefault("tries", 0)
    st.session_state["tries"] = tries + 1
    waiting.AGAIN_SECONDS = 0.0 if tries < 2 else 60.0  # so that the first two look like later ones
    if tries < 2:
        waiting.wait_for_store("the store is busy")
    st.text("there")


def test_it_goes_on_when_the_store_answers():
    page = AppTest.from_function(waiting_page).run()
    assert not page.exception
    assert page.session_state["tries"] == 3
    assert [text.value for text in page.text] == ["there"]


def busy_page() -> None:
    import streamlit as st

    from rcr.ui.classroom.waiting import wait_for_store

    wait_for_store("the store is busy")
    st.text("never drawn")


def test_until_then_it_says_why():
    page = AppTest.from_function(busy_page).run()
    assert not page.exception
    assert page.warning[0].value.startswith("The store is busy. Your place in the class is kept")
    assert not page.text
