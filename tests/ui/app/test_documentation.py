"""The app links to its documentation where that has been built, and serves it as it is."""

from __future__ import annotations

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from rcr import bundle
from rcr.ui.app import first_page


def page():
    from rcr.ui.app.documentation import link_documentation

    link_documentation()


@pytest.mark.parametrize("built", [True, False])
@pytest.mark.parametrize("host", ["localhost", "rcr.example.org"])
def test_the_link_is_there_where_the_site_is_and_at_home_how_to_get_it(
    host, built, tmp_path, monkeypatch
):
    monkeypatch.setattr(bundle, "site", lambda: tmp_path)
    monkeypatch.setattr(type(st.context), "url", f"http://{host}:8501/learn")
    if built:
        (tmp_path / "index.html").write_text("")
    app = AppTest.from_function(page).run(timeout=60)
    links = [text.value for text in app.sidebar.markdown]
    assert links == (["[Documentation](docs/index.html)"] if built else [])
    told = ["make docs" in text.value for text in app.sidebar.caption]
    assert told == ([True] if host == "localhost" and not built else [])


@pytest.mark.parametrize(("path", "dressed"), [("/docs/index.html", False), ("/learn", True)])
def test_its_pages_get_no_look_of_the_app(path, dressed):
    asked = {"method": "GET", "path": path, "headers": [(b"accept", b"text/html")]}
    assert first_page._asks_for_a_page(asked) is dressed
