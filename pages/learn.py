"""Learn: a course that asks, exercises that mark themselves, a challenge to beat."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from rcr import ModelError
from rcr.ui.app.style import page_style
from rcr.ui.components.chart import chart_library
from rcr.ui.learn import keys
from rcr.ui.learn.challenge_page import challenge_page
from rcr.ui.learn.course_list import course, course_list, open_lesson
from rcr.ui.learn.exercise_page import exercise_page
from rcr.ui.learn.lesson_page import lesson_page
from rcr.ui.learn.memory import remember, write_down
from rcr.ui.learn.report_page import report_page
from rcr.ui.learn.terms import term_links
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor
from rcr.ui.widgets import kept, show

PLACE = 20  # in the menu
COURSE = "course"


def course_page() -> None:
    """The list of lessons, or the one that is open still."""
    learner = visitor().learn.learner
    if learner is None:
        course_list()
        return
    st.query_params[keys.LESSON] = learner.lesson.id
    st.rerun()


# Every part with the name that opens it in the address.
PARTS: dict[str, tuple[str, Callable[[], None]]] = {
    COURSE: (keys.LESSON, course_page),
    "exercises": (keys.EXERCISE, exercise_page),
    "challenge": (keys.CHALLENGE, challenge_page),
    "report": (keys.REPORT, report_page),
}


def forget_address() -> None:
    """Another part is chosen, so the address no longer names something of the old one."""
    for name, _ in PARTS.values():
        st.query_params.pop(name, None)


def choose_part() -> str:
    """The parts of the page; what the address names comes first."""
    for part, (name, _) in PARTS.items():
        if name in st.query_params:
            show(keys.PART, part)
    w = words()
    chosen = st.segmented_control(
        w.part,
        PARTS,
        format_func=w.parts.__getitem__,
        **kept(keys.PART, COURSE),
        required=True,
        label_visibility="collapsed",
        on_change=forget_address,
    )
    return str(chosen)


def page() -> None:
    """An open lesson has the page to itself; else the parts stand above the chosen one. A lesson
    that is fixed is open, whatever the address says.
    """
    wanted, visit = st.query_params.get(keys.LESSON), visitor().learn
    fixed = visit.fixed if visit.fixed is not None and visit.fixed.name in course() else None
    if fixed is not None:
        wanted = fixed.name
    if wanted in course() and (visit.learner is None or visit.learner.lesson.id != wanted):
        open_lesson(wanted)
    if wanted is not None and visit.learner is not None:
        if fixed is not None:
            with visit.lock:
                visit.learner.open_range(fixed.first, fixed.up_to)
        lesson_page(visit.learner)
        return
    PARTS[choose_part()][1]()


page_style("learn")
chart_library()
term_links()
remember()
try:
    page()
except ModelError as error:
    st.error(str(error))
write_down()
