"""Showing to the class: a student's run without a name, or the teacher's own as it goes on."""

from __future__ import annotations

import json

from rcr import Run
from rcr.classroom import Desk, Recorder, StoreError
from rcr.run.file import replay_text
from rcr.ui.classroom.following import FOLLOW
from rcr.ui.classroom.visit import Teaching
from rcr.ui.explore.visit import Move
from rcr.ui.store import store
from rcr.ui.visitor import visitor


class Leader:
    """Listens to the teacher's moves on Explore and shows them to the class."""

    def __init__(self, desk: Desk, recorder: Recorder) -> None:
        self._desk, self._recorder = desk, recorder

    def __call__(self, move: Move) -> None:
        self.show(move.run)

    def show(self, run: Run) -> None:
        """Keep the run as it is now; the students see wherever it goes, also after they were shown
        another one.
        """
        try:
            number = kept_under(self._recorder, run)
            if self._desk.info().shown_run != number:
                self._desk.show(number)
        except StoreError as error:
            visitor().explore.complaint.text = str(error)


def kept_under(recorder: Recorder, run: Run) -> int:
    """Write the run; the number that it is shown by."""
    trouble = recorder.save(run)
    if trouble is not None or recorder.run_id is None:
        raise StoreError(trouble or "the run is not kept yet; try again")
    return recorder.run_id


def follow_me(teaching: Teaching, run: Run) -> None:
    """Set the task and show the teacher's Explore from now on."""
    explore, desk = visitor().explore, teaching.desk
    recorder = Recorder(store().runs, desk.visitor, title="follow me")
    mine = run if run is explore.run else run.fork()
    number = kept_under(recorder, mine)
    recorder.task = desk.tasks.set(FOLLOW, {}, title="Follow the teacher", led_by=number).id
    _lead(Leader(desk, recorder))
    if mine is not explore.run:
        explore.opened = mine


def lead_again(teaching: Teaching) -> None:
    """After a reload: if the class follows still, go on from the state that it was shown last."""
    explore, desk = visitor().explore, teaching.desk
    if any(isinstance(each, Leader) for each in explore.listeners):
        return
    task = desk.tasks.current()
    if task is None or task.kind != FOLLOW:
        return
    mine = [run for run in store().runs.of(desk.visitor) if run.task == task.id]
    if mine:
        kept = store().runs.open(desk.visitor, mine[0].number)
        run = replay_text(json.dumps(kept.document), "what you showed").run
        leader = _lead(Leader(desk, Recorder.resume(store().runs, desk.visitor, kept, run)))
        if desk.info().shown_run is None:  # the task was set again
            leader.show(run)
        explore.opened, explore.wanted_number = run, None


def stop_leading() -> None:
    """The teacher's moves are his own again."""
    explore = visitor().explore
    explore.listeners[:] = [each for each in explore.listeners if not isinstance(each, Leader)]


def _lead(leader: Leader) -> Leader:
    stop_leading()
    visitor().explore.listeners.append(leader)
    return leader
