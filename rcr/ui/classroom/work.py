"""A student's work on a task of the class: begun from the task, kept in the store, and put on the
board with every move.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any

import streamlit as st

from rcr import Run
from rcr.classroom import KeptRun, Recorder, Standing, StoreError, Task
from rcr.classroom.explorations import Exploration, is_proved, score
from rcr.run.file import replay_text
from rcr.ui.classroom.visit import Sitting
from rcr.ui.explore.visit import ExploreVisit, Move
from rcr.ui.store import store
from rcr.ui.visitor import Visitor
from rcr.views.class_pictures import MAX_TILE_EDGES, tile_marks, tile_shape
from rcr.views.network.drawing import picture

MAX_TOLD_CONSTRAINTS = 500  # recovered ones that a score lists
EXPLORED = ("explore", "challenge")  # the kinds of task that are done on Explore
RETRY_SECONDS = 1.0  # from one attempt to the next while the store refuses
MAX_RETRIES = 600  # a student who was removed is refused for ever
KEPT_BEGINNINGS = 5  # of the latest tasks, for those who come late


@st.cache_resource(max_entries=KEPT_BEGINNINGS, show_spinner=False)
def beginning(task: int, payload: str) -> Run:
    """The run that a task begins with, which nobody moves: done once, so that its model, its
    picture and its engines are there once for the whole class.
    """
    return Exploration.read(json.loads(payload)).begin()


def begin(sitting: Sitting, explore: ExploreVisit, task: Task) -> None:
    """Give the student a run of his own on Explore, or the one that he has begun before."""
    kept = last_kept(sitting, task)
    if kept is None:
        run, recorder = beginning(task.id, json.dumps(task.payload)).fork(), None
    else:
        run = replay_text(json.dumps(kept.document), "your run").run
        recorder = Recorder.resume(store().runs, sitting.seat.visitor, kept, run)
    sitting.given = explore.opened = run
    explore.wanted_number = None  # the class's run is shown, whatever the address names
    watch(sitting, explore, task, recorder)


def last_kept(sitting: Sitting, task: Task) -> KeptRun | None:
    """The run that the student has begun for this task, as after a reload or a crash."""
    mine = sitting.seat.visitor
    runs = [run for run in store().runs.of(mine) if run.task == task.id]
    return store().runs.open(mine, runs[0].number) if runs else None


def watch(
    sitting: Sitting, explore: ExploreVisit, task: Task, recorder: Recorder | None = None
) -> None:
    """From now on every move on Explore is kept for this task and shown on the board."""
    visitor = sitting.seat.visitor
    fresh = Recorder(store().runs, visitor, title=task.title, task=task.id)
    worker = sitting.worker = Worker(sitting, task, recorder or fresh)
    explore.listeners[:] = [*_others(explore), worker]


def stop_watching(who: Visitor) -> None:
    """From now on moves on Explore are for no task: its board stays as it was."""
    if who.classroom.sitting is not None:
        who.classroom.sitting.worker = None
    who.explore.listeners[:] = _others(who.explore)


def _others(explore: ExploreVisit) -> list[Callable[[Move], None]]:
    return [each for each in explore.listeners if not isinstance(each, Worker)]


class Worker:
    """Listens to the moves of one student on one task. What the store refuses is handed in by a
    thread as soon as it is taken again, also when the student has left the page.
    """

    def __init__(self, sitting: Sitting, task: Task, recorder: Recorder) -> None:
        self._sitting, self._task, self._recorder = sitting, task, recorder
        self._scored: set[tuple[str, ...]] = set()
        self._scores: list[tuple[float, dict[str, Any]]] = []  # that are not in the store yet
        self._writing = Lock()
        self._refused: Run | None = None  # the latest run that is owed, while a thread is at it
        self.owes = False  # whether the store has refused something

    def __call__(self, move: Move) -> None:
        """Keep the move and show it; a store that is down is told by the banner."""
        if move.command is not None:
            self._sitting.apart = True
        self._score(move.run)
        self.write(move.run)

    def write(self, run: Run) -> None:
        """Keep the run, put it on the board, and hand in scores; what is refused is owed."""
        with self._writing:
            if self._write(run):
                return
            is_at_it, self._refused = self._refused is not None, run.fork()
            if not is_at_it:
                Thread(target=self._write_again, daemon=True).start()

    def _write_again(self) -> None:
        for _ in range(MAX_RETRIES):
            time.sleep(RETRY_SECONDS)
            with self._writing:
                if not self.owes or self._refused is None or self._write(self._refused):
                    self._refused = None
                    return
        with self._writing:
            self._refused = None

    def _write(self, run: Run) -> bool:
        """One attempt; whether the store has taken it."""
        sitting, self.owes = self._sitting, True
        try:
            if trouble := self._recorder.save(run):
                raise StoreError(trouble)
            sitting.seat.post(standing(run, self._task.id, sitting.stuck))
            while self._scores:
                self._hand_in(*self._scores[0])
                del self._scores[0]
        except StoreError as error:
            sitting.trouble = str(error)
        else:
            sitting.trouble, self.owes = None, False
        return not self.owes

    def _score(self, run: Run) -> None:
        """A challenge that has reached its goal, once for each set of recovered constraints."""
        reached = score(run, self._goal)
        if reached is not None and run.state.recovered not in self._scored:
            self._scored.add(run.state.recovered)
            self._scores.append(
                (reached, {"recovered": list(run.state.recovered)[:MAX_TOLD_CONSTRAINTS]})
            )

    def _hand_in(self, reached: float, details: dict[str, Any]) -> None:
        who, task = self._sitting.seat.visitor, self._task
        store().progress.add_score(who, task.title, self._goal, reached, details, task.id)

    @property
    def _goal(self) -> str:
        return str(self._task.payload.get("goal", "")) if self._task.kind == "challenge" else ""


def standing(run: Run, task: int, stuck: bool) -> Standing:
    """How far a run is, for the board."""
    state = run.state
    path = state.path()
    status = "finished" if is_proved(state) else "stuck" if stuck else "working"
    return Standing(
        task=task,
        recovered=state.relaxation.count,
        gap=state.gap,
        step=len(path) - 1,
        curve=[each.upper for each in path],
        picture=_picture(run),
        status=status,
    )


def _picture(run: Run) -> dict[str, Any]:
    """The small graph, if it is not too large for one."""
    known: dict[str, Any] = {"of": len(run.cloned), "moved": time.time()}
    if len(run.cloned) <= MAX_TILE_EDGES:
        drawn = picture(run.cloned)
        known["shape"] = tile_shape(drawn)
        known["marks"] = tile_marks(drawn, set(run.state.recovered))
    return known
