"""What a student did: lessons, answers, exercises and scores, as a page to print and as a table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any

from rcr.course.learner import SHOWN, Attempt, passed_steps
from rcr.course.lesson import Lesson
from rcr.course.student_record import Done
from rcr.course.told_answers import exercise_answer, lesson_answer, lesson_part
from rcr.text.html_page import html_page, html_table
from rcr.text.tables import csv_text


def result_rows(done: Done, course: Mapping[str, Lesson]) -> list[dict[str, Any]]:
    """One row for everything that was done, in the order of time."""
    rows = [_lesson_row(a, course.get(a.lesson)) for a in done.attempts]
    rows += [
        {
            "time": _time(e.at),
            "kind": "exercise",
            "what": e.kind,
            "part": f"level {e.level}, seed {e.seed}",
            "answer": _written(exercise_answer(e.kind, e.level, e.seed, e.answer)),
            "result": f"{e.credit:.0%}",
            "tries": 1,
        }
        for e in done.exercised
    ]
    rows += [
        {
            "time": _time(p.at),
            "kind": "challenge",
            "what": p.challenge.goal,
            "part": p.challenge.name,
            "answer": "",
            "result": f"{p.score:g} (par {p.par:g})",
            "tries": 1,
        }
        for p in done.contests
    ]
    return sorted(rows, key=lambda row: str(row["time"]))


def _lesson_row(a: Attempt, lesson: Lesson | None) -> dict[str, Any]:
    """In the words of the lesson, where it is known still."""
    return {
        "time": _time(a.at),
        "kind": "lesson",
        "what": a.lesson if lesson is None else lesson.title,
        "part": f"step {a.step + 1}" if lesson is None else lesson_part(lesson, a.step),
        "answer": _written(a.answer if lesson is None else lesson_answer(lesson, a.step, a.answer)),
        "result": _verdict(a),
        "tries": a.tries,
    }


def report_csv(done: Done, course: Mapping[str, Lesson]) -> str:
    """The rows as CSV."""
    return csv_text(result_rows(done, course))


def lessons_begun(done: Done, course: Mapping[str, Lesson]) -> list[tuple[Lesson, int, int]]:
    """Each lesson that was begun: how many steps are passed, and how many answers were right at
    once.
    """
    rows = []
    for name, lesson in course.items():
        mine = [a for a in done.attempts if a.lesson == name]
        if mine:
            at_once = sum(a.right is True and a.tries == 1 for a in mine)
            rows.append((lesson, len(passed_steps(mine, name)), at_once))
    return rows


def report_html(done: Done, course: Mapping[str, Lesson], name: str = "") -> str:
    """A page to print; it holds no script and fetches nothing."""
    told = [
        (f"{one.place}. {one.title}", f"{far} of {len(one.steps)} steps", f"{right} right at once")
        for one, far, right in lessons_begun(done, course)
    ]
    begun = html_table(told, ("lesson", "how far", ""))
    rows = [tuple(row.values()) for row in result_rows(done, course)]
    head = ("time (UTC)", "kind", "what", "part", "answer", "result", "tries")
    title = f"Report of {name}" if name else "Report"
    body = f"<h1>{escape(title)}</h1><h2>Lessons</h2>{begun}"
    body += f"<h2>Answers, exercises and challenges</h2>{html_table(rows, head)}"
    return html_page(title, body)


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _verdict(attempt: Attempt) -> str:
    if attempt.answer == SHOWN:
        return "shown"
    return {True: "right", False: "wrong", None: "written"}[attempt.right]


def _written(answer: Any) -> str:
    if answer is None or answer == SHOWN:
        return ""
    if isinstance(answer, list):
        return ", ".join(map(str, answer))
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
