"""A budget: a time limit, its shares, a wish to stop, and slices that grow and shrink with what
they take.
"""

from __future__ import annotations

import time
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.run.budget import SLICE_SECONDS, Budget, next_slice


def test_who_waits_for_ever_stops_when_asked():
    cancel = Event()
    budget = Budget(cancel)
    assert not budget.over()
    assert not budget.share(3).over()
    assert budget.seconds_left is None
    cancel.set()
    assert budget.over()
    assert budget.share(3).over()
    assert budget.reason == "request"


def test_a_time_limit_ends_it_and_is_named():
    budget = Budget(time_limit=0.0)
    while not budget.over():  # the clock may not have moved yet
        pass
    assert budget.reason == "the time limit of 0 s"


def test_a_share_is_a_part_of_what_is_left():
    budget = Budget(time_limit=100.0)
    before = time.perf_counter()
    share = budget.share(4)
    after = time.perf_counter()
    assert (budget.deadline - after) / 4 <= share.time_limit <= (budget.deadline - before) / 4


@given(st.integers(1, 10**6), st.floats(0.0, 10.0))
def test_a_slice_never_stands_still_nor_grows_too_fast(done, seconds):
    following = next_slice(done, seconds)
    assert 1 <= following <= 4 * done
    if 1 < following < 4 * done:
        assert following == pytest.approx(done * SLICE_SECONDS / seconds, abs=1)
