"""A compensation scheme: its update rule, its equation, and what it promises."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

from rcr.compensation.equation import Equation, Update
from rcr.compensation.rule import Rule
from rcr.registry import plugin, plugin_name
from rcr.registry.facts import SchemeFacts
from rcr.relaxation import Relaxation

TASKS = ("mpe", "z")


class Stride(NamedTuple):
    """How far the updates of a sweep go: damping or the length of a step, and how fast it falls."""

    amount: float
    decay: float = 0.0

    def at(self, sweeps: int) -> float:
        """The amount in the sweep that comes after so many."""
        return float(self.amount / (1.0 + sweeps) ** self.decay)


@dataclass(frozen=True)
class Scheme(ABC):
    """A scheme with its parameters, which are its fields."""

    name: ClassVar[str]
    facts: ClassVar[SchemeFacts]
    rule: ClassVar[Rule]

    @property
    def stride(self) -> Stride:
        """What the rule gets as its ``amount``, sweep by sweep."""
        return Stride(0.0)

    @abstractmethod
    def equation(self, update: Update, states: tuple[str, ...]) -> Equation:
        """The equation of an update, with its numbers."""

    def known_as(self, relaxation: Relaxation) -> str:
        """A sentence on what this is called elsewhere; empty where it has no other name."""
        return ""


Made = TypeVar("Made", bound=type[Scheme])


def scheme(*, tasks: tuple[str, ...], upper_bound: bool, monotone: bool) -> Callable[[Made], Made]:
    """Register the decorated scheme with what it promises."""

    def register(made: Made) -> Made:
        name = plugin_name(made)
        if not (isinstance(made, type) and issubclass(made, Scheme)):
            raise TypeError(f"scheme {name} must be a subclass of rcr.compensation.scheme.Scheme")
        if not isinstance(getattr(made, "rule", None), Rule):
            raise TypeError(f"scheme {name} needs a rule: a function decorated with @rule")
        if inspect.isabstract(made):
            raise TypeError(f"scheme {name} needs a method equation")
        if not tasks or set(tasks) - set(TASKS):
            raise TypeError(f"scheme {name} is for tasks among {', '.join(TASKS)}, not {tasks!r}")
        facts: dict[str, Any] = {
            "tasks": tuple(tasks),
            "upper_bound": upper_bound,
            "monotone": monotone,
        }
        made.name, made.facts = name, SchemeFacts(**facts)
        return plugin("compensation", **facts)(made)

    return register
