"""A shown run, done again once for everybody on this server who looks at it, and then step by
step.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from threading import Lock

from rcr.classroom.classes.seat import Seat, Shown
from rcr.run import Run
from rcr.run.file import replay_text
from rcr.state import action_from_dict


@dataclass
class FollowedRun:
    """One run that is shown to a class; whoever asks gets a copy at the shown state."""

    stamp: str = ""
    _run: Run | None = field(default=None, repr=False)
    _numbers: dict[int, int] = field(default_factory=dict)  # from the store's to the run's own
    _lock: Lock = field(default_factory=Lock, repr=False)

    def at(self, seat: Seat, shown: Shown) -> Run | None:
        """A copy of the run at the state that is shown; None if it is not shown any more."""
        with self._lock:
            if self.stamp != shown.stamp and not self._go_on(seat):
                self._begin(seat)
            if self._run is None:
                return None
            self.stamp = shown.stamp
            copy = self._run.fork()
            copy.goto(self._numbers.get(shown.state, self._run.state.number))
            return copy

    def _begin(self, seat: Seat) -> None:
        """From the start: the first time, or when states were deleted."""
        kept = seat.shown_run()
        self._run = None
        if kept is not None:
            self._run = replay_text(json.dumps(kept.document), "the shown run").run
            self._numbers = {number: n for n, number in enumerate(kept.numbers)}

    def _go_on(self, seat: Seat) -> bool:
        """Only what is new; False if that cannot be told from what is known."""
        if self._run is None:
            return False
        for step in seat.shown_steps(max(self._numbers)):
            parent = self._numbers.get(int(step.entry["from"]))
            if parent is None:
                return False
            self._run.goto(parent)
            self._numbers[step.number] = self._run.act(action_from_dict(step.entry)).number
        return True
