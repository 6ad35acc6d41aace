"""Whether an answer to a task is right, computed from the run; and the answer that is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rcr import ModelError, Run, State
from rcr.course.actions import after
from rcr.course.language import Facts, Scene
from rcr.course.lesson import Choice, Do, Explain, Number, Option, Predict, Task
from rcr.course.predictions import Reveal, edge_values, reveal, separated

MIN_WORDS = 3  # of an explanation
MAX_ANSWER_CHARACTERS = 2000  # that are looked at

# An edge's id or free text; the place of an option; a number; None for a "do" task.
Answer = str | int | float | None


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, what is to be said about it, and what a prediction reveals."""

    right: bool
    feedback: str = ""
    reveal: Reveal | None = None


def judge(task: Task, run: Run, entry: State, answer: Answer) -> Verdict:
    """The verdict on an answer to a task that began at this state; a ``do`` is judged by the run's
    current state.
    """
    if isinstance(task, Do):
        scene = Scene.at(run, run.state, entry)
        right = bool(task.goal.evaluate(scene))
        return Verdict(right, task.done.fill(scene) if right else "")
    scene = scene_after(task, run, entry)
    match task:
        case Predict(edge=aim) if aim is not None:
            shown = reveal(aim, Facts(run, entry), str(answer))
            right = shown.chosen in shown.best(task.accept)
            return Verdict(right, task.done.fill(scene) if right else "", shown)
        case Choice():
            return _judge_option(task, scene, answer)
        case Number():
            return _judge_number(task, scene, answer)
        case Explain():
            enough = len(str(answer or "")[:MAX_ANSWER_CHARACTERS].split()) >= MIN_WORDS
            return Verdict(enough, task.model.fill(scene) if enough else "")
    raise ModelError(f"a {task.kind} task has no answer")


def scene_after(task: Task, run: Run, entry: State) -> Scene:
    other, reached = after(run, entry, task.after)
    return Scene.at(other, reached, entry)


def _right_options(task: Choice, scene: Scene) -> list[Option]:
    return [option for option in task.options if option.when.evaluate(scene)]


def _judge_option(task: Choice, scene: Scene, answer: Answer) -> Verdict:
    if (
        isinstance(answer, bool)
        or not isinstance(answer, int)
        or not 0 <= answer < len(task.options)
    ):
        raise ModelError(f"choose an option from 0 to {len(task.options) - 1}, not {answer!r}")
    chosen = task.options[answer]
    right = bool(chosen.when.evaluate(scene))
    return Verdict(right, (task.done if right else chosen.otherwise).fill(scene))


def read_number(answer: Answer) -> float | None:
    """The number that a student has given or typed; a decimal comma and a true minus sign are
    understood.
    """
    text = str(answer if answer is not None else "").strip().replace("−", "-").replace(",", ".")
    try:
        return float(text)
    except ValueError:
        return None


def _judge_number(task: Number, scene: Scene, answer: Answer) -> Verdict:
    given = read_number(answer)
    if given is None or not math.isfinite(given):
        return Verdict(False)
    if abs(given - task.answer.evaluate(scene)) <= task.within:
        return Verdict(True, task.done.fill(scene))
    for mistake in task.mistakes:
        if abs(given - mistake.value.evaluate(scene)) <= task.within:
            return Verdict(False, mistake.otherwise.fill(scene))
    return Verdict(False)


# -- what is right, and whether that is clear ------------------------------------------------------


def computed_answer(task: Task, run: Run, entry: State) -> Answer:
    """A right answer to a task that is asked at this state; for an explanation the model answer."""
    scene = scene_after(task, run, entry)
    match task:
        case Predict(edge=aim) if aim is not None:
            facts = Facts(run, entry)
            return reveal(aim, facts, next(iter(edge_values(aim, facts)))).best()[0]
        case Choice():
            return task.options.index(_right_options(task, scene)[0])
        case Number():
            return float(task.answer.evaluate(scene))
        case Explain():
            return task.model.fill(scene)
    return None


def well_posed(task: Task, run: Run, entry: State) -> bool:
    """Whether the task makes sense at a state: not done already, and exactly one option, or some
    edges but not all, right.
    """
    try:
        if isinstance(task, Do):
            return not task.goal.evaluate(Scene.at(run, entry))
        if isinstance(task, Predict) and task.edge is not None:
            return separated(task.edge, Facts(run, entry))
        scene = scene_after(task, run, entry)
        if isinstance(task, Choice):
            return len(_right_options(task, scene)) == 1
        return not isinstance(task, Number) or math.isfinite(task.answer.evaluate(scene))
    except ModelError:
        return False
