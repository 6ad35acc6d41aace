"""The teacher's desk: one line that is always there, and the panels for the door, the task, the
board and the results.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import ModelError
from rcr.classroom import ClassInfo, StoreError
from rcr.ui.app.presenter import present_button, present_or_leave, presenting
from rcr.ui.classroom import keys
from rcr.ui.classroom.board_panel import board_panel
from rcr.ui.classroom.desk_line import CLASS, desk_line
from rcr.ui.classroom.door_panel import door_panel
from rcr.ui.classroom.results_panel import results_panel
from rcr.ui.classroom.set_panel import set_panel
from rcr.ui.classroom.visit import Teaching
from rcr.ui.plain_words import sentence
from rcr.ui.widgets import kept, show

FIRST_PANEL, BOARD = "Door", "Board"
PANELS: dict[str, Callable[[Teaching, ClassInfo], None]] = {
    "Door": door_panel,
    "Set a task": set_panel,
    BOARD: board_panel,
    "Results": results_panel,
}


def desk_page(teaching: Teaching) -> None:
    """Everything that only the teacher sees."""
    present_button()
    try:
        info = teaching.desk.info()
        _turn_to_the_board(teaching, info.task)
        desk_line(teaching, CLASS)
        with st.container(horizontal=True, vertical_alignment="center", key="desk-panels"):
            name = st.segmented_control(
                "Panel",
                list(PANELS),
                **kept(keys.PANEL, FIRST_PANEL),
                required=True,
                label_visibility="collapsed",
            )
            if presenting():
                st.button("Leave", key="leave", on_click=present_or_leave)
        PANELS[name or FIRST_PANEL](teaching, info)
    except StoreError as error:
        st.warning(sentence(str(error)))
    except ModelError as error:
        st.error(sentence(str(error)))


def _turn_to_the_board(teaching: Teaching, task: int | None) -> None:
    """Once something is set, one wants to see how everybody gets on with it."""
    if task not in (None, teaching.task):
        show(keys.PANEL, BOARD)
    teaching.task = task
