"""The parameters of a plug-in: their allowed values, what they mean, and how a value is checked."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from rcr.model import ModelError


@dataclass(frozen=True)
class Between:
    """The allowed range of a number and what it means: ``rows: Annotated[int, Between(1, 300,
    "rows of the grid")] = 10``.
    """

    low: float
    high: float
    help: str


@dataclass(frozen=True)
class Choice:
    """The allowed words and what they mean."""

    options: tuple[str, ...]
    help: str


@dataclass(frozen=True)
class Switch:
    """An on/off choice and what it means."""

    help: str


@dataclass(frozen=True)
class Parameter:
    """One keyword-only parameter of a plug-in: a slider in the app, an option on the command
    line.
    """

    name: str
    kind: type
    default: Any
    domain: Between | Choice | Switch

    @property
    def allowed(self) -> str:
        """The allowed values in a few words."""
        match self.domain:
            case Between(low, high):
                return f"{low:.10g} to {high:.10g}"
            case Choice(options):
                return " | ".join(options)
            case Switch():
                return "on or off"

    def read(self, text: str) -> Any:
        """The value that a word on the command line means."""
        on_or_off = {"true": True, "false": False}
        return self.check(on_or_off.get(text.lower(), text) if self.kind is bool else text)

    def check(self, value: Any) -> Any:
        """The value in its own type, or a sentence with the allowed range."""
        match self.domain:
            case Between(low, high):
                try:
                    number = self.kind(value)
                    whole = self.kind is not int or number == float(value)
                except (TypeError, ValueError, OverflowError):
                    whole = False
                if not whole:
                    kind = "whole number" if self.kind is int else "number"
                    raise ModelError(
                        f"{self.name} must be a {kind} from {self.allowed}, not {value!r}"
                    )
                if not low <= number <= high:
                    raise ModelError(
                        f"{self.name} must lie between {low:.10g} and {high:.10g}, not {value}"
                    )
                return number
            case Choice(options):
                if value not in options:
                    raise ModelError(
                        f"{self.name} must be one of {', '.join(options)}, not {value!r}"
                    )
                return value
            case Switch():
                if not isinstance(value, bool):
                    raise ModelError(f"{self.name} is on or off (true or false), not {value!r}")
                return value


def parameters_of(function: Callable[..., Any]) -> tuple[Parameter, ...]:
    """The keyword-only parameters of a function, or of the class that it makes."""
    hints = get_type_hints(function, include_extras=True)
    found = []
    for p in inspect.signature(function).parameters.values():
        if p.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        hint = hints[p.name]
        if get_origin(hint) is not Annotated:
            raise TypeError(
                f"{function.__name__}: parameter {p.name} needs Annotated[type, Between(...) "
                "| Choice(...) | Switch(...)]"
            )
        kind, domain = get_args(hint)[:2]
        found.append(Parameter(p.name, kind, p.default, domain))
    return tuple(found)
