"""What came of a class: a row for each answer, the most frequent wrong ones, and tables of both."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Select, select

from rcr.classroom.database import tables
from rcr.text.tables import csv_text

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for a formula

_MEMBER, _TASK = tables.members.c, tables.tasks.c


@dataclass(frozen=True)
class Result:
    """One answer of one member to whatever was asked."""

    at: float
    member: int
    nickname: str
    kind: str  # lesson, exercise, challenge or poll
    item: str  # which lesson, exercise, challenge or poll
    part: str  # the step, the level and the seed, or the goal
    answer: Any
    right: bool | None = None
    tries: int | None = None
    credit: float | None = None
    score: float | None = None
    seconds: float | None = None
    task: int | None = None


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong answer, by how many members it was given, and how often in all."""

    kind: str
    item: str
    part: str
    answer: Any
    members: int
    times: int


def class_results(connection: Connection, class_id: int) -> list[Result]:
    """Everything that the members of a class have answered, in the order of time."""
    found = [
        *_lessons(connection, class_id),
        *_exercises(connection, class_id),
        *_challenges(connection, class_id),
        *_polls(connection, class_id),
    ]
    return sorted(found, key=lambda result: result.at)


def _of_members(query: Select[Any], owner: Any, own: Any, class_id: int) -> Select[Any]:
    """A query's rows that belong to members of the class, with the member behind."""
    named = query.join(tables.members, owner == own).add_columns(_MEMBER.id, _MEMBER.nickname)
    return named.where(_MEMBER.class_id == class_id, ~_MEMBER.removed)


def _lessons(connection: Connection, class_id: int) -> Iterable[Result]:
    c = tables.answers.c
    query = select(c.at, c.lesson, c.step, c.answer, c.right, c.tries, c.task_id).order_by(c.id)
    for row in connection.execute(_of_members(query, c.visitor_id, _MEMBER.visitor_id, class_id)):
        at, lesson, step, answer, right, tries, task, member, name = row
        where = (at, member, name, "lesson", lesson, f"step {step + 1}")
        yield Result(*where, answer, right, tries, task=task)


def _exercises(connection: Connection, class_id: int) -> Iterable[Result]:
    c = tables.exercises.c
    query = select(c.at, c.kind, c.level, c.seed, c.answer, c.credit, c.seconds, c.task_id)
    query = query.order_by(c.id)
    for row in connection.execute(_of_members(query, c.visitor_id, _MEMBER.visitor_id, class_id)):
        at, kind, level, seed, answer, credit, seconds, task, member, name = row
        where = (at, member, name, "exercise", kind, f"level {level}, seed {seed}")
        yield Result(*where, answer, credit >= 1, credit=credit, seconds=seconds, task=task)


def _challenges(connection: Connection, class_id: int) -> Iterable[Result]:
    c = tables.scores.c
    query = select(c.at, c.challenge, c.goal, c.details, c.score, c.task_id).order_by(c.id)
    for row in connection.execute(_of_members(query, c.visitor_id, _MEMBER.visitor_id, class_id)):
        at, challenge, goal, details, score, task, member, name = row
        where = (at, member, name, "challenge", challenge, goal)
        yield Result(*where, details, score=score, task=task)


def _polls(connection: Connection, class_id: int) -> Iterable[Result]:
    c, right = tables.votes.c, _right_choices(connection, class_id)
    query = select(c.at, _TASK.title, c.choice, c.task_id).join(tables.tasks, _TASK.id == c.task_id)
    query = query.order_by(c.task_id, c.member_id)
    for row in connection.execute(_of_members(query, c.member_id, _MEMBER.id, class_id)):
        at, title, choice, task, member, name = row
        marked = choice in right[task] if task in right else None
        yield Result(at, member, name, "poll", title, "", choice, marked, task=task)


def _right_choices(connection: Connection, class_id: int) -> dict[int, list[str]]:
    """What is right in each poll that was revealed and has something right."""
    query = select(_TASK.id, _TASK.payload).where(_TASK.class_id == class_id, _TASK.revealed)
    found = {}
    for task, payload in connection.execute(query.where(_TASK.kind == "poll")):
        match payload:
            case {"truth": {"right": [_, *_] as right}}:
                found[task] = right
    return found


def wrong_answers(results: Iterable[Result]) -> list[WrongAnswer]:
    """The wrong answers, those of most members first."""
    who: dict[tuple[str, str, str, str], list[int]] = defaultdict(list)
    for result in results:
        if result.right is False:
            answer = json.dumps(result.answer, sort_keys=True)
            who[(result.kind, result.item, result.part, answer)].append(result.member)
    found = [
        WrongAnswer(kind, item, part, json.loads(answer), len(set(members)), len(members))
        for (kind, item, part, answer), members in who.items()
    ]
    return sorted(found, key=lambda wrong: (-wrong.members, -wrong.times, wrong.item, wrong.part))


def to_csv(rows: Sequence[Result] | Sequence[WrongAnswer], kind: type) -> str:
    """Rows as a table for a spreadsheet; nothing that somebody typed becomes a formula there."""
    cells = [{name: _cell(name, value) for name, value in asdict(row).items()} for row in rows]
    return csv_text(cells, [column.name for column in fields(kind)])


def _cell(name: str, value: Any) -> Any:
    if name == "at":
        return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")
    if value is None or isinstance(value, bool | int | float):
        return value
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "'" + shown if shown.startswith(FORMULA_SIGNS) else shown
