"""What a visitor has learnt: answers, exercises and scores; rows are only ever added."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, Table, insert, select

from rcr.classroom.access import Access, Kind, fetch
from rcr.classroom.database import tables
from rcr.classroom.database.errors import StoreError
from rcr.classroom.plain_text import MAX_TYPED_CHARACTERS, plain
from rcr.classroom.visitors.visitor import Visitor

MAX_NAME_CHARACTERS = 200  # of lessons, kinds of exercise, challenges and goals
BEST_SCORES = 10


@dataclass(frozen=True)
class Answer:
    """One answer to one step of a lesson; ``right`` is None where nobody can mark it."""

    lesson: str
    step: int
    answer: Any
    right: bool | None
    tries: int
    task: int | None
    at: float


@dataclass(frozen=True)
class Exercise:
    """One exercise done, with the part of the marks it earned, from 0 to 1."""

    kind: str
    level: int
    seed: str
    answer: Any
    credit: float
    seconds: float
    task: int | None
    at: float


@dataclass(frozen=True)
class Score:
    """One challenge played to its end; the smaller the score, the better."""

    challenge: str
    goal: str
    score: float
    details: Any
    task: int | None
    at: float


class Progress:
    """Adds and lists what visitors have done; ``task`` says for which task of a class, if any."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def add_answer(
        self,
        visitor: Visitor,
        lesson: str,
        step: int,
        answer: Any,
        right: bool | None,
        tries: int,
        task: int | None = None,
    ) -> None:
        """An answer, right or wrong, and the how-manieth try it was."""
        row = {"lesson": _name(lesson), "step": step, "answer": shortened(answer)}
        self._add(tables.answers, visitor, task, row | {"right": right, "tries": tries})

    def add_exercise(
        self,
        visitor: Visitor,
        kind: str,
        level: int,
        seed: int | str,
        answer: Any,
        credit: float,
        seconds: float,
        task: int | None = None,
    ) -> None:
        """An exercise and its marks."""
        row = {"kind": _name(kind), "level": level, "seed": _name(str(seed))}
        row |= {"answer": shortened(answer)}
        row |= {"credit": _number(credit), "seconds": _number(seconds)}
        self._add(tables.exercises, visitor, task, row)

    def add_score(
        self,
        visitor: Visitor,
        challenge: str,
        goal: str,
        score: float,
        details: Any = None,
        task: int | None = None,
    ) -> None:
        """A challenge and its score."""
        row = {"challenge": _name(challenge), "goal": _name(goal), "score": _number(score)}
        self._add(tables.scores, visitor, task, row | {"details": details})

    def _add(self, table: Table, visitor: Visitor, task: int | None, row: dict[str, Any]) -> None:
        self._access.allowance.spend(visitor.id)
        row |= {"visitor_id": visitor.id, "task_id": task, "at": self._access.now()}
        with self._access.database.write() as connection:
            connection.execute(insert(table), row)

    def answers(self, visitor: Visitor, lesson: str | None = None) -> list[Answer]:
        """The visitor's answers in the order they were given, of one lesson or of all."""
        c = tables.answers.c
        query = select(c.lesson, c.step, c.answer, c.right, c.tries, c.task_id, c.at)
        query = query.where(c.visitor_id == visitor.id).order_by(c.id)
        if lesson is not None:
            query = query.where(c.lesson == _name(lesson))
        return self._all(query, Answer)

    def exercises(self, visitor: Visitor) -> list[Exercise]:
        """The visitor's exercises in the order they were done."""
        c = tables.exercises.c
        query = select(c.kind, c.level, c.seed, c.answer, c.credit, c.seconds, c.task_id, c.at)
        return self._all(query.where(c.visitor_id == visitor.id).order_by(c.id), Exercise)

    def scores(self, visitor: Visitor) -> list[Score]:
        """The visitor's scores in the order they were made."""
        c = tables.scores.c
        query = select(c.challenge, c.goal, c.score, c.details, c.task_id, c.at)
        return self._all(query.where(c.visitor_id == visitor.id).order_by(c.id), Score)

    def best_scores(self, challenge: str, goal: str, count: int = BEST_SCORES) -> list[float]:
        """The best scores of all visitors, without their names."""
        c = tables.scores.c
        query = select(c.score).where(c.challenge == _name(challenge), c.goal == _name(goal))
        return self._all(query.order_by(c.score).limit(count), float)

    def _all(self, query: Select[Any], kind: Callable[..., Kind]) -> list[Kind]:
        with self._access.database.read() as connection:
            return fetch(connection, query, kind)


def shortened(answer: Any) -> Any:
    """An answer with what was typed cut where it becomes a book: one that the store refused would
    hold up all that are given after it.
    """
    if isinstance(answer, str):
        return answer[:MAX_TYPED_CHARACTERS]
    return [shortened(each) for each in answer] if isinstance(answer, list | tuple) else answer


def _name(text: str) -> str:
    return plain(text, MAX_NAME_CHARACTERS)


def _number(value: float) -> float:
    if math.isnan(value):  # SQLite would keep nothing, PostgreSQL would sort it first
        raise StoreError("marks and scores must be numbers; this one is not")
    return float(value)
