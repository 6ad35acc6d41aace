"""Setting what is done on Learn: a lesson, up to a step, or an exercise."""

from __future__ import annotations

import secrets
from typing import Any

import streamlit as st

from rcr.classroom import Desk
from rcr.course.exercise import LEVEL, exercise_kinds
from rcr.course.lesson_folders import lessons
from rcr.ui.classroom.acting import act_button
from rcr.ui.classroom.visit import Teaching
from rcr.ui.learn.words import words

SEED_COUNT = 2**31


def set_lesson(teaching: Teaching) -> None:
    """A lesson of the course, all of it or from one step to another."""
    known = lessons()
    name = st.selectbox("Lesson", known, format_func=lambda n: known[n].title, width=420)
    steps = len(known[name].steps)
    first, last = 1, steps
    if steps > 1:
        first, last = st.slider(
            "Steps",
            1,
            steps,
            (1, steps),
            key=f"class:steps-{name}",
            width=420,
            help="You can open one more at a time later on, or all",
        )
    only = st.toggle("only this lesson", True, help="Else the students may open others, too")
    payload = {"lesson": name, "first": first - 1, "only": only}
    up_to = None if last == steps else last
    act_button("Set it", _set_lesson, teaching.desk, known[name].title, payload, up_to)


def _set_lesson(desk: Desk, title: str, payload: dict[str, Any], up_to: int | None) -> None:
    desk.tasks.set("lesson", payload, title=title, up_to=up_to)


def set_exercise(teaching: Teaching) -> None:
    """A kind and a level; everybody the same instance, or each an own one."""
    names = words().exercises
    kinds = {kind: names.get(kind, kind) for kind in exercise_kinds()}
    kind = st.selectbox("Exercise", kinds, format_func=kinds.__getitem__, width=420)
    level = st.slider("Level", int(LEVEL.low), int(LEVEL.high), width=420)
    same = st.toggle("everybody the same instance", help="Else each student has an own one")
    payload = {"kind": kind, "level": level, "seed": secrets.randbelow(SEED_COUNT), "same": same}
    title = f"{kinds[kind]}, level {level}"
    act_button("Set it", _set_exercise, teaching.desk, title, payload)


def _set_exercise(desk: Desk, title: str, payload: dict[str, Any]) -> None:
    desk.tasks.set("exercise", payload, title=title)
