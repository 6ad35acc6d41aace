"""Expressions: numbers, quantities of a run, and what joins them; evaluated in a scene."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from rcr.course.language.facts import Scene
from rcr.course.language.vocabulary import NUMBER, TRUTH, Word

EQUALITY_TOLERANCE = 1e-6  # numbers that differ by less are equal
ARITHMETIC = ("+", "-", "*", "/", "^")


@dataclass(frozen=True)
class Constant:
    """A number that was written down."""

    value: float
    kind = NUMBER

    def evaluate(self, scene: Scene) -> float:
        return self.value


@dataclass(frozen=True)
class Quantity:
    """A word of the vocabulary, asked of one of the scene's states."""

    scope: str
    word: Word
    arguments: tuple[str, ...]

    @property
    def kind(self) -> str:
        return self.word.kind

    def evaluate(self, scene: Scene) -> Any:
        return self.word.ask(scene.facts(self.scope), self.arguments)


@dataclass(frozen=True)
class Operation:
    """Two expressions joined by a sign; ``not`` has its expression on the right, and the truth on
    the left.
    """

    sign: str
    left: Node
    right: Node

    @property
    def kind(self) -> str:
        return NUMBER if self.sign in ARITHMETIC else TRUTH

    def evaluate(self, scene: Scene) -> Any:
        if self.sign == "and":
            return self.left.evaluate(scene) and self.right.evaluate(scene)
        if self.sign == "or":
            return self.left.evaluate(scene) or self.right.evaluate(scene)
        return _joined(self.sign, self.left.evaluate(scene), self.right.evaluate(scene))


Node = Constant | Quantity | Operation


@dataclass(frozen=True)
class Expression:
    """A parsed sentence with its text; ``kind`` says whether it is a number, a truth or words."""

    text: str
    node: Node

    @property
    def kind(self) -> str:
        return self.node.kind

    def evaluate(self, scene: Scene) -> Any:
        """Its value in a scene."""
        return self.node.evaluate(scene)


def _power(a: float, b: float) -> float:
    try:
        return math.pow(a, b)
    except (OverflowError, ValueError):
        return math.inf


def _joined(sign: str, a: float, b: float) -> float | bool:
    match sign:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a / b if b else math.copysign(math.inf, a)
        case "^":
            return _power(a, b)
        case "not":
            return not b
    if math.isnan(a) or math.isnan(b):
        return sign == "!="
    equal = a == b or abs(a - b) <= EQUALITY_TOLERANCE
    below = not equal and a < b
    signs = {"=": equal, "<": below, ">": not below and not equal}
    signs |= {"!=": not equal, ">=": not below, "<=": below or equal}
    return signs[sign]
