"""A lesson or an exercise as a task of the class: where it is done, and what is handed in."""

from __future__ import annotations

import zlib

from rcr.classroom import Standing, Task
from rcr.course.learner import Attempt
from rcr.course.practice import Exercised
from rcr.ui.classroom.visit import Sitting
from rcr.ui.learn import keys
from rcr.ui.learn.visit import LearnVisit
from rcr.ui.store import store

TRIES_IN_VAIN = 3  # wrong answers in a row, after which a student is stuck
LEARNT = ("lesson", "exercise")  # the kinds of task that are done on Learn


def address(task: Task, member: int) -> dict[str, str]:
    """What the address of Learn names: the lesson, or the instance of the exercise."""
    payload = task.payload if isinstance(task.payload, dict) else {}
    if task.kind == "lesson":
        return {keys.LESSON: str(payload.get("lesson", ""))}
    seed = int(payload.get("seed", 0))
    if not payload.get("same", False):
        seed = zlib.crc32(f"{task.id} {seed} {member}".encode()) >> 1
    named = {keys.EXERCISE: payload.get("kind", ""), keys.LEVEL: payload.get("level", 1)}
    return {name: str(value) for name, value in (named | {keys.SEED: seed}).items()}


def opened_steps(task: Task | None, lesson: str) -> tuple[int, int | None]:
    """Where the lesson begins and how many of its steps are open, as its teacher has set it."""
    if task is None or task.kind != "lesson" or task.payload.get("lesson") != lesson:
        return 0, None
    return int(task.payload.get("first", 0)), task.up_to


def open_steps(task: Task | None, learn: LearnVisit) -> None:
    """Let the lesson be as far open as the teacher has set it."""
    if learn.learner is not None:
        with learn.lock:
            learn.learner.open_range(*opened_steps(task, learn.learner.lesson.id))


def hand_in(sitting: Sitting, learn: LearnVisit) -> None:
    """Write what was answered since the last time, each answer once, and show it on the board."""
    task, progress, visitor = sitting.now.task, store().progress, sitting.seat.visitor
    number = None if task is None else task.id
    for attempt in learn.attempts[sitting.answered :]:
        answer = (attempt.lesson, attempt.step, attempt.answer, attempt.right, attempt.tries)
        progress.add_answer(visitor, *answer, task=number)
        sitting.answered += 1
    for done in learn.exercised[sitting.exercised :]:
        marked = (done.kind, done.level, done.seed, done.answer, done.credit, done.seconds)
        progress.add_exercise(visitor, *marked, task=number)
        sitting.exercised += 1
    if task is not None and task.kind in LEARNT:
        reached = standing(task, learn, sitting.seat.member)
        if reached is not None and reached != sitting.reached:
            sitting.seat.post(reached)
            sitting.reached = reached


def standing(task: Task, learn: LearnVisit, member: int) -> Standing | None:
    """How far a student is in the lesson, or with the exercise; None where another one is open
    than the task's, as by an address that was edited.
    """
    named = address(task, member)
    if task.kind == "exercise":
        done = [each for each in learn.done.exercised if each.at >= task.created]
        credits = [each.credit for each in done if _is_named(each, task, named)]
        return Standing(task.id, step=len(credits), status=_status(max(credits, default=0.0) >= 1))
    if learn.learner is None or learn.learner.lesson.id != named[keys.LESSON]:
        return None
    mine = [each for each in learn.attempts if each.lesson == learn.learner.lesson.id]
    steps = learn.learner.opened
    return Standing(
        task.id,
        step=len(learn.learner.passed.intersection(steps)),
        picture={"steps": len(steps)},
        status="finished" if learn.learner.finished else "stuck" if _in_vain(mine) else "working",
    )


def _is_named(done: Exercised, task: Task, named: dict[str, str]) -> bool:
    """Whether an exercise is of the task's kind and level, and its instance where all have one."""
    one = (done.kind, str(done.level)) == (named[keys.EXERCISE], named[keys.LEVEL])
    return one and (not task.payload.get("same", False) or str(done.seed) == named[keys.SEED])


def _status(done: bool) -> str:
    return "finished" if done else "working"


def _in_vain(attempts: list[Attempt]) -> bool:
    """Whether the last answers were all wrong."""
    last = attempts[-TRIES_IN_VAIN:]
    return len(last) == TRIES_IN_VAIN and all(each.right is False for each in last)
