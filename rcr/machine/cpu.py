"""CPU seconds of a thread, with those that other threads have computed for it."""

from __future__ import annotations

import time
from threading import local


class _Helped(local):
    """What others have computed for each thread."""

    seconds = 0.0


_helped = _Helped()


def cpu_seconds() -> float:
    """Of this thread so far; only differences mean something."""
    return time.thread_time() + _helped.seconds


def was_helped(seconds: float) -> None:
    """Another thread has computed so long for this one."""
    _helped.seconds += seconds
