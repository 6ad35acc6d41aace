"""What a lesson is: front matter, steps, and in each step one task of a closed set of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from rcr.course.actions import LessonAction
from rcr.course.language import Expression
from rcr.course.prose import Prose
from rcr.model import ModelError
from rcr.models.origin import PortableOrigin

LARGEST, SMALLEST, WITH = "largest", "smallest", "with"


class LessonError(ModelError):
    """What is wrong with a lesson's file, and on which line."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path, self.line, self.message = path, line, message


@dataclass(frozen=True)
class Option:
    """An answer to choose: right where ``when`` holds; ``otherwise`` explains why it is wrong where
    it does not.
    """

    text: Prose
    when: Expression
    otherwise: Prose
    line: int


@dataclass(frozen=True)
class Mistake:
    """A wrong number that people often give, and what it tells about their thinking."""

    value: Expression
    otherwise: Prose
    line: int


@dataclass(frozen=True)
class EdgeAim:
    """Which edges are right: those with the largest or smallest of a quantity, or those with
    properties.
    """

    how: str
    words: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Task:
    """One question. ``after`` is what is done before the answer is looked at; ``done`` is said when
    it is right.
    """

    kind: ClassVar[str]
    question: Prose
    hints: tuple[Prose, ...] = ()
    done: Prose = field(default_factory=Prose)
    after: tuple[LessonAction, ...] = ()
    line: int


@dataclass(frozen=True, kw_only=True)
class Do(Task):
    """Reach a state in which ``goal`` holds."""

    kind = "do"
    goal: Expression
    solution: tuple[LessonAction, ...]


@dataclass(frozen=True, kw_only=True)
class Choice(Task):
    """Choose the one option that is right."""

    kind = "choice"
    options: tuple[Option, ...]


@dataclass(frozen=True, kw_only=True)
class Predict(Choice):
    """Say what will happen while the values are hidden: an option, or an edge that is among the
    ``accept`` best.
    """

    kind = "predict"
    edge: EdgeAim | None = None
    accept: int = 1


@dataclass(frozen=True, kw_only=True)
class Number(Task):
    """Compute a number, to ``within`` so much."""

    kind = "number"
    answer: Expression
    within: float
    mistakes: tuple[Mistake, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Explain(Task):
    """Say it in your own words, then compare with a model answer."""

    kind = "explain"
    model: Prose


@dataclass(frozen=True)
class Step:
    """A short text and its task. ``begin`` leads from the lesson's start to where the step begins;
    None: go on from there.
    """

    title: str
    text: Prose
    task: Task
    begin: tuple[LessonAction, ...] | None
    controls: tuple[str, ...]
    hides: tuple[str, ...]
    shows: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Notes:
    """For the teacher: what to ask the class, and what goes wrong."""

    ask: tuple[str, ...] = ()
    trouble: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson as its file gives it. ``origin`` says where the model comes from."""

    path: Path
    language: str
    title: str
    place: int
    minutes: int
    aims: tuple[str, ...]
    origin: PortableOrigin
    settings: Mapping[str, Any]
    begin: tuple[LessonAction, ...]
    steps: tuple[Step, ...]
    notes: Notes

    @property
    def id(self) -> str:
        """The name of its file, the same in every language."""
        return self.path.stem
