"""What a teacher has on Explore, given to the class from there: to go on with, as a challenge, as a
question, or to follow.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import Run
from rcr.classroom import StoreError, Task
from rcr.ui.classroom.acting import acting
from rcr.ui.classroom.setting.explorations import give_challenge, give_exploration
from rcr.ui.classroom.setting.polls import WHICH, ask_about
from rcr.ui.classroom.showing import follow_me
from rcr.ui.classroom.visit import Teaching
from rcr.ui.visitor import visitor

WAYS: dict[str, tuple[str, Callable[[Teaching, Run], None]]] = {
    "Everybody goes on from here": (
        "A copy of this run for each",
        lambda teaching, run: give_exploration(teaching.desk, run),
    ),
    "A challenge from here": (
        "A proof with as few recovered constraints as possible; without suggestions",
        lambda teaching, run: give_challenge(teaching.desk, run),
    ),
    "Ask: which edge next?": (
        "Everybody clicks on an own graph of this state",
        lambda teaching, run: ask_about(teaching.desk, run, "edge", WHICH),
    ),
    "Follow me": ("Everybody sees what you do here", follow_me),
}


def giving_menu(teaching: Teaching, task: Task | None) -> None:
    """What can be done with the state that Explore shows; it closes when another task is set."""
    with st.popover("Give this to the class", key=f"give-{0 if task is None else task.id}"):
        for label, (told, give) in WAYS.items():
            st.button(label, on_click=acting(_give, teaching, give), help=told, width="stretch")


def _give(teaching: Teaching, give: Callable[[Teaching, Run], None]) -> None:
    run = visitor().explore.run
    if run is None:
        raise StoreError("there is no run yet; choose a model")
    give(teaching, run)
