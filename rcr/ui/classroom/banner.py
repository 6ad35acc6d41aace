"""One line on every page of somebody in a class: who he is, the task, the time, pause, stuck."""

from __future__ import annotations

import math
import time

import streamlit as st

from rcr.classroom import StoreError, Task
from rcr.classroom.explorations import GOALS, USUAL_GOAL
from rcr.ui.classroom.entering import SEAT_COOKIE
from rcr.ui.classroom.following import FOLLOW, begin_task, held, look_around
from rcr.ui.classroom.learning import address
from rcr.ui.classroom.visit import Sitting
from rcr.ui.classroom.waiting import wait_for_store
from rcr.ui.plain_words import reason, sentence, words
from rcr.ui.store import store
from rcr.ui.visitor import visitor
from rcr.ui.widgets import chosen

LOOK_SECONDS = 1.5  # from one look at the class to the next
PAGES = {"explore": "pages/explore.py", "learn": "pages/learn.py", "class": "pages/class.py"}
STUCK = "class:stuck"
LATER = "What you do stays on this page and is handed in by itself, as soon as that is over."


def class_banner(page_open: str) -> None:
    """Lead to a new task, and draw the line; who has lost the seat is told at the door."""
    visit = visitor().classroom
    if visit.sitting is None:
        if visit.lost == SEAT_COOKIE and visit.complaint.text and page_open != "class":
            st.switch_page(PAGES["class"])
        return
    try:
        page = begin_task()
    except StoreError as error:
        look_around()  # the teacher may have set another one
        wait_for_store(str(error))
    _lead(visit.sitting, page_open or "explore", page)
    _line()


def _lead(sitting: Sitting, page_open: str, page: str | None) -> None:
    """Go to the page of a new task; once more where a click on the page before came between."""
    if page is not None:
        sitting.led = page
    elif sitting.led == page_open:
        sitting.led = None
    if sitting.led is not None:
        st.switch_page(PAGES[sitting.led], query_params=_address(sitting.led))


def _address(page: str) -> dict[str, str]:
    """What the address of the page names besides itself."""
    sitting = visitor().classroom.sitting
    if page != "learn" or sitting is None or sitting.now.task is None:
        return {}
    return address(sitting.now.task, sitting.seat.member)


@st.fragment(run_every=LOOK_SECONDS)
def _line() -> None:
    visit = visitor()
    before, opened = _known(visit.classroom.sitting), visit.explore.opened
    look_around()
    sitting = visit.classroom.sitting
    changed = _known(sitting) != before or visit.explore.opened is not opened
    if sitting is None or changed:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="class-line"):
        task = sitting.now.task
        st.markdown(_told(sitting, task, time.time()))
        if task is not None and task.kind == FOLLOW and sitting.apart:
            with st.container(key="follow-place", width="content"):
                st.button("Follow again", on_click=_follow_again, args=(sitting,))
        if task is not None and task.kind in ("explore", "challenge"):
            with st.container(key="stuck-place", width="content"):
                key = f"{STUCK}-{task.id}"
                st.toggle("I am stuck", key=key, on_change=_set_stuck, args=(sitting, task.id))
        if sitting.now.shown is not None and (task is None or task.kind != FOLLOW):
            with st.container(key="shown-place", width="content"):
                st.page_link(PAGES["class"], label="The teacher shows a run →")
    _notice(sitting, task)


def _notice(sitting: Sitting, task: Task | None) -> None:
    """Why nothing can be moved or kept now; it stands over the page, which stays where it is."""
    with st.container(key="class-notice"):
        if (why := held(task, time.time())) is not None:
            st.warning(sentence(why))
        if sitting.trouble:
            st.warning(f"{reason(sitting.trouble, store().name)} {LATER}")


def _known(sitting: Sitting | None) -> object:
    """What makes the page another one when it changes."""
    if sitting is None:
        return None
    task, shown = sitting.now.task, sitting.now.shown
    if task is None:
        return shown and (shown.run, shown.state)
    on_show = None if shown is None or task.kind == FOLLOW else (shown.run, shown.state)
    return task, on_show, visitor().explore.held


def _told(sitting: Sitting, task: Task | None, now: float) -> str:
    if task is None:
        return f"**{words(sitting.now.title or 'Class')}** · {words(sitting.now.nickname)}"
    parts = [words(sitting.now.nickname), f"**{words(task.title or task.kind)}**"]
    if task.ends_at is not None:
        parts.append(time_left(task.ends_at - now))
    if task.kind == "challenge":
        parts.append(f"the goal: {GOALS[USUAL_GOAL]}")
    return " · ".join(parts)


def time_left(seconds: float) -> str:
    """Minutes and seconds on a clock that runs down."""
    if seconds <= 0:
        return "time is over"
    return "{}:{:02} left".format(*divmod(math.ceil(seconds), 60))


def _follow_again(sitting: Sitting) -> None:
    sitting.apart, sitting.seen = False, None


def _set_stuck(sitting: Sitting, task: int) -> None:
    """Put it on the board at once; not if it comes late, when another task is set."""
    if sitting.begun != task:
        return
    sitting.stuck = bool(chosen(f"{STUCK}-{task}", False))
    explore = visitor().explore
    with explore.lock:
        if explore.run is not None and sitting.worker is not None:
            sitting.worker.write(explore.run)
