"""The line for heavy work: no more at once than may be, in the order of coming, none forgotten."""

from __future__ import annotations

from threading import Event

from rcr.ui.job import Job
from rcr.ui.waiting_line import WaitingLine, waiting


def test_everybody_has_his_turn_in_the_order_of_coming():
    line, done, go = WaitingLine(1), [], Event()

    def work(number: int):
        def run(report, cancel):
            go.wait(20)
            done.append(number)
            return number

        return run

    jobs = [Job(work(n), line) for n in range(5)]
    assert [job.place for job in jobs] == [0, 1, 2, 3, 4]
    go.set()
    assert [job.result() for job in jobs] == list(range(5))
    assert done == list(range(5))
    assert {job.place for job in jobs} == {0}


def test_no_more_at_once_than_may_be():
    line, together, most = WaitingLine(2), [], []

    def work(report, cancel):
        together.append(1)
        most.append(len(together))
        together.pop()

    for job in [Job(work, line) for _ in range(50)]:
        job.result()
    assert max(most) <= 2


def test_one_visitors_work_is_done_one_after_the_other_and_keeps_nobody_waiting():
    line = WaitingLine(2)
    first, second, other, later = (line.enter(owner) for owner in ("Anna", "Anna", "Ben", "Cem"))
    assert [line.place(ticket) for ticket in (first, other)] == [0, 0]
    assert [line.place(ticket) for ticket in (second, later)] == [1, 2]
    with line.turn(other, lambda: False):
        assert line.place(later) == 2
    assert [line.place(ticket) for ticket in (first, second, later)] == [0, 1, 0]
    with line.turn(first, lambda: False):
        assert line.place(second) == 1
    assert [line.place(ticket) for ticket in (second, later)] == [0, 0]


def test_who_gives_up_leaves_the_line():
    line, go = WaitingLine(1), Event()
    first = Job(lambda report, cancel: go.wait(20), line)
    second = Job(lambda report, cancel: cancel.is_set(), line)
    third = Job(lambda report, cancel: "mine", line)
    assert (second.place, third.place) == (1, 2)
    second.cancel()
    assert second.result() is True
    assert third.place == 1
    go.set()
    assert first.result()
    assert third.result() == "mine"


def test_a_failure_frees_the_place():
    line = WaitingLine(1)

    def fail(report, cancel):
        raise ValueError

    Job(fail, line).wait(20)
    assert Job(lambda report, cancel: 1, line).result() == 1


def test_what_is_said_to_those_who_wait():
    said = {place: waiting(place) for place in (0, 1, 2, 3, 4, 11, 21, 113)}
    assert said[0] == "Getting ready …"
    for place, told in ((1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st")):
        assert told in said[place]
    assert "113th" in said[113]
