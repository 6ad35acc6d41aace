"""Secrets are long, hidden and compared whole; codes are short and clear."""

from __future__ import annotations

import hmac
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.classroom import Secret, Store, tokens


def test_a_secret_has_128_bits_and_more_and_none_is_like_another():
    texts = {Secret.new().text for _ in range(1000)}
    assert len(texts) == 1000
    assert all(6 * len(text) >= 128 for text in texts)
    assert tokens.SECRET_BYTES * 8 >= 128


def test_a_secret_shows_itself_nowhere():
    secret = Secret.new()
    formatted = "%s" % (secret,)  # noqa: UP031
    for shown in (repr(secret), str(secret), f"{secret}", f"{[secret]}", formatted):
        assert secret.text not in shown


def test_secrets_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch):
    compared = []
    true_compare = hmac.compare_digest

    def compare(a: str, b: str) -> bool:
        compared.append((a, b))
        return true_compare(a, b)

    monkeypatch.setattr(hmac, "compare_digest", compare)
    assert tokens.is_secret("s", tokens.digest("s"))
    assert not tokens.is_secret("t", tokens.digest("s"))
    assert [len(a) for pair in compared for a in pair] == [64] * 4


@given(st.text(), st.text())
def test_only_the_same_text_is_the_secret(a: str, b: str):
    assert tokens.is_secret(a, tokens.digest(b)) == (a == b)


def test_a_code_has_five_letters_that_do_not_look_alike():
    codes = {tokens.new_code() for _ in range(2000)}
    assert all(len(code) == 5 and set(code) <= set(tokens.CODE_LETTERS) for code in codes)
    assert not set("ILOQUV01258") & set(tokens.CODE_LETTERS)
    assert len(codes) > 1900


@given(st.text(max_size=40))
def test_a_typed_code_is_read_in_any_form(noise: str):
    assert tokens.typed_code(" bcd-fg ") == "BCDFG"
    assert len(tokens.typed_code(noise)) <= tokens.CODE_CHARACTERS + 1
    assert tokens.typed_code("BCDFGH") != "BCDFG"


def test_the_store_says_its_secrets_neither_in_logs_nor_in_objects(
    store: Store, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    visitor, mine = store.visitors.new()
    desk, teachers = store.classes.found("Monday")
    seat, students = store.classes.join(desk.info().code, "Anna", "here")
    store.visitors.enter(mine.text)
    store.classes.desk(desk.info().public_id, teachers.text)
    store.classes.seat(desk.info().public_id, students.text)
    shown = repr(
        [
            store,
            visitor,
            desk,
            seat,
            desk.info(),
            desk.members(),
            desk.board(None),
            seat.now(),
            desk.results(),
        ]
    )
    for secret in (mine, teachers, students):
        assert secret.text not in shown + caplog.text
        assert tokens.digest(secret.text) not in shown
