"""Whoever writes or guesses too fast is refused with a sentence, and served again after a while."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.classroom import NotKept, Store, TooOften, limits
from rcr.classroom.limits import Allowance, Rate
from tests.classroom.helpers import Clock, open_store


@given(
    st.floats(1, 20),
    st.floats(0.1, 10),
    st.lists(st.floats(0, 3), min_size=1, max_size=60),
)
def test_no_more_than_the_burst_and_the_rate_allow(
    burst: float, per_second: float, pauses: list[float]
):
    clock = Clock()
    clock.time = 0.0
    allowance = Allowance(Rate(burst, per_second), clock)
    done = 0
    for pause in pauses:
        clock.time += pause
        try:
            allowance.spend("somebody")
            done += 1
        except TooOften:
            pass
        assert done <= burst + per_second * clock.time + 1e-9
    clock.time += 1.01 * burst / per_second
    allowance.spend("somebody")


def test_one_visitor_does_not_use_up_anothers_share():
    allowance = Allowance(Rate(1, 0.0))
    allowance.spend("a")
    with pytest.raises(TooOften, match="quicker than the store"):
        allowance.spend("a")
    allowance.spend("b")


def test_the_quietest_are_forgotten_first(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MAX_REMEMBERED", 2)
    allowance = Allowance(Rate(1, 0.0))
    for who in "abc":
        allowance.spend(who)
    allowance.spend("a")
    with pytest.raises(TooOften):
        allowance.spend("c")


def test_a_store_limits_the_writes_of_a_visitor(place: str):
    store = open_store(place, writes=Rate(2, 0.0))
    visitor, _ = store.visitors.new()
    for tries in (1, 2):
        store.progress.add_answer(visitor, "lesson", 1, "x", False, tries)
    with pytest.raises(TooOften):
        store.progress.add_answer(visitor, "lesson", 1, "x", True, 3)
    assert len(store.progress.answers(visitor)) == 2


def test_guessed_codes_are_refused_after_a_while_in_every_process(
    store: Store, place: str, clock: Clock
):
    desk, _ = store.classes.found("Monday")
    code = desk.info().code
    other_process = open_store(place, clock)
    for n in range(int(limits.WRONG_CODES.burst)):
        with pytest.raises(NotKept, match="no class has this code"):
            (store if n % 2 else other_process).classes.knock("AAAAA", "10.0.0.1")
    for classes in (store.classes, other_process.classes):
        with pytest.raises(TooOften, match=r"wait \d+ seconds"):
            classes.knock(code, "10.0.0.1")
        with pytest.raises(TooOften):
            classes.join(code, "Mallory", "10.0.0.1")
    assert store.classes.knock(code, "10.0.0.2").title == "Monday"
    clock.time += 1 / limits.WRONG_CODES.per_second
    assert store.classes.knock(code, "10.0.0.1").title == "Monday"


def test_right_codes_are_not_counted(store: Store):
    desk, _ = store.classes.found()
    code = desk.info().code
    for n in range(2 * int(limits.WRONG_CODES.burst)):
        store.classes.join(code, f"student {n}", "the school's address")
    assert len(desk.board(None)) == 2 * int(limits.WRONG_CODES.burst)
