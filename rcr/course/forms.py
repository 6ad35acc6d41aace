"""The forms an answer to an exercise can have, and how each is marked, with credit for its parts.

Every answer is plain data (texts, numbers, lists of them), so that it can be kept and sent.
``mark`` never refuses an answer: what cannot be read earns nothing and is told.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from rcr.course.answers import read_number
from rcr.model import ROUNDING_LOGS
from rcr.text.numbers import fixed

RIGHT, PARTLY, WRONG = "right", "partly right", "wrong"
FULL_SCORE = 1 - 1e-9

Answer = Any  # what the form's own ``solution`` looks like


@dataclass(frozen=True)
class PartMark:
    """The credit for one part of an answer, from 0 to 1."""

    part: str
    score: float
    feedback: str = ""


@dataclass(frozen=True)
class Marking:
    """The credit for an answer, from 0 to 1, part by part."""

    parts: tuple[PartMark, ...]
    feedback: str = ""

    @property
    def score(self) -> float:
        return sum(part.score for part in self.parts) / len(self.parts)

    @property
    def verdict(self) -> str:
        return RIGHT if self.score >= FULL_SCORE else PARTLY if self.score > 0 else WRONG


@dataclass(frozen=True)
class Form(ABC):
    """How a question is answered. ``solution`` is the right answer, in the same shape as a
    student's.
    """

    kind: ClassVar[str]

    @property
    @abstractmethod
    def solution(self) -> Answer:
        """The right answer."""

    @abstractmethod
    def mark(self, answer: Answer) -> Marking:
        """The credit for an answer."""

    @abstractmethod
    def guess(self, rng: np.random.Generator) -> Answer:
        """A random answer of the right shape."""

    def ready(self, answer: Answer) -> bool:
        """Whether every part is answered, well or badly, so that it is worth marking."""
        return bool(texts(answer))

    def written(self, answer: Answer) -> str:
        """An answer in words, for a worksheet."""
        return ", ".join(map(str, answer))


def texts(answer: Answer) -> list[str]:
    """The items of an answer that is a list; none of any other."""
    return (
        [str(item) for item in answer] if isinstance(answer, (list, tuple, set, frozenset)) else []
    )


@dataclass(frozen=True)
class SomeOf(Form):
    """Choose all that are right: credit for each one found, less one for each wrong one."""

    kind = "some of"
    among: Mapping[str, str]  # what can be chosen, with its name
    right: frozenset[str]

    @property
    def solution(self) -> list[str]:
        return [item for item in self.among if item in self.right]

    def mark(self, answer: Answer) -> Marking:
        chosen = set(texts(answer)) & set(self.among)
        missed, wrong = self.right - chosen, chosen - self.right
        score = max(0.0, (len(self.right) - len(missed) - len(wrong)) / len(self.right))
        said = [
            f"{len(items)} {what}"
            for items, what in ((missed, "missing"), (wrong, "too many"))
            if items
        ]
        return Marking((PartMark("all of them", score, ", ".join(said)),))

    def guess(self, rng: np.random.Generator) -> list[str]:
        return [item for item in self.among if rng.random() < 0.5]

    def written(self, answer: Answer) -> str:
        return ", ".join(self.among[item] for item in texts(answer))


def padded(answer: Answer, count: int) -> list[Any]:
    """The parts of an answer to so many questions, nothing where one is missing."""
    given = [*answer] if isinstance(answer, (list, tuple)) else [answer]
    return given + [None] * (count - len(given))


@dataclass(frozen=True)
class Slot:
    """A number to fill in, with what people give by mistake and what that tells."""

    label: str
    value: float
    mistakes: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, label: str, value: float, mistakes: Mapping[str, float]) -> Slot:
        """A number to fill in; a mistake that happens to give the right number is none."""
        real = {why: float(v) for why, v in mistakes.items() if abs(v - value) > ROUNDING_LOGS}
        return cls(label, float(value), real)


@dataclass(frozen=True)
class Numbers(Form):
    """Numbers to compute, each to ``within`` so much; each counts the same."""

    kind = "numbers"
    slots: tuple[Slot, ...]
    within: float = 0.011  # two decimals, rounded either way

    @property
    def solution(self) -> list[float]:
        return [slot.value for slot in self.slots]

    def mark(self, answer: Answer) -> Marking:
        given = padded(answer, len(self.slots))
        return Marking(
            tuple(self._part(s, read_number(g)) for s, g in zip(self.slots, given, strict=False))
        )

    def _part(self, slot: Slot, given: float | None) -> PartMark:
        if given is None or not math.isfinite(given):
            return PartMark(slot.label, 0.0, "no number")
        if abs(given - slot.value) <= self.within:
            return PartMark(slot.label, 1.0)
        for why, value in slot.mistakes.items():
            if abs(given - value) <= self.within:
                return PartMark(slot.label, 0.0, why)
        return PartMark(slot.label, 0.0)

    def ready(self, answer: Answer) -> bool:
        given = texts(answer)
        return len(given) == len(self.slots) and all(read_number(x) is not None for x in given)

    @property
    def separated(self) -> bool:
        """Whether no mistake could pass for the right number."""
        return all(
            abs(m - s.value) > 3 * self.within for s in self.slots for m in s.mistakes.values()
        )

    def guess(self, rng: np.random.Generator) -> list[float]:
        near = [
            slot.value if rng.random() < 0.3 else slot.value + rng.normal() for slot in self.slots
        ]
        return [round(float(value), 2) for value in near]

    def written(self, answer: Answer) -> str:
        told = [(s.label, fixed(v, 2)) for s, v in zip(self.slots, answer, strict=True)]
        return ", ".join(f"{label} = {value}" for label, value in told)


@dataclass(frozen=True)
class Question:
    """One of several options is right; ``why_not`` explains each of the others."""

    text: str
    options: tuple[str, ...]
    right: int
    why_not: Mapping[int, str]


@dataclass(frozen=True)
class Choices(Form):
    """One question or several, each with one right option; each counts the same."""

    kind = "choices"
    questions: tuple[Question, ...]

    @property
    def solution(self) -> list[int]:
        return [question.right for question in self.questions]

    def mark(self, answer: Answer) -> Marking:
        given = padded(answer, len(self.questions))
        parts = []
        for question, choice in zip(self.questions, given, strict=False):
            if isinstance(choice, bool) or not isinstance(choice, int):
                parts.append(PartMark(question.text, 0.0, "no answer"))
            else:
                why = question.why_not.get(choice, "") if choice != question.right else ""
                parts.append(PartMark(question.text, float(choice == question.right), why))
        return Marking(tuple(parts))

    def ready(self, answer: Answer) -> bool:
        return len(texts(answer)) == len(self.questions) and None not in answer

    def guess(self, rng: np.random.Generator) -> list[int]:
        return [int(rng.integers(len(question.options))) for question in self.questions]

    def written(self, answer: Answer) -> str:
        chosen = [q.options[i] for q, i in zip(self.questions, answer, strict=True)]
        return ". ".join(option.removesuffix(".") for option in chosen)


@dataclass(frozen=True)
class Order(Form):
    """Put things in order: credit for every pair that stands the right way round."""

    kind = "order"
    items: Mapping[str, str]  # what is to be put in order, with its description
    right: tuple[str, ...]

    @property
    def solution(self) -> list[str]:
        return list(self.right)

    def mark(self, answer: Answer) -> Marking:
        given = texts(answer)
        if sorted(given) != sorted(self.right):
            return Marking(
                (PartMark("order", 0.0, f"name each of {', '.join(sorted(self.right))} once"),)
            )
        pairs = list(combinations(self.right, 2))
        good = [pair for pair in pairs if given.index(pair[0]) < given.index(pair[1])]
        turned = [f"{a} comes before {b}" for a, b in pairs if (a, b) not in good]
        # half of the pairs stand right by luck, so they earn nothing
        score = max(0.0, 2 * len(good) / len(pairs) - 1)
        return Marking((PartMark("order", score, "; ".join(turned)),))

    def ready(self, answer: Answer) -> bool:
        return len(texts(answer)) == len(self.right)

    def guess(self, rng: np.random.Generator) -> list[str]:
        return [str(item) for item in rng.permutation(list(self.right))]
