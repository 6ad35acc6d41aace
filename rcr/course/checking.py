"""What is wrong with a lesson: every text short, every task decidable, every solution right, every
wrong choice explained.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rcr import ModelError, Run, State
from rcr.course import walk
from rcr.course.answers import computed_answer, judge, scene_after, well_posed
from rcr.course.lesson import Choice, Do, Explain, Lesson, LessonError, Number, Predict, Step
from rcr.course.pointing import pointless_links
from rcr.course.prose import Prose
from rcr.course.reading import read_lesson

MAX_STEP_WORDS = 60  # text and question together
MAX_SENTENCE_WORDS = 60  # of a hint, an explanation, a model answer
MAX_OPTION_WORDS = 20
MAX_TITLE_WORDS = 8
MINUTES = range(1, 31)


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, with file and line."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def check_file(path: Path | str, language: str = "en") -> list[Finding]:
    """Everything that is wrong with a lesson's file; what cannot be read is the only finding."""
    try:
        return check(read_lesson(path, language))
    except LessonError as error:
        return [Finding(error.path, error.line, error.message)]


def check(lesson: Lesson) -> list[Finding]:
    """Everything that is wrong with a lesson, walked to its end along its own solutions."""
    found = [Finding(lesson.path, line, message) for line, message in _lesson(lesson)]
    try:
        run = walk.open_run(lesson)
    except ModelError as error:
        return [*found, Finding(lesson.path, 1, f"the lesson does not open: {error}")]
    for n, step in enumerate(lesson.steps):
        told = [*_words(step), *pointless_links(step)]
        found += [Finding(lesson.path, line, message) for line, message in told]
        try:
            entry = walk.enter(lesson, n, run)
            problems = list(_step(lesson, n, run, entry))
            found += [Finding(lesson.path, line, message) for line, message in problems]
            _go_on(lesson, n, run, entry)
        except ModelError as error:
            found.append(Finding(lesson.path, step.task.line, str(error)))
    return found


Problems = Iterator[tuple[int, str]]


def _lesson(lesson: Lesson) -> Problems:
    if lesson.minutes not in MINUTES:
        yield (
            1,
            f"minutes: a lesson takes {MINUTES.start} to {MINUTES.stop - 1}, not {lesson.minutes}",
        )
    if not (lesson.notes.ask and lesson.notes.trouble):
        yield (
            lesson.steps[-1].line,
            "the teacher block needs at least one 'ask:' and one 'trouble:'",
        )


def _words(step: Step) -> Problems:
    """Texts that are too long."""
    task = step.task
    together = step.text.words + task.question.words
    if together > MAX_STEP_WORDS:
        yield step.line, f"text and question have {together} words; {MAX_STEP_WORDS} is the most"
    if len(step.title.split()) > MAX_TITLE_WORDS:
        yield step.line, f"the title has more than {MAX_TITLE_WORDS} words"
    texts: list[tuple[int, str, Prose, int]] = [
        (task.line, "hint", h, MAX_SENTENCE_WORDS) for h in task.hints
    ]
    texts.append((task.line, "done", task.done, MAX_SENTENCE_WORDS))
    if isinstance(task, Choice):
        texts += [(o.line, "option", o.text, MAX_OPTION_WORDS) for o in task.options]
        texts += [(o.line, "else", o.otherwise, MAX_SENTENCE_WORDS) for o in task.options]
    if isinstance(task, Number):
        texts += [(m.line, "else", m.otherwise, MAX_SENTENCE_WORDS) for m in task.mistakes]
    if isinstance(task, Explain):
        texts.append((task.line, "model", task.model, MAX_SENTENCE_WORDS))
    for line, what, text, most in texts:
        if text.words > most:
            yield line, f"{what}: {text.words} words; {most} is the most"
    if not task.hints and not isinstance(task, Explain):
        yield task.line, "a task needs at least one hint"


def _step(lesson: Lesson, n: int, run: Run, entry: State) -> Problems:
    """What shows when the step is walked: texts that cannot be filled in, tasks that are not
    decidable, wrong solutions.
    """
    step, task = lesson.steps[n], lesson.steps[n].task
    if not well_posed(task, run, entry):
        yield task.line, _why_not_decidable(step, run, entry)
        return
    walk.show(lesson, n, run, entry)
    for wrong in range(len(task.hints)):
        walk.hint(lesson, n, run, entry, wrong + 1)
    if isinstance(task, Do):
        yield from _do(lesson, n, run, entry, task)
    else:
        answer = computed_answer(task, run, entry)
        if not judge(task, run, entry, answer).right:
            yield task.line, f"the computed answer {answer!r} is not marked right"
    if isinstance(task, Choice):
        yield from _options(task, run, entry)
    if isinstance(task, Number):
        yield from _mistakes(task, run, entry)


def _why_not_decidable(step: Step, run: Run, entry: State) -> str:
    task = step.task
    if isinstance(task, Do):
        return "the goal is reached before the step begins"
    if isinstance(task, Predict) and task.edge is not None:
        return "no edge is better than the others here"
    if isinstance(task, Choice):
        scene = scene_after(task, run, entry)
        right = [str(o.line) for o in task.options if o.when.evaluate(scene)]
        which = f"those on lines {', '.join(right)} are" if right else "none is"
        return f"exactly one option must be right here; {which}"
    return "the answer is not a finite number here"


def _do(lesson: Lesson, n: int, run: Run, entry: State, task: Do) -> Problems:
    shown = walk.solution(lesson, n, run, entry)
    if shown.origin != entry.number:
        yield task.line, "the solution does not lead from the step's beginning to its goal"
    controls = lesson.steps[n].controls
    for action in task.solution:
        if action.verb not in controls:
            yield (
                task.line,
                f"the solution uses {action.verb!r}, but the step has only {', '.join(controls)}",
            )


def _options(task: Choice, run: Run, entry: State) -> Problems:
    for place, option in enumerate(task.options):
        verdict = judge(task, run, entry, place)
        if not verdict.right and not verdict.feedback:
            yield option.line, "this option is wrong here and needs 'else:' to explain why"


def _mistakes(task: Number, run: Run, entry: State) -> Problems:
    if task.within <= 0:
        yield task.line, "within: a number above 0 is needed"
    scene = scene_after(task, run, entry)
    answer = task.answer.evaluate(scene)
    for mistake in task.mistakes:
        if abs(mistake.value.evaluate(scene) - answer) <= 2 * task.within:
            yield (
                mistake.line,
                "this mistake is so near to the answer that it would be marked right",
            )


def _go_on(lesson: Lesson, n: int, run: Run, entry: State) -> None:
    """To the end of the step, as its solution goes."""
    if isinstance(lesson.steps[n].task, Do):
        for _ in walk.demonstrate(run, walk.solution(lesson, n, run, entry)):
            pass
        walk.check(lesson, n, run, entry)
    else:
        walk.finish(lesson, n, run, entry)
