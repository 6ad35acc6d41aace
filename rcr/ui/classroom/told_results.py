"""The results of a class in its teacher's words: titles instead of ids, and what was chosen instead
of its place among the options.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from rcr import ModelError
from rcr.classroom import Desk, Result, Task
from rcr.classroom.polls import EDGE, Poll
from rcr.course.learner import SHOWN
from rcr.course.lesson import Lesson
from rcr.course.lesson_folders import lessons
from rcr.course.told_answers import exercise_answer, lesson_answer, lesson_part
from rcr.ui.classroom.poll_seat import edge_names, poll_run
from rcr.ui.learn.words import words

SOLUTION_SHOWN = "was shown"
INSTANCE = re.compile(r"level (?P<level>\d+), seed (?P<seed>\d+)")  # of an exercise


def told_results(desk: Desk) -> list[Result]:
    """Everything that was answered, as it can be read aloud; what is not known any more stays as
    it was kept.
    """
    tasks, course = {task.id: task for task in desk.tasks.all()}, lessons()
    return [_told(result, tasks.get(result.task or 0), course) for result in desk.results()]


def _told(result: Result, task: Task | None, course: Mapping[str, Lesson]) -> Result:
    if result.kind == "lesson" and result.item in course:
        return _of_lesson(result, course[result.item])
    if result.kind == "exercise":
        return _of_exercise(result)
    if result.kind == "poll" and task is not None:
        return replace(result, answer=_edges(task).get(result.answer, result.answer))
    return result


def _of_lesson(result: Result, lesson: Lesson) -> Result:
    """Whoever was shown the solution has given no answer, so no wrong one."""
    n = int(result.part.removeprefix("step ")) - 1
    told = replace(result, item=lesson.title, part=lesson_part(lesson, n))
    if result.answer == SHOWN:
        return replace(told, answer=SOLUTION_SHOWN, right=None)
    return replace(told, answer=lesson_answer(lesson, n, result.answer))


def _of_exercise(result: Result) -> Result:
    title, answer = words().exercises.get(result.item, result.item), result.answer
    if found := INSTANCE.fullmatch(result.part):
        answer = exercise_answer(result.item, int(found["level"]), int(found["seed"]), answer)
    return replace(result, item=title, answer=answer)


def _edges(task: Task) -> dict[str, str]:
    """The edges of a poll by their ids, as people read them."""
    try:
        poll = Poll.read(task.payload)
        return edge_names(poll_run(task.id, poll)) if poll.ask == EDGE else {}
    except ModelError:
        return {}
