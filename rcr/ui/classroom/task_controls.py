"""The controls of the current task: pause, pace, timer, reveal, end."""

from __future__ import annotations

import streamlit as st

from rcr.classroom import Desk, Task
from rcr.classroom.polls import Poll
from rcr.ui.classroom.acting import acting
from rcr.ui.classroom.showing import stop_leading
from rcr.ui.classroom.visit import Teaching

MINUTES = (1, 2, 3, 5, 10, 15)


def task_controls(teaching: Teaching, task: Task) -> None:
    """A row of buttons; the page is drawn anew after each."""
    desk = teaching.desk
    paused = desk.tasks.pause
    if task.paused:
        st.button("Go on", on_click=acting(paused, task.id, False), type="primary")
    else:
        st.button("Pause", on_click=acting(paused, task.id, True))
    if task.kind == "lesson":
        _pace(desk, task)
    if task.kind == "poll" and not task.revealed:
        revealing = acting(reveal, desk, task)
        st.button("Reveal", key="reveal", on_click=revealing, type="primary")
    with st.popover("Timer", key=f"timer-{task.id}-{task.ends_at}"):  # it closes when one is set
        for minutes in MINUTES:
            timer = acting(desk.tasks.set_timer, task.id, 60.0 * minutes)
            st.button(f"{minutes} min", key=f"timer-{minutes}", on_click=timer)
        st.button("No timer", on_click=acting(desk.tasks.set_timer, task.id, None))
    st.button("End", key="end-task", on_click=acting(end, desk), help="Nothing is set then")


def _pace(desk: Desk, task: Task) -> None:
    """Open one more step of a lesson, or all."""
    if task.up_to is not None:
        further = acting(desk.tasks.pace, task.id, task.up_to + 1)
        st.button(f"Open step {task.up_to + 1}", on_click=further)
        st.button("All steps", on_click=acting(desk.tasks.pace, task.id, None))


def reveal(desk: Desk, task: Task) -> None:
    """Find out what is true, close the poll, and show both to everybody."""
    desk.tasks.reveal(task.id, Poll.read(task.payload).revealed().payload)


def end(desk: Desk) -> None:
    """Nothing is set and nothing shown any more."""
    stop_leading()
    desk.tasks.choose(None)
