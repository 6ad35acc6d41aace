"""Work without which a page cannot be drawn: where it takes long it goes on beside the page, which
says so meanwhile and offers to stop it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

import streamlit as st

from rcr import ModelError
from rcr.ui.job import Cancel, Job

Result = TypeVar("Result")
Stop = Callable[[], bool]  # whether the work is to end
QUICK_SECONDS = 0.6  # what is over in that time is simply waited for; so long Stop may wait, too
LOOK_SECONDS = 0.4  # from one look at the work to the next


class Stopped(Exception):
    """The work has ended before it was done."""


class StillWorking(Exception):
    """The page cannot be drawn yet."""

    def __init__(self, background: BackgroundWork) -> None:
        super().__init__(background.words)
        self.background = background


class BackgroundWork:
    """A visitor's piece of such work, known by its purpose; what is wanted for another purpose
    takes its place.
    """

    def __init__(self) -> None:
        self.words, self.began = "", 0.0
        self._purpose: Hashable = None
        self._job: Job[Any, Any] | None = None
        self._lock = Lock()

    def done(self, purpose: Hashable, words: str, work: Callable[[Stop], Result]) -> Result:
        """What the work comes to, or what it raises; ``StillWorking`` until then."""
        with self._lock:
            if self._job is None or purpose != self._purpose:
                self._begin(purpose, words, work)
            job: Job[Any, Result] | None = self._job
        assert job is not None
        job.wait(QUICK_SECONDS)
        if job.running:
            raise StillWorking(self)
        with self._lock:
            self._job = None if self._job is job else self._job
        try:
            return job.result()
        except Stopped:  # the visitor was away, and is back
            return self.done(purpose, words, work)

    @property
    def running(self) -> bool:
        job = self._job
        return job is not None and job.running

    def stop(self) -> None:
        """It is no longer wanted."""
        with self._lock:
            if self._job is not None:
                self._job.cancel()
            self._job = None

    def _begin(self, purpose: Hashable, words: str, work: Callable[[Stop], Any]) -> None:
        def unless_stopped(report: Callable[[Any], None], cancel: Cancel) -> Any:
            try:
                made = work(cancel.is_set)
            except ModelError:
                if cancel.is_set():
                    raise Stopped from None
                raise
            if cancel.is_set():
                raise Stopped
            return made

        if self._job is not None:
            self._job.cancel()
        self._purpose, self.words, self.began = purpose, words, time.monotonic()
        self._job = Job(unless_stopped)


@st.fragment(run_every=LOOK_SECONDS)
def still_working(background: BackgroundWork, on_stop: Callable[[], None]) -> None:
    """In place of what cannot be drawn yet: what is done, since when, and a way to stop it, which
    does ``on_stop``.
    """
    if not background.running:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", key="background"):
        st.button("Stop", type="primary", shortcut="e", on_click=on_stop, key="stop-background")
        st.markdown(
            f"{background.words} … {time.monotonic() - background.began:.0f} s", width="stretch"
        )
