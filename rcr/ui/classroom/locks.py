"""What is hidden and fixed: by the class's task, or else by a teacher's link.

Within a class only the task counts, whatever the address says.
"""

from __future__ import annotations

import re

import streamlit as st

from rcr.classroom.explorations import CONTROLS
from rcr.ui.classroom.visit import Sitting
from rcr.ui.classroom.work import EXPLORED
from rcr.ui.learn import keys
from rcr.ui.learn.visit import FixedLesson
from rcr.ui.visitor import visitor

HIDE = "hide"  # the part of an address that names what is hidden
COURSE = "course"  # hidden on Learn: all but the lesson that the address names
STEPS = "steps"  # the part of an address with the steps of the lesson, such as 2-4


def lock() -> None:
    """Before a page is drawn."""
    visit = visitor()
    if HIDE in st.query_params:
        named = st.query_params[HIDE].split(",")
        visit.classroom.hidden = frozenset(name for name in named if name in CONTROLS)
        visit.classroom.lesson = _named_lesson() if COURSE in named else None
    sitting = visit.classroom.sitting
    if sitting is None:
        visit.explore.hidden, visit.explore.fixed = visit.classroom.hidden, None
        visit.learn.fixed = visit.classroom.lesson
    else:
        visit.explore.hidden = task_hides(sitting)
        visit.explore.fixed = sitting.given if "model" in visit.explore.hidden else None
        visit.learn.fixed = task_lesson(sitting)


def task_hides(sitting: Sitting) -> frozenset[str]:
    """What the current task of the class hides."""
    task = sitting.now.task
    if task is None or task.kind not in EXPLORED or not isinstance(task.payload, dict):
        return frozenset()
    return frozenset(task.payload.get("hide", ()))


def task_lesson(sitting: Sitting) -> FixedLesson | None:
    """The lesson of the current task, where the teacher leaves no other open."""
    task = sitting.now.task
    if task is None or task.kind != "lesson" or not task.payload.get("only", False):
        return None
    return FixedLesson(str(task.payload["lesson"]), int(task.payload.get("first", 0)), task.up_to)


def _named_lesson() -> FixedLesson | None:
    """The lesson that a teacher's link names; a range that is none is all of it."""
    name, steps = st.query_params.get(keys.LESSON), st.query_params.get(STEPS, "")
    if name is None:
        return None
    found = re.fullmatch(r"([1-9][0-9]?)-([1-9][0-9]?)", steps)
    first, last = (int(found[1]), int(found[2])) if found else (1, None)
    return FixedLesson(name, first - 1, last) if not last or first <= last else FixedLesson(name)
