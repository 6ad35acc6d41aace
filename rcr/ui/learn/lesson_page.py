"""An open lesson: the text on the left, the run beside it, the steps above."""

from __future__ import annotations

import streamlit as st

from rcr.course.learner import Learner
from rcr.ui.components.graph import graph_library
from rcr.ui.learn.controls import controls, take_lesson_clicks
from rcr.ui.learn.course_list import close_lesson, course, open_lesson
from rcr.ui.learn.stage import choose_view, stage, stage_picture
from rcr.ui.learn.staging import stage_learner
from rcr.ui.learn.task_panel import task_panel
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor

TEXT_SHARE, STAGE_SHARE = 5, 8  # of the width


def lesson_page(learner: Learner) -> None:
    """The lesson on one screen."""
    take_lesson_clicks(stage_picture(stage_learner(learner)))
    staging = stage_learner(learner)
    drawn = stage_picture(staging)
    graph_library(drawn)
    _head(learner)
    left, right = st.columns([TEXT_SHARE, STAGE_SHARE])
    with left, st.container(key="lesson-text"):
        if (complaint := visitor().learn.complaint.take()) is not None:
            st.error(complaint)
        task_panel(learner)
        _onwards(learner)
    with right:
        with st.container(horizontal=True, vertical_alignment="center", key="stage-controls"):
            controls(learner)
            choose_view(staging)
        stage(staging, drawn)


def _head(learner: Learner) -> None:
    """The title, and a button for every step that the student may go to."""
    w = words()
    with st.container(horizontal=True, vertical_alignment="center", key="lesson-head"):
        if visitor().learn.fixed is None:
            st.button(w.all_lessons, key="all-lessons", type="tertiary", on_click=close_lesson)
        st.markdown(f"**{learner.lesson.place}. {learner.lesson.title}**", width="content")
        with st.container(horizontal=True, gap="xxsmall", key="steps", width="content"):
            for n in range(len(learner.lesson.steps)):
                told = w.step_of.format(step=n + 1, steps=len(learner.lesson.steps))
                st.button(
                    "✔" if n in learner.passed and n != learner.n else str(n + 1),
                    key=f"step-{n}",
                    help=f"{told}: {learner.lesson.steps[n].title}",
                    type="primary" if n == learner.n else "tertiary",
                    disabled=n > learner.reachable,
                    on_click=_go,
                    args=(n,),
                )
        if visitor().learn.fixed is None:
            st.button(
                w.open_in_explore,
                key="to-explore",
                type="tertiary",
                help=w.open_in_explore_help,
                on_click=_bring_to_explore,
            )
    if visitor().explore.opened is not None:
        st.switch_page("pages/explore.py")


def _go(n: int) -> None:
    visitor().learn.move(lambda learner: learner.go(n))


def _bring_to_explore() -> None:
    """A copy of the run, so that the lesson stays where it is."""

    def bring(learner: Learner) -> None:
        visitor().explore.opened = learner.run.fork()

    visitor().learn.move(bring)


def _onwards(learner: Learner) -> None:
    """To the next step, or to the next lesson."""
    w, last = words(), len(learner.lesson.steps) - 1
    if not learner.done:
        return
    if learner.n < last:
        st.button(
            w.next_step,
            key="next",
            type="primary",
            shortcut="right",
            on_click=_go,
            args=(learner.n + 1,),
            disabled=learner.n + 1 > learner.reachable,
        )
        if learner.n + 1 not in learner.opened:
            st.caption(w.open_so_far)
        return
    st.markdown(w.lesson_done.format(title=learner.lesson.title))
    if visitor().learn.fixed is not None:
        return
    names = list(course())
    following = names[names.index(learner.lesson.id) + 1 :] if learner.lesson.id in names else []
    if following:
        title = course()[following[0]].title
        st.button(
            w.next_lesson.format(title=title),
            key="next-lesson",
            type="primary",
            on_click=open_lesson,
            args=(following[0],),
        )
    st.button(w.all_lessons, key="to-list", on_click=close_lesson)
