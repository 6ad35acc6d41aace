"""The teacher's line: the class, its code, who is here, and the task with its controls; on every
page, since a teacher works on Explore while the class follows.
"""

from __future__ import annotations

import time

import streamlit as st

from rcr import ModelError
from rcr.classroom import ClassInfo, StoreError, Task, Tile
from rcr.ui.app.presenter import presenting
from rcr.ui.classroom import keys
from rcr.ui.classroom.banner import LOOK_SECONDS, time_left
from rcr.ui.classroom.give_to_class import giving_menu
from rcr.ui.classroom.showing import lead_again
from rcr.ui.classroom.task_controls import task_controls
from rcr.ui.classroom.visit import Teaching
from rcr.ui.plain_words import sentence, words
from rcr.ui.visitor import visitor

EXPLORE, CLASS = "", "class"  # the pages by their addresses


def teachers_line(page_open: str) -> None:
    """On the other pages: the same line, on Explore with what can be given to the class. It is
    not for a projector. A reloaded page goes on leading.
    """
    teaching = visitor().classroom.teaching
    if teaching is None:
        return
    try:
        lead_again(teaching)
    except ModelError as error:
        visitor().classroom.complaint.text = str(error)
    if page_open != CLASS and not presenting():
        desk_line(teaching, page_open)


@st.fragment(run_every=LOOK_SECONDS)
def desk_line(teaching: Teaching, page_open: str) -> None:
    """One row, which wraps on a small screen. The Class page is drawn anew when another task is
    set, here or in another window.
    """
    try:
        info, task = teaching.desk.info(), teaching.desk.tasks.current()
        here = teaching.desk.board(None if task is None else task.id)
    except StoreError as error:
        st.warning(sentence(str(error)))
        return
    if page_open == CLASS and teaching.task != (None if task is None else task.id):
        st.rerun()
    if (refused := visitor().classroom.complaint.take()) is not None:
        st.error(sentence(refused))
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="desk-line"):
        st.markdown(_told(info, here, task), width="content")
        if task is not None:
            task_controls(teaching, task)
        if page_open == EXPLORE:
            giving_menu(teaching, task)


def _told(info: ClassInfo, here: list[Tile], task: Task | None) -> str:
    present = sum(time.time() - tile.last_seen < keys.AWAY_SECONDS for tile in here)
    door = "" if info.door_open else " (door closed)"
    told = f"**{words(info.title or 'Class')}** · code **{info.code}**{door} · "
    told += f"**{present}** of {len(here)} here"
    if task is None:
        return told
    left = "" if task.ends_at is None else f" · {time_left(task.ends_at - time.time())}"
    return f"{told} · {task.kind.capitalize()}: *{words(task.title)}*{left}"
