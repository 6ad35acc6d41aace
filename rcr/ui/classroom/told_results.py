"""The results of a class in its teacher's words: titles instead of ids, and what was chosen instead
of its place among the options.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from rcr import ModelError
from rcr.classroom import Desk, Result, Task
from rcr.classroom.polls import EDGE, Poll
from rcr.course.exercise import new_exercise
from rcr.course.learner import Learner
from rcr.course.lesson_folders import lessons
from rcr.ui.classroom.poll_seat import edge_names, poll_run
from rcr.ui.learn.words import words

INSTANCE = re.compile(r"level (?P<level>\d+), seed (?P<seed>\d+)")  # of an exercise


def told_results(desk: Desk) -> list[Result]:
    """Everything that was answered, as it can be read aloud; what is not known any more stays as
    it was kept.
    """
    tasks = {task.id: task for task in desk.tasks.all()}
    return [_told(result, tasks.get(result.task or 0)) for result in desk.results()]


def _told(result: Result, task: Task | None) -> Result:
    if result.kind == "lesson" and result.item in lessons():
        return _of_lesson(result)
    if result.kind == "exercise":
        return _of_exercise(result)
    if result.kind == "poll" and task is not None:
        return replace(result, answer=_edges(task).get(result.answer, result.answer))
    return result


def _of_lesson(result: Result) -> Result:
    lesson, number = lessons()[result.item], int(result.part.removeprefix("step "))
    if number > len(lesson.steps):  # of an older lesson
        return replace(result, item=lesson.title)
    options, answer = _options(result.item, number - 1), result.answer
    if isinstance(answer, int) and answer in range(len(options)):
        answer = options[answer]
    part = f"{result.part}: {lesson.steps[number - 1].title}"
    return replace(result, item=lesson.title, part=part, answer=answer)


def _of_exercise(result: Result) -> Result:
    title, answer = words().exercises.get(result.item, result.item), result.answer
    if isinstance(answer, list):
        answer = _written(result.item, result.part, tuple(answer))
    return replace(result, item=title, answer=answer)


@st.cache_data(max_entries=3000, show_spinner=False)
def _written(kind: str, part: str, answer: tuple[Any, ...]) -> str:
    """The answer to an exercise; where options were chosen by their places, what these say."""
    found = INSTANCE.fullmatch(part)
    if found is not None and all(isinstance(place, int) for place in answer):
        try:
            return new_exercise(kind, int(found["seed"]), int(found["level"])).form.written(answer)
        except (ModelError, IndexError, ValueError):
            pass  # of another version of the exercise
    return ", ".join(map(str, answer))


@st.cache_data(max_entries=300, show_spinner=False)
def _options(lesson: str, n: int) -> Sequence[str]:
    """The texts to choose from at a step; none where something else is asked."""
    learner = Learner.begin(lessons()[lesson])
    learner.go(n)
    return learner.seen.options


def _edges(task: Task) -> dict[str, str]:
    """The edges of a poll by their ids, as people read them."""
    try:
        poll = Poll.read(task.payload)
        return edge_names(poll_run(task.id, poll)) if poll.ask == EDGE else {}
    except ModelError:
        return {}
