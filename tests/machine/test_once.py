"""What is worked out once: by one thread for all that ask the same object; others need not wait."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from rcr.machine.once import once

PATIENCE = 20.0  # seconds after which something has gone wrong


class Slow:
    """Its answer is worked out between two events."""

    def __init__(self) -> None:
        self.begun, self.may_end = Event(), Event()
        self.times = 0

    @once
    def answer(self) -> object:
        """The only one."""
        self.times += 1
        self.begun.set()
        assert self.may_end.wait(PATIENCE)
        return object()


def test_it_is_worked_out_when_it_is_asked_for_and_kept():
    one = Slow()
    one.may_end.set()
    assert one.times == 0
    assert one.answer is one.answer
    assert one.times == 1


def test_the_class_tells_what_it_is():
    assert Slow.answer.__doc__ == "The only one."


def test_who_asks_another_object_does_not_wait():
    one, other = Slow(), Slow()
    other.may_end.set()
    with ThreadPoolExecutor() as threads:
        late = threads.submit(lambda: one.answer)
        assert one.begun.wait(PATIENCE)
        early = threads.submit(lambda: other.answer)
        try:
            assert early.result(PATIENCE) is other.answer
            assert not late.done()
        finally:
            one.may_end.set()
        assert late.result(PATIENCE) is one.answer


def test_who_asks_the_same_object_gets_the_same_and_it_is_worked_out_once():
    one, count = Slow(), 8
    together = Barrier(count)

    def ask() -> object:
        together.wait(PATIENCE)
        return one.answer

    with ThreadPoolExecutor(count) as threads:
        asked = [threads.submit(ask) for _ in range(count)]
        assert one.begun.wait(PATIENCE)
        one.may_end.set()
        answers = {id(each.result(PATIENCE)) for each in asked}
    assert answers == {id(one.answer)}
    assert one.times == 1


def test_what_failed_is_tried_again():
    class Failing:
        fails = True

        @once
        def answer(self) -> int:
            if self.fails:
                raise ValueError("not yet")
            return 1

    one = Failing()
    with pytest.raises(ValueError, match="not yet"):
        _ = one.answer
    one.fails = False
    assert one.answer == 1


def test_nothing_is_kept_beside_the_objects():
    one = Slow()
    one.may_end.set()
    assert one.answer is one.__dict__["answer"]
    assert Slow.answer._at_it == {}
