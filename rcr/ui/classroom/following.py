"""A student's page keeps up with the class: the task, the pause, the timer, the shown run."""

from __future__ import annotations

import time

import streamlit as st

from rcr.classroom import NotKept, StoreError, Task
from rcr.classroom.followed_run import FollowedRun
from rcr.ui.classroom import work
from rcr.ui.classroom.entering import leave
from rcr.ui.classroom.learning import LEARNT, hand_in, open_steps
from rcr.ui.classroom.visit import Sitting
from rcr.ui.visitor import visitor

PAUSED = "the teacher has paused the class; look up for a moment"
OVER = "the time for this task is over; wait for the teacher"
FOLLOW = "follow"


@st.cache_resource(max_entries=50, show_spinner=False)
def followed(run: int) -> FollowedRun:
    """A shown run by its number in the store, for all who look at it."""
    return FollowedRun()


def look_around() -> None:
    """Ask the store how the class is now; a seat that was freed is left, a store that is down is
    told and asked again later.
    """
    visit = visitor()
    sitting = visit.classroom.sitting
    if sitting is None:
        return
    try:
        hand_in(sitting, visit.learn)  # before there is another task than it was done for
        sitting.now = sitting.seat.now(sitting.now)
        sitting.trouble = None
        _catch_up(sitting)
        open_steps(sitting.now.task, visit.learn)
    except NotKept as error:
        visit.explore.held = visit.learn.held = None
        leave(str(error))
        return
    except StoreError as error:
        sitting.trouble = str(error)
    visit.explore.held = visit.learn.held = held(sitting.now.task, time.time())


def held(task: Task | None, now: float) -> str | None:
    """Why nothing may be moved now, if so."""
    if task is None:
        return None
    if task.paused:
        return PAUSED
    return OVER if task.ends_at is not None and now >= task.ends_at else None


def _catch_up(sitting: Sitting) -> None:
    """Show what the teacher shows."""
    task = sitting.now.task
    if task is not None and task.kind == FOLLOW and not sitting.apart:
        follow(sitting)


def follow(sitting: Sitting) -> None:
    """Let Explore show the state that the teacher shows, if it is another than before; after a
    reload, too, whatever run the address names.
    """
    shown, explore = sitting.now.shown, visitor().explore
    if shown is None or shown == sitting.seen:
        return
    run = followed(shown.run).at(sitting.seat, shown)
    if run is not None:
        sitting.seen, sitting.given = shown, run
        explore.opened, explore.wanted_number = run, None


def begin_task() -> str | None:
    """Begin the class's task if it is a new one; returns the page that it is done on. What is
    moved from then on belongs to no earlier task.
    """
    sitting = visitor().classroom.sitting
    task = sitting.now.task if sitting is not None else None
    number = None if task is None else task.id
    if sitting is None or sitting.begun == number:
        return None
    work.stop_watching(visitor())
    sitting.apart, sitting.stuck, sitting.led = False, False, None
    visitor().explore.opened = None  # what an earlier task would still have shown there
    page = None if task is None else _begin(sitting, task)
    sitting.begun = number  # only now: what the store refuses is tried again
    return page


def _begin(sitting: Sitting, task: Task) -> str:
    if task.kind in work.EXPLORED:
        work.begin(sitting, visitor().explore, task)
        return "explore"
    if task.kind == FOLLOW:
        sitting.seen = None
        work.watch(sitting, visitor().explore, task)
        follow(sitting)
        return "explore"
    return "learn" if task.kind in LEARNT else "class"
