"""Work beside the page: it reports, it stops when asked, it ends with a result or an error."""

from __future__ import annotations

from threading import Event

import pytest

from rcr.ui.job import Job


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


def test_what_nobody_looks_at_any_more_stops(monkeypatch):
    begun = Event()

    def count(report, cancel):
        begun.set()
        while not cancel.is_set():
            pass
        return "left"

    job = Job(count)
    assert begun.wait(10)
    assert job.running
    monkeypatch.setattr("rcr.ui.job.ABANDONED_SECONDS", 0.0)
    assert job.result() == "left"


def test_waiting_is_bounded():
    release = Event()
    job = Job(lambda report, cancel: release.wait(10))
    job.wait(0.01)
    assert job.running
    release.set()
    assert job.result()
