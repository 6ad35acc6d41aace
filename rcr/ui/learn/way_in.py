"""The way from Explore into the course: to the first lesson, or back to the one that is open."""

from __future__ import annotations

import streamlit as st

from rcr.ui.learn import keys
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor

FIRST_LESSON = "best-state"


def way_to_lessons() -> None:
    """A link that a newcomer sees beside the first invitation; who is in a class has a task."""
    if visitor().classroom.sitting is not None:
        return
    w, learner = words(), visitor().learn.learner
    st.page_link(
        "pages/learn.py",
        label=w.first_lesson if learner is None else w.back_to_lesson,
        query_params={keys.LESSON: FIRST_LESSON if learner is None else learner.lesson.id},
    )
