"""A budget: a time limit on either clock, its shares, a wish to stop, and slices that grow and
shrink with what they take.
"""

from __future__ import annotations

import time
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.run import budget as module
from rcr.run.budget import MIN_WALL_SECONDS, SLICE_SECONDS, Budget, CpuClock, next_slice


class Times:
    """What both clocks show, set by hand; stands in for the module ``time``."""

    cpu = wall = 100.0

    def perf_counter(self):
        return self.wall


@pytest.fixture
def times(monkeypatch):
    times = Times()
    monkeypatch.setattr(module, "time", times)
    monkeypatch.setattr(module, "cpu_seconds", lambda: times.cpu)
    return times


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


def test_the_longest_time_between_two_looks_is_kept_in_hand(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    budget = Budget(time_limit=100.0)
    part = budget.share(1)
    for clock in (1.0, 4.0, 5.0, 96.9):
        now[0] = clock
        assert not part.over()
        assert budget.longest == part.longest
        if clock == 5.0:
            assert budget.longest == 3.0
            budget.looked = part.looked = 96.0
    now[0] = 97.1
    assert part.over()
    assert budget.over()
    short = Budget(time_limit=10.0)
    now[0] += 9.4
    assert not short.over()
    now[0] += 0.2
    assert short.over()


def test_a_share_is_a_part_of_what_is_left():
    budget = Budget(time_limit=100.0)
    before = time.perf_counter()
    share = budget.share(4)
    after = time.perf_counter()
    assert (budget.deadline - after) / 4 <= share.time_limit <= (budget.deadline - before) / 4


def test_a_limit_in_cpu_seconds_does_not_count_what_others_take(times):
    budget = Budget(time_limit=2.0, clock=CpuClock())
    times.wall += MIN_WALL_SECONDS - 1
    times.cpu += 0.5
    assert not budget.over()
    assert budget.seconds_left == 1.5
    share = budget.share(3)
    times.cpu += 0.6
    assert share.over()
    assert not budget.over()
    times.cpu += 1.0
    assert budget.over()
    assert budget.reason == "the time limit of 2 CPU s"


@pytest.mark.parametrize(("limit", "wall"), [(2.0, 60.0), (30.0, 600.0)])
def test_what_waits_and_does_not_compute_ends_by_the_clock_on_the_wall(times, limit, wall):
    budget = Budget(time_limit=limit, clock=CpuClock())
    times.wall += wall - 1
    times.cpu += 0.25
    share = budget.share(100)
    assert not budget.over()
    assert not share.over()
    times.wall += 2
    assert budget.over()
    assert share.over(), "waiting is waiting, whichever part of it"
    told = f"the limit of {wall:g} s by the clock, after 0.25 of {limit:g} CPU s"
    assert budget.reason == told


def test_without_a_limit_it_may_wait_for_ever(times):
    budget = Budget(clock=CpuClock())
    times.wall = times.cpu = 1e9
    assert not budget.over()
    assert not budget.share(2).over()


def test_a_clock_that_stood_still_leaves_the_limit_where_it_was(times):
    clock = CpuClock()
    budget = Budget(time_limit=2.0, clock=clock)
    times.cpu += 1.0
    shown = clock.read()
    times.cpu += 5.0
    clock.go_back(shown)
    assert clock.read() == shown
    assert budget.seconds_left == 1.0


@given(st.integers(1, 10**6), st.floats(0.0, 10.0))
def test_a_slice_never_stands_still_nor_grows_too_fast(done, seconds):
    following = next_slice(done, seconds)
    assert 1 <= following <= 4 * done
    if 1 < following < 4 * done:
        assert following == pytest.approx(done * SLICE_SECONDS / seconds, abs=1)
