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
    scaffold: bool = False  # a round compensates on a forest, which is relaxed again at its end
    at_once: float = 0.0  # everything is recovered where that costs no more than so many sweeps


Effort = Callable[[Mapping[str, Any]], float]


def one_table(parameters: Mapping[str, Any]) -> float:
    """The effort of a generator that declares none: next to nothing."""
    return 1.0


@dataclass(frozen=True)
class GeneratorFacts:
    """What is known of a generator beside its function.

    ``effort`` says from the parameters about how many tables a model will have, or how much work
    they are, before it is made. ``data_and_network`` is a call with the same parameters that
    gives the data a model is learned from along with it.
    """

    effort: Effort = one_table
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
