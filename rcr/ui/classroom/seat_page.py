"""A student's Class page: what there is to do, the poll, and what the teacher shows."""

from __future__ import annotations

import streamlit as st

from rcr import ModelError
from rcr.classroom import Task
from rcr.ui.classroom.banner import PAGES
from rcr.ui.classroom.entering import leave
from rcr.ui.classroom.learning import LEARNT, address
from rcr.ui.classroom.poll_seat import poll_seat
from rcr.ui.classroom.shown_run import shown_run
from rcr.ui.classroom.visit import Sitting
from rcr.ui.plain_words import sentence, words

OWN_SHOW = ("follow", "poll")  # tasks with a graph of their own
WAITING = "You are in. The teacher will set something to do; this page goes there by itself."


def seat_page(sitting: Sitting) -> None:
    """Everything a student sees of the class on its own page."""
    task = sitting.now.task
    try:
        if task is None:
            st.info(WAITING)
        elif task.kind == "poll":
            poll_seat(sitting, task)
        else:
            _task(sitting, task)
        if sitting.now.shown is not None and (task is None or task.kind not in OWN_SHOW):
            shown_run(sitting)
    except ModelError as error:
        st.warning(sentence(str(error)))
    with st.popover("Leave this class"):
        st.caption("What you did stays with the class. To come back you need its code again.")
        st.button("Leave", on_click=leave, type="primary")


def _task(sitting: Sitting, task: Task) -> None:
    st.subheader(words(task.title or task.kind), anchor=False)
    if task.kind in LEARNT:
        there = address(task, sitting.seat.member)
        st.page_link(PAGES["learn"], label="Go to Learn →", query_params=there)
    else:
        st.page_link(PAGES["explore"], label="Go to Explore →")
