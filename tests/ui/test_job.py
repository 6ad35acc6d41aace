"""Work beside the page: it reports, it stops when asked, it ends with a result or an error."""

from __future__ import annotations

from threading import Event

import pytest

from rcr.ui.job import LEFT_SECONDS, Cancel, Job


def test_ends_with_a_result_after_its_last_report():
    job = Job(lambda report, cancel: [report(i) for i in range(3)] and "done")
    assert job.result() == "done"
    assert job.latest == 2
    assert not job.running


def test_cancel_returns_what_was_reached():
    begun = Event()

    def count(report, cancel):
        n = 0
        while not cancel.wait(0.001):
            n += 1
            report(n)
            begun.set()
        return n

    job = Job(count)
    assert begun.wait(10)
    assert job.running
    job.cancel()
    assert job.result() == job.latest > 0


def test_an_error_is_raised_where_the_result_is_asked_for():
    job = Job(lambda report, cancel: 1 / 0)
    job.wait(10)
    assert not job.running
    with pytest.raises(ZeroDivisionError):
        job.result()


def test_what_nobody_looks_at_any_more_stops():
    begun = Event()

    def count(report, cancel):
        begun.set()
        while not cancel.is_set():
            pass
        return "left"

    job = Job(count, patience=0.01)
    assert begun.wait(10)
    assert job.result() == "left"


def test_waiting_is_bounded():
    release = Event()
    job = Job(lambda report, cancel: release.wait(10))
    job.wait(0.01)
    assert job.running
    release.set()
    assert job.result()


def test_work_stops_when_the_page_is_closed_but_not_for_a_short_break(monkeypatch):
    here, now = [True], [100.0]
    monkeypatch.setattr("rcr.ui.job.time.monotonic", lambda: now[0])
    cancel = Cancel(lambda: here[0])
    assert not cancel.is_set()
    here[0], now[0] = False, 100.0 + LEFT_SECONDS / 2
    assert not cancel.is_set()
    here[0], now[0] = True, now[0] + LEFT_SECONDS
    assert not cancel.is_set()
    here[0], now[0] = False, now[0] + 1.1 * LEFT_SECONDS
    assert cancel.is_set()
