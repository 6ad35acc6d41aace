"""Keeps a visitor's runs in the store while the page goes on: a thread writes, and what the store
refuses is written when it takes it again.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Condition, Lock, Thread
from typing import Any

from rcr import Run
from rcr.classroom import KeptRun, NotKept, Recorder, Secret, Store, StoreError, Visitor
from rcr.state import State

RETRY_SECONDS = 1.0  # from one attempt to the next while the store refuses


@dataclass(eq=False)
class Record:
    """One run as it is to be kept: its latest state and view, and who writes it down."""

    start: State  # which every fork of the run shares
    title: str
    view: dict[str, Any]
    run: Run  # a fork, which nobody moves
    recorder: Recorder | None = None
    number: int | None = None  # among the visitor's runs, once it is known
    wanted: int = field(default=0, repr=False)  # how often something was to be written
    written: int = field(default=0, repr=False)  # up to which of these it is in the store


class Keeper:
    """One visitor's: ``keep`` returns at once, ``is_saved`` says whether all of it has arrived."""

    def __init__(self, store: Store, secret: str | None = None) -> None:
        self._store, self._secret = store, secret or Secret.new().text
        self._is_ours = secret is None  # not just something that an address carried
        self._is_in_store = secret is not None
        self._who: Visitor | None = None
        self._entering, self._changed = Lock(), Condition()
        self._records: list[Record] = []  # those with something to write, and the current one
        self._current: Record | None = None
        self._writer: Thread | None = None
        self.trouble: str | None = None  # the sentence to show while something is not written

    @property
    def store(self) -> Store:
        return self._store

    @property
    def secret(self) -> str:
        """What the address carries; another one where the store does not know what it carried."""
        return self._secret

    @property
    def number(self) -> int | None:
        """The number of the current run, once the store has given it one."""
        return self._current.number if self._current is not None else None

    @property
    def is_saved(self) -> bool:
        """Whether everything up to now has been acknowledged by the store."""
        return all(record.written == record.wanted for record in self._records)

    @property
    def is_known(self) -> bool:
        """Whether the store has this visitor already, so that there may be something to recall."""
        return self._is_in_store

    def who(self) -> Visitor:
        """The visitor in the store; made if this is his first visit."""
        with self._entering:
            if self._who is None:
                if self._is_in_store:
                    self._who = self._store.visitors.enter(self._secret)
                else:
                    self._who, _ = self._store.visitors.new(Secret(self._secret))
                self._is_in_store = self._is_ours = True
            return self._who

    def begin_anew(self) -> None:
        """The store does not know the visitor: be another one, and write everything again.

        A secret that was never known may be anybody's, or too short: there is a new one then.
        """
        with self._entering:
            if not self._is_ours:
                self._secret = Secret.new().text
            self._who, self._is_in_store, self._is_ours = None, False, True
        with self._changed:
            for record in self._records:
                record.recorder = None

    def keep(self, run: Run, title: str = "", view: Mapping[str, Any] | None = None) -> None:
        """Have a run written as it is now; another run than before is kept beside that."""
        with self._changed:
            start, current = run.states[0], self._current
            if current is None or current.start is not start:
                current = Record(start, title, dict(view or {}), run.fork())
                self._make_current(current)
            else:
                current.run = run.fork()
            self._want(current)

    def look(self, view: Mapping[str, Any]) -> None:
        """Have what the page shows written with the current run, if it has changed."""
        with self._changed:
            current = self._current
            if current is not None and current.view != view:
                current.view = dict(view)
                self._want(current)

    def resume(self, kept: KeptRun, run: Run) -> None:
        """Go on with a kept run that has just been replayed."""
        recorder = Recorder.resume(self._store.runs, self.who(), kept, run)
        record = Record(
            run.states[0], kept.title, dict(kept.view), run.fork(), recorder, kept.key.number
        )
        with self._changed:
            self._make_current(record)

    def flush(self, seconds: float) -> bool:
        """Give the writer the time to finish; whether all of it has been written."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while not self.is_saved and (left := deadline - time.monotonic()) > 0:
                self._changed.wait(left)
            return self.is_saved

    # -- the writer ------------------------------------------------------------------------------

    def _make_current(self, record: Record) -> None:
        self._records = [r for r in self._records if r.written != r.wanted] + [record]
        self._current = record

    def _want(self, record: Record) -> None:
        record.wanted += 1
        if self._writer is None:
            self._writer = Thread(target=self._write_all, daemon=True)
            self._writer.start()

    def _write_all(self) -> None:
        """Write until nothing is left to be written."""
        while (record := self._next()) is not None:
            wanted, run, view = record.wanted, record.run, dict(record.view)
            trouble = self._write(record, run, view)
            with self._changed:
                self.trouble = trouble
                if trouble is None:
                    record.written = wanted
                    self._changed.notify_all()
                else:
                    self._changed.wait(RETRY_SECONDS)

    def _next(self) -> Record | None:
        with self._changed:
            found = next((r for r in self._records if r.written != r.wanted), None)
            if found is None:
                self._writer = None
            return found

    def _write(self, record: Record, run: Run, view: Mapping[str, Any]) -> str | None:
        """One attempt; the sentence if the store refuses."""
        try:
            if record.recorder is None:
                record.recorder = Recorder(self._store.runs, self.who(), title=record.title)
            if (refusal := record.recorder.save(run, view)) is None:
                record.number = record.recorder.number
                return None
            self._store.visitors.enter(self._secret)
            return refusal
        except NotKept:  # another store than the one that knew the visitor: begin there anew
            self.begin_anew()
            return "the store has forgotten what was kept; it is written again"
        except StoreError as error:
            return str(error)
