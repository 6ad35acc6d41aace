"""What a teacher can set: each kind of task with what it needs to know."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr.classroom import ClassInfo
from rcr.ui.classroom import keys
from rcr.ui.classroom.acting import acting
from rcr.ui.classroom.setting import explorations, learning, polls
from rcr.ui.classroom.visit import Teaching
from rcr.ui.plain_words import words
from rcr.ui.widgets import kept

FORMS: dict[str, tuple[str, Callable[[Teaching], None]]] = {
    "explore": ("Explore a model", explorations.set_exploration),
    "challenge": ("A challenge", explorations.set_challenge),
    "follow": ("Follow me", explorations.set_follow),
    "edge": ("Poll: which edge next?", polls.ask_edge),
    "falls": ("Poll: will the bound fall?", polls.ask_falls),
    "words": ("Poll: in your own words", polls.ask_words),
    "lesson": ("A lesson", learning.set_lesson),
    "exercise": ("An exercise", learning.set_exercise),
}


def set_panel(teaching: Teaching, info: ClassInfo) -> None:
    """Choose a kind, fill its form; below it what was set before."""
    kind = st.selectbox(
        "What shall the class do?",
        FORMS,
        format_func=lambda name: FORMS[name][0],
        **kept(keys.KIND, "explore"),
        width=420,
    )
    FORMS[kind][1](teaching)
    earlier = [task for task in teaching.desk.tasks.all() if task.id != info.task]
    if earlier:
        with st.expander(f"Set before ({len(earlier)})"):
            for task in reversed(earlier):
                again = acting(teaching.desk.tasks.choose, task.id)
                label = f"{task.kind}: {words(task.title)}"
                st.button(label, key=f"again-{task.id}", on_click=again, help="Set it again")
