"""The course for reading: each lesson walked to its end, its numbers filled in, the answers folded
away.
"""

from __future__ import annotations

from functools import cache
from textwrap import indent

from rcr.course.answers import Answer
from rcr.course.learner import Learner
from rcr.course.lesson import Explain, Lesson
from rcr.course.lesson_folders import lesson_files
from rcr.course.reading import read_lesson
from rcr.course.terms import LINK
from rcr.views.notebook.graph import graph

MAX_DRAWN_EDGES = 150  # more of them are read on a screen of their own, in the app
INTRODUCTION = """# The course for reading

Twelve lessons, from eight assignments counted by hand to a network learned from haplotypes. They
are made for the app's page *Learn*, where every step is a task beside its run; here they can be
read, with the same numbers, and with the answers folded away.
"""


@cache
def _course() -> tuple[Lesson, ...]:
    found = [read_lesson(path, "en") for path in lesson_files().values()]
    return tuple(sorted(found, key=lambda lesson: lesson.place))


def titles() -> dict[str, str]:
    """What the pages are called, in their order."""
    return {"index.md": "The course"} | {f"{one.id}.md": one.title for one in _course()}


def pages() -> dict[str, str]:
    """The list of lessons, and a page for each."""
    rows = [f"{INTRODUCTION}\n| | lesson | minutes |\n| --- | --- | --- |"]
    for one in _course():
        rows.append(f"| {one.place} | [{one.title}]({one.id}.md) | {one.minutes} |")
    return {"index.md": "\n".join(rows) + "\n"} | {f"{one.id}.md": _page(one) for one in _course()}


def _page(lesson: Lesson) -> str:
    learner = Learner.begin(lesson)
    aims = "\n".join(f"- {aim}" for aim in lesson.aims)
    parts = [f"# {lesson.title}", f"After this lesson you can\n\n{aims}"]
    for n in range(len(lesson.steps)):
        if n:
            learner.go(n)
        parts += _step(learner)
    return "\n\n".join(parts) + "\n"


def _step(learner: Learner) -> list[str]:
    """What a step says and asks, and its answer, which the run computes."""
    seen = learner.seen
    parts = [f"## {learner.step.title}", _plain(seen.text), *_picture(learner)]
    asked = _plain(seen.question)
    options = "\n".join(f"- {_plain(option)}" for option in seen.options)
    parts.append(_block("question", "Task", f"{asked}\n\n{options}".strip(), "!!!"))
    learner.show_me()
    while learner.demonstration is not None and learner.demonstration.next is not None:
        learner.advance()
    assert learner.verdict is not None
    said = _plain(learner.verdict.feedback)
    given = "" if isinstance(learner.step.task, Explain) else _given(learner.given, seen.options)
    parts.append(_block("success", "Answer", f"{given}\n\n{said}".strip(), "???"))
    return parts


def _picture(learner: Learner) -> list[str]:
    if len(learner.run.cloned) > MAX_DRAWN_EDGES:
        return []
    drawn = graph(learner.entry, "cut" if "cut" in learner.step.shows else "compact")
    return [f'<div class="shown">{drawn._repr_html_()}</div>']


def _given(answer: Answer, options: tuple[str, ...]) -> str:
    """The answer in words."""
    if answer is None:
        return ""
    if options and isinstance(answer, int):
        return f"**{_plain(options[answer])}**"
    return f"**{answer:.6g}**" if isinstance(answer, float) else f"**{answer}**"


def _plain(text: str) -> str:
    """The words of a text without links to what a page of the app would light up."""
    return LINK.sub(r"*\1*", text)


def _block(kind: str, title: str, text: str, sign: str) -> str:
    return f'{sign} {kind} "{title}"\n\n{indent(text, "    ")}'
