"""Walking through a lesson: where a step begins, what it shows, whether an answer is right, and the
solution.

The lesson's run is an ordinary run. A step is asked about the state in which it begins, its
*entry*; what a student does in a ``do`` task moves the run on from there. Nothing here changes the
run except ``enter``, ``arrive``, ``finish`` and ``demonstrate``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rcr import ModelError, Run, State
from rcr.course.actions import LessonAction, after, perform, walk
from rcr.course.answers import Answer, Verdict, computed_answer, judge, well_posed
from rcr.course.language import Scene
from rcr.course.lesson import Choice, Do, Lesson, Predict, Step, Task


@dataclass(frozen=True)
class Shown:
    """What the page shows of a step, all texts filled in."""

    title: str
    text: str
    kind: str
    question: str
    options: tuple[str, ...]
    controls: tuple[str, ...]
    hides: tuple[str, ...]
    shows: tuple[str, ...]


@dataclass(frozen=True)
class Solution:
    """The way to a right answer: actions to walk from a state of the run, and the answer itself
    where one is asked for.
    """

    origin: int
    actions: tuple[LessonAction, ...]
    answer: Answer


def open_run(lesson: Lesson) -> Run:
    """The lesson's run, at the state where its first step begins."""
    origin, settings = lesson.origin, dict(lesson.settings)
    model = origin.make()
    complete = settings["start"] == "complete"
    run = Run(
        model, origin=origin, **(settings | {"start": "decomposed"} if complete else settings)
    )
    if complete:
        everything = tuple(c.id for c in run.cloned.constraints)
        run = Run(model, origin=origin, **settings | {"start": everything})
    for _ in walk(run, lesson.begin):
        pass
    return run


def way_to(lesson: Lesson, n: int) -> tuple[LessonAction, ...]:
    """The actions from the run's start to the entry of step ``n``, along the lesson's own
    solutions.
    """
    way = lesson.begin
    for step in lesson.steps[:n]:
        way = _entry_of(lesson, step, way) + _ending_of(step)
    return _entry_of(lesson, lesson.steps[n], way)


def _entry_of(
    lesson: Lesson, step: Step, way: tuple[LessonAction, ...]
) -> tuple[LessonAction, ...]:
    return way if step.begin is None else lesson.begin + step.begin


def _ending_of(step: Step) -> tuple[LessonAction, ...]:
    return step.task.solution if isinstance(step.task, Do) else step.task.after


def enter(lesson: Lesson, n: int, run: Run) -> State:
    """Put the run where step ``n`` begins: where it is, if the step goes on from there and its
    question makes sense there.
    """
    step = lesson.steps[n]
    if step.begin is None and well_posed(step.task, run, run.state):
        return run.state
    return arrive(lesson, n, run)


def arrive(lesson: Lesson, n: int, run: Run) -> State:
    """Put the run where step ``n`` begins along the lesson's own way, wherever the student is."""
    run.goto(min(run.states))
    for _ in walk(run, way_to(lesson, n)):
        pass
    return run.state


def show(lesson: Lesson, n: int, run: Run, entry: State) -> Shown:
    """What the page shows of step ``n``; its texts speak of the entry and do not change while the
    student works.
    """
    step, scene = lesson.steps[n], Scene.at(run, entry)
    options = step.task.options if isinstance(step.task, Choice) else ()
    return Shown(
        title=step.title,
        text=step.text.fill(scene),
        kind=step.task.kind,
        question=step.task.question.fill(scene),
        options=tuple(option.text.fill(scene) for option in options),
        controls=step.controls,
        hides=step.hides,
        shows=step.shows,
    )


def check(lesson: Lesson, n: int, run: Run, entry: State, answer: Answer = None) -> Verdict:
    """Whether the answer to step ``n`` is right; for a ``do`` task the answer is the run's current
    state.
    """
    return judge(lesson.steps[n].task, run, entry, answer)


def reveals(task: Task) -> bool:
    """Whether a right answer shows something: a state that was reached, or what edges are worth."""
    return isinstance(task, Do) or bool(task.after) or isinstance(task, Predict)


def finish(lesson: Lesson, n: int, run: Run, entry: State) -> State:
    """After a right answer: do what the step has announced, so that its result can be seen."""
    task = lesson.steps[n].task
    if not isinstance(task, Do) and task.after:
        run.goto(entry.number)
        for _ in walk(run, task.after):
            pass
    return run.state


def hint(lesson: Lesson, n: int, run: Run, entry: State, wrong_tries: int) -> str:
    """The hint after so many wrong tries; none before the first, and the last one stays."""
    hints = lesson.steps[n].task.hints
    if wrong_tries < 1 or not hints:
        return ""
    return hints[min(wrong_tries, len(hints)) - 1].fill(Scene.at(run, entry))


def solution(lesson: Lesson, n: int, run: Run, entry: State) -> Solution:
    """How step ``n`` is solved from its entry, or from the run's start where the student's way has
    left the lesson's.
    """
    task = lesson.steps[n].task
    if not isinstance(task, Do):
        return Solution(entry.number, task.after, computed_answer(task, run, entry))
    try:
        other, reached = after(run, entry, task.solution)
        if task.goal.evaluate(Scene.at(other, reached, entry)):
            return Solution(entry.number, task.solution, None)
    except ModelError:
        pass  # the student has already done part of it, or something else
    return Solution(min(run.states), way_to(lesson, n) + task.solution, None)


def demonstrate(run: Run, shown: Solution) -> Iterator[tuple[LessonAction, State]]:
    """Walk a solution in the run; yields each action and the state that it led to."""
    run.goto(shown.origin)
    for action in shown.actions:
        yield action, perform(run, action)
