"""The course: its lessons with aims, minutes and how far the student is."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from rcr.course.learner import Learner, passed_steps
from rcr.course.lesson import Lesson
from rcr.course.lesson_folders import FOLDER, lessons, own_folders
from rcr.ui.app.language import language
from rcr.ui.learn import keys
from rcr.ui.learn.words import words
from rcr.ui.visitor import visitor


def course() -> dict[str, Lesson]:
    """The lessons in the visitor's language, read again when a file has changed."""
    folders: list[Path] = [FOLDER, *own_folders()]
    changed = max(path.stat().st_mtime for folder in folders for path in folder.rglob("*.md"))
    return _read(language(), changed)


@st.cache_resource(max_entries=8, show_spinner=False)
def _read(tongue: str, changed: float) -> dict[str, Lesson]:
    return lessons(tongue)


def open_lesson(name: str) -> None:
    """Go on with a lesson where it was left, or begin it again if it is finished; for callbacks."""
    visit, lesson = visitor().learn, course()[name]
    passed = passed_steps(visit.done.attempts, name)
    with visit.lock:
        visit.learner = Learner.begin(lesson, visit.attempts.append, passed)
    st.query_params[keys.LESSON] = name


def close_lesson() -> None:
    """Back to the list; for callbacks."""
    visit = visitor().learn
    with visit.lock:
        visit.learner = None
    st.query_params.pop(keys.LESSON, None)


def course_list() -> None:
    """Every lesson as a card; the next one stands out."""
    w, found, attempts = words(), course(), visitor().learn.done.attempts
    st.header(w.course_title, anchor=False)
    st.markdown(w.course_invitation)
    done = {name: len(passed_steps(attempts, name)) for name in found}
    following = next((n for n in found if done[n] < len(found[n].steps)), None)
    for name, lesson in found.items():
        with st.container(border=True, key=f"lesson-{name}"):
            _card(lesson, done[name], name == following)


def _card(lesson: Lesson, done: int, following: bool) -> None:
    w, steps = words(), len(lesson.steps)
    finished = done == steps
    with st.container(horizontal=True, vertical_alignment="center", key=f"card-{lesson.id}"):
        state = w.finished if finished else w.steps_done.format(done=done, steps=steps)
        about = [w.minutes.format(minutes=lesson.minutes), *([state] if done else [])]
        title = f"**{lesson.place}. {lesson.title}** · {' · '.join(about)}"
        aims = "; ".join(lesson.aims)
        st.markdown(f"{title}  \n:small[{aims[:1].upper()}{aims[1:]}.]")
        st.button(
            w.again if finished else w.go_on if done else w.start,
            key=f"open-{lesson.id}",
            type="primary" if following else "secondary",
            on_click=open_lesson,
            args=(lesson.id,),
        )
        with st.popover(w.for_teachers, type="tertiary"):
            for heading, notes in (
                (w.what_to_ask, lesson.notes.ask),
                (w.what_goes_wrong, lesson.notes.trouble),
            ):
                st.markdown(f"**{heading}**\n" + "".join(f"\n- {note}" for note in notes))
