"""Keeps a run in the store as it goes on; what the store refuses goes with the next save."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from threading import Lock
from typing import Any

from rcr.classroom.database.errors import NotKept, StoreConflict, StoreError
from rcr.classroom.visitors.kept_run import Change, KeptRun, RunKey, Step
from rcr.classroom.visitors.runs import Runs, head_of
from rcr.classroom.visitors.visitor import Visitor
from rcr.run import Run
from rcr.run.file import to_dict, to_entry
from rcr.state import State

START_NUMBER = 0  # the number of the state that every run begins with and none can lose


class Recorder:
    """Call ``save`` after whatever may have moved the run: only what has changed is written.

    ``number`` belongs into the address; it changes when another window has written to the same
    run, because this window's run is then kept as a run of its own. ``trouble`` is the sentence
    to show while something is not in the store yet; the next save writes all that is missing.
    Another run than before is kept beside it.
    """

    def __init__(
        self, runs: Runs, visitor: Visitor, *, title: str = "", task: int | None = None
    ) -> None:
        self._runs, self._visitor = runs, visitor
        self._title, self.task = title, task  # of a class that the run is for, if it is
        self._lock = Lock()
        self._key: RunKey | None = None
        self._kept: dict[
            int, tuple[State, int]
        ] = {}  # by the run's number: what, and where in the store
        self._next = 0
        self._head: Mapping[str, Any] = {}
        self._written = Change()
        self._unsure: Change | None = None
        self.trouble: str | None = None

    @classmethod
    def resume(cls, runs: Runs, visitor: Visitor, kept: KeptRun, run: Run) -> Recorder:
        """Go on with a kept run that has just been replayed from its ``document``."""
        recorder = cls(runs, visitor, title=kept.title, task=kept.task)
        recorder._begin(kept.key, run, kept.numbers, kept.head, kept.view)
        return recorder

    @property
    def number(self) -> int | None:
        """The number of the run among the visitor's; None as long as nothing could be written."""
        return self._key.number if self._key is not None else None

    @property
    def run_id(self) -> int | None:
        """The run's id in the store, by which a teacher shows it."""
        return self._key.id if self._key is not None else None

    def save(self, run: Run, view: Mapping[str, Any] | None = None) -> str | None:
        """Write what has changed; the sentence if it could not be written, else None."""
        with self._lock:
            try:
                self._save(run, view)
                self.trouble = None
            except StoreError as error:
                self.trouble = str(error)
            return self.trouble

    def _save(self, run: Run, view: Mapping[str, Any] | None) -> None:
        if self._key is not None and self._kept[START_NUMBER][0] is run.states[START_NUMBER]:
            try:
                return self._update(run, view)
            except (StoreConflict, NotKept):
                self._key = self._unsure = None
        view = self._written.view if view is None else view
        document = to_dict(run)
        key = self._runs.create(
            self._visitor, document, title=self._title, task=self.task, view=view
        )
        self._begin(key, run, range(len(run.states)), head_of(document), view)

    def _begin(
        self,
        key: RunKey,
        run: Run,
        numbers: Any,
        head: Mapping[str, Any],
        view: Mapping[str, Any] | None,
    ) -> None:
        """From here on the store holds these states of the run under these numbers."""
        self._key, self._next, self._head = key, numbers[-1] + 1, head
        places = zip(run.states.items(), numbers, strict=True)
        self._kept = {n: (state, place) for (n, state), place in places}
        self._written = self._now(run, view)

    def _now(self, run: Run, view: Mapping[str, Any] | None) -> Change:
        """Everything about the run but its steps, in the store's numbers."""
        return Change(
            head={**self._head, "choices": run.choices},
            current=self._kept[run.state.number][1],
            names={name: self._kept[n][1] for name, n in run.names.items()},
            notes=run.notes,
            view=self._written.view if view is None else dict(view),
        )

    def _update(self, run: Run, view: Mapping[str, Any] | None) -> None:
        assert self._key is not None
        if self._unsure is not None:  # whether the last writing arrived is not known: send it again
            self._key = self._runs.write(self._visitor, self._key, self._unsure)
            self._written, self._unsure = self._unsure, None
        steps, gone = self._moved(run)
        now = replace(self._now(run, view), steps=steps, gone=gone)
        if steps or gone or now.columns != self._written.columns:
            self._unsure = now
            self._key = self._runs.write(self._visitor, self._key, now)
            self._written, self._unsure = now, None

    def _moved(self, run: Run) -> tuple[tuple[Step, ...], tuple[int, ...]]:
        """The states that are new, and the places of those that are gone.

        What is new has the highest numbers, so that a long run need not be gone through.
        """
        new = list(takewhile(lambda n: not self._has(run.states[n]), reversed(run.states)))
        gone = [n for n in new if n in self._kept]  # another state has the number now
        if len(self._kept) - len(gone) + len(new) != len(run.states):  # some were deleted
            gone += [n for n in self._kept if n not in run.states]
        places = tuple(self._kept.pop(n)[1] for n in gone)
        return tuple(self._add(run.states[n]) for n in reversed(new)), places

    def _has(self, state: State) -> bool:
        kept = self._kept.get(state.number)
        return kept is not None and kept[0] is state

    def _add(self, state: State) -> Step:
        """Give a new state a place of its own."""
        assert state.parent is not None  # the start was there from the beginning
        place, self._next = self._next, self._next + 1
        self._kept[state.number] = (state, place)
        return Step(place, to_entry(state, self._kept[state.parent.number][1]))
