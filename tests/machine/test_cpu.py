"""CPU seconds of a thread: its own and what others compute for it."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

from rcr.machine.cpu import cpu_seconds, was_helped


def beside_its_own() -> float:
    """What others have computed for this thread; exact, since its own clock is read on both
    sides.
    """
    before = time.thread_time()
    seconds = cpu_seconds()
    return (seconds - before + seconds - time.thread_time()) / 2


def test_help_counts_for_the_thread_that_was_helped():
    before = beside_its_own()
    was_helped(1000.0)
    assert round(beside_its_own() - before) == 1000
    with ThreadPoolExecutor(1) as other:
        assert round(other.submit(beside_its_own).result()) == 0
