"""What plug-ins declare about themselves, kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any


@dataclass(frozen=True)
class NoFacts:
    """Of kinds whose plug-ins declare nothing."""


@dataclass(frozen=True)
class SchemeFacts:
    """What a compensation scheme promises; the tests hold it to that."""

    tasks: tuple[str, ...]  # "mpe" for the MPE value, "z" for the partition function
    upper_bound: bool  # it keeps θ(x)θ(x_i) = 1, so its value is an upper bound (Theorem 2)
    monotone: bool  # no update raises its value


@dataclass(frozen=True)
class HeuristicFacts:
    """How a recovery heuristic likes to run where the user does not say otherwise."""

    start: str = "decomposed"
    batch: int = 5  # constraints, or groups of them, that are recovered at a time
    settle: float = 1e-4  # a sweep that lowers the bound by no more than this ends a round
    haste: float = 0.0  # … or by no more than this share of the gap


@dataclass(frozen=True)
class GeneratorFacts:
    """How a generator makes data on the way to a model: a call with the same parameters."""

    data_and_network: Callable[..., Any] | None = None


@dataclass(frozen=True)
class PeerFacts:
    """Which of the tasks "mpe" and "z" another method can do."""

    tasks: tuple[str, ...]


FACTS: dict[str, Any] = {
    "compensation": SchemeFacts,
    "generator": GeneratorFacts,
    "peer": PeerFacts,
    "recovery": HeuristicFacts,
}


def declare(kind: str, name: str, given: Mapping[str, Any]) -> Any:
    """The facts of a plug-in; refused where one is unknown, or missing."""
    made = FACTS.get(kind, NoFacts)
    known = {fact.name: fact.default is MISSING for fact in fields(made)}
    if unknown := [fact for fact in given if fact not in known]:
        told = ", ".join(known) or "none"
        raise TypeError(f"{kind} {name} cannot declare {unknown[0]!r}; what it can declare: {told}")
    if missing := [fact for fact, needed in known.items() if needed and fact not in given]:
        raise TypeError(f"{kind} {name} must declare {', '.join(missing)}")
    return made(**given)
