"""Long work beside the page: a thread that reports, can be cancelled, and ends with a result or an
error.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, nullcontext
from threading import Event, Thread
from typing import Generic, TypeVar

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from rcr.ui.waiting_line import WaitingLine

Result = TypeVar("Result")
Report = TypeVar("Report")
# without a look from the page, which looks several times a second: the visitor has left
ABANDONED_SECONDS = 180.0
STOPPING_SECONDS = 0.8  # what stops later is seen by one of the page's next looks
LEFT_SECONDS = 1.0  # without a connection: longer than a reload, shorter than anybody notices


class Cancel(Event):
    """Set when the work is to stop: because it was asked to, because the visitor's page is closed,
    or because nobody has looked at it for a long time.
    """

    def __init__(
        self, is_here: Callable[[], bool] = lambda: True, patience: float = ABANDONED_SECONDS
    ) -> None:
        super().__init__()
        self._patience = patience
        self.seen = self._here = time.monotonic()
        self._is_here = is_here

    def is_set(self) -> bool:
        now = time.monotonic()
        if self._is_here():
            self._here = now
        left = now - self._here > LEFT_SECONDS
        return super().is_set() or left or now - self.seen > self._patience


def connection() -> Callable[[], bool]:
    """Asks whether the page of the visitor whose script this is called from is still open."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or not runtime.exists():
        return lambda: True
    sessions, session = runtime.get_instance(), context.session_id
    return lambda: sessions.is_active_session(session)


def _owner() -> str | None:
    """The visitor whose script this is called from."""
    context = get_script_run_ctx(suppress_warning=True)
    return None if context is None else context.session_id


class Job(Generic[Report, Result]):
    """``work(report, cancel)`` in a thread of its own.

    The work calls ``report`` with whatever the page may show meanwhile and looks at ``cancel``
    from time to time; it returns what it has reached. The thread never outlives the server.
    Heavy work stands in a line for its turn. It is given up when no page has looked at it for the
    seconds of ``patience``.
    """

    def __init__(
        self,
        work: Callable[[Callable[[Report], None], Cancel], Result],
        line: WaitingLine | None = None,
        patience: float = ABANDONED_SECONDS,
    ) -> None:
        self.latest: Report | None = None
        self._line, self._ticket = line, None if line is None else line.enter(_owner() or self)
        self._cancel = Cancel(connection(), patience)
        self._future: Future[Result] = Future()
        Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: Callable[[Callable[[Report], None], Cancel], Result]) -> None:
        try:
            with self._turn():
                self._future.set_result(work(self._report, self._cancel))
        except Exception as error:
            self._future.set_exception(error)

    def _turn(self) -> AbstractContextManager[None]:
        if self._line is None or self._ticket is None:
            return nullcontext()
        return self._line.turn(self._ticket, self._cancel.is_set)

    @property
    def place(self) -> int:
        """The place in the line of those who wait; 0 if nothing is waited for."""
        if self._line is None or self._ticket is None:
            return 0
        return self._line.place(self._ticket)

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

    def stop(self) -> None:
        """The same, and wait a moment for the end, so that the page shows it at once."""
        self.cancel()
        self.wait(STOPPING_SECONDS)

    def result(self) -> Result:
        """What the work returned; raises what it raised."""
        return self._future.result()
