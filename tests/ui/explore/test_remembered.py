"""What the browser remembers of an earlier visit: how a run begins, the hints, the first sample."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from rcr import bundle
from rcr.ui.explore import keys, remembered
from rcr.ui.explore.beginning import COMPENSATED, THETA_ONE, WATCHED_SAMPLE


def second_visit(monkeypatch: pytest.MonkeyPatch, cookie: str) -> AppTest:
    monkeypatch.setattr(remembered, "given", lambda name: cookie)
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()
    assert not at.exception
    return at


def test_a_run_begins_as_the_last_one_did_and_no_hint_is_given_twice(monkeypatch):
    at = second_visit(monkeypatch, "1-3-1")
    assert at.session_state[keys.BEGINNING] == THETA_ONE
    assert at.session_state.visitor.explore.run.state.number == 0
    assert "of 3" not in at.info[0].value


def test_the_sample_that_was_watched_begins_as_the_visitor_chose(monkeypatch):
    at = second_visit(monkeypatch, "0-1-1")
    assert "(2 of 3)" in at.info[0].value
    at.selectbox(key=keys.MODEL).set_value(WATCHED_SAMPLE).run()
    assert at.session_state[keys.BEGINNING] == COMPENSATED


@pytest.mark.parametrize("cookie", ["", "9-9-1", "hello", "1-3"])
def test_a_cookie_may_be_anything(monkeypatch, cookie):
    at = second_visit(monkeypatch, cookie)
    assert at.session_state[keys.BEGINNING] == COMPENSATED
