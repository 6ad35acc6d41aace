"""Long work beside the page: a thread that reports, can be cancelled, and ends with a result or an
error.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Event, Thread
from typing import Generic, TypeVar

Result = TypeVar("Result")
Report = TypeVar("Report")
# without a look from the page, which looks several times a second: the visitor has left
ABANDONED_SECONDS = 180.0


class Cancel(Event):
    """Set when the work is to stop: because it was asked to, or because nobody has looked at it
    for a long time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen = time.monotonic()

    def is_set(self) -> bool:
        return super().is_set() or time.monotonic() - self.seen > ABANDONED_SECONDS


class Job(Generic[Report, Result]):
    """``work(report, cancel)`` in a thread of its own.

    The work calls ``report`` with whatever the page may show meanwhile and looks at ``cancel``
    from time to time; it returns what it has reached. The thread never outlives the server.
    """

    def __init__(self, work: Callable[[Callable[[Report], None], Cancel], Result]) -> None:
        self.latest: Report | None = None
        self._cancel = Cancel()
        self._future: Future[Result] = Future()
        Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: Callable[[Callable[[Report], None], Cancel], Result]) -> None:
        try:
            self._future.set_result(work(self._report, self._cancel))
        except Exception as error:
            self._future.set_exception(error)

    def _report(self, report: Report) -> None:
        self.latest = report

    @property
    def running(self) -> bool:
        self._cancel.seen = time.monotonic()
        return not self._future.done()

    def wait(self, seconds: float) -> None:
        """Give quick work the time to finish, so that the page need not flicker."""
        wait([self._future], timeout=seconds)

    def cancel(self) -> None:
        """Ask the work to stop and to return what it has reached."""
        self._cancel.set()

    def result(self) -> Result:
        """What the work returned; raises what it raised."""
        return self._future.result()
