"""The closed vocabulary of lessons: every word with its kind, its arguments and what it means.

The words are the public functions of ``numbers``, ``details``, ``truths`` and ``names``; their
first argument is the state that is asked, the others are what stands in parentheses. What a
function returns is the kind of the word.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from rcr.course.language import details, names, numbers, truths
from rcr.course.language.edges import properties_of
from rcr.course.language.facts import Facts
from rcr.model import ModelError

NUMBER, TRUTH, WORDS = "number", "truth", "text"
KINDS = {"float": NUMBER, "int": NUMBER, "bool": TRUTH, "str": WORDS}


@dataclass(frozen=True)
class Word:
    """One word of the vocabulary."""

    name: str
    kind: str
    parameters: tuple[str, ...]
    repeated: bool  # the last parameter may be given several times
    meaning: str
    function: Callable[..., Any]

    def check(self, arguments: Sequence[str]) -> None:
        """Refuse a wrong number of arguments, and properties that do not exist."""
        least = len(self.parameters)
        if len(arguments) < least or (len(arguments) > least and not self.repeated):
            raise ModelError(f"{self.name} is written {self}")
        for place, argument in enumerate(arguments):
            if self.parameters[min(place, least - 1)] in ("property", "properties"):
                properties_of([argument])

    def ask(self, facts: Facts, arguments: Sequence[str]) -> Any:
        """Its value at a state."""
        return self.function(facts, *arguments)

    def __str__(self) -> str:
        dots = ", …" if self.repeated else ""
        return f"{self.name}({', '.join(self.parameters)}{dots})" if self.parameters else self.name


@cache
def vocabulary() -> dict[str, Word]:
    """Every word by name."""
    return {
        word.name: word for module in (numbers, details, truths, names) for word in _words(module)
    }


def _words(module: ModuleType) -> list[Word]:
    return [
        _word(name, function)
        for name, function in vars(module).items()
        if inspect.isfunction(function)
        and function.__module__ == module.__name__
        and name[0] != "_"
    ]


def _word(name: str, function: Callable[..., Any]) -> Word:
    signature = inspect.signature(function)
    given = list(signature.parameters.values())[1:]
    meaning = " ".join((inspect.getdoc(function) or "").split())
    repeated = bool(given) and given[-1].kind is inspect.Parameter.VAR_POSITIONAL
    kind = KINDS[str(signature.return_annotation)]
    return Word(
        name.rstrip("_"),
        kind,
        tuple(p.name.rstrip("_") for p in given),
        repeated,
        meaning,
        function,
    )
