"""The choices a run is made with, checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from numbers import Integral, Real
from typing import Any

from rcr import registry
from rcr.compensation.scheme import TASKS, Scheme
from rcr.engines.protocol import DEFAULT_MAX_BYTES, engine_class
from rcr.machine import memory
from rcr.machine.once import once
from rcr.model import ModelError
from rcr.registry.facts import HeuristicFacts

DEFAULT_ENGINE = "junction-tree"
DEFAULT_SCHEME = {"mpe": "mpe-dd", "z": "pr-dd"}
HEURISTICS_CHOICE: Any = None  # stands for what the heuristic declares
LEFT_TO_HEURISTIC = tuple(fact.name for fact in fields(HeuristicFacts))
STARTS = ("decomposed", "forest")
ORDERS = ("tree", "index", "random")


@dataclass(frozen=True)
class Settings:
    """How to relax, compensate and recover.

    ``settle`` ends a round of compensation: a whole sweep that lowers the bound by no more than
    that, or by no more than ``haste`` times the gap. Everything is recovered at once where exact
    inference costs no more than ``at_once`` sweeps. ``tolerance`` is the gap at which the
    bounds count as met. ``batch`` counts the constraints, or groups of them, that are recovered
    at a time. With a ``scaffold`` a round compensates on a forest of bridges, over which news
    travels a whole tree in one sweep; at its end they are relaxed again, and the bound stays.
    ``start`` and ``order`` may also be tuples of constraint ids. What is None is left to the
    heuristic.
    """

    task: str = "mpe"
    scheme: str = ""
    scheme_parameters: Mapping[str, Any] = field(default_factory=dict)
    recovery: str = "paper"
    recovery_parameters: Mapping[str, Any] = field(default_factory=dict)
    start: str | tuple[str, ...] = HEURISTICS_CHOICE
    order: str | tuple[str, ...] = "tree"
    batch: int = HEURISTICS_CHOICE
    max_sweeps: int = 1000
    settle: float = HEURISTICS_CHOICE
    haste: float = HEURISTICS_CHOICE
    scaffold: bool = HEURISTICS_CHOICE
    at_once: float = HEURISTICS_CHOICE
    tolerance: float = 1e-6
    seed: int = 0
    engine: str = DEFAULT_ENGINE
    max_bytes: int = DEFAULT_MAX_BYTES

    @property
    def allowed_bytes(self) -> int:
        """What the tables may take here, as far as the machine allows what was asked for."""
        return memory.allowed(self.max_bytes)

    def __post_init__(self) -> None:
        if self.task not in TASKS:
            raise ModelError(f"the task must be one of {', '.join(TASKS)}, not {self.task!r}")
        if not self.scheme:
            object.__setattr__(self, "scheme", DEFAULT_SCHEME[self.task])
        scheme = registry.get("compensation", self.scheme)
        if self.task not in scheme.facts.tasks:
            raise ModelError(
                f"scheme {self.scheme} is for task {' or '.join(scheme.facts.tasks)}, not "
                f"for {self.task}"
            )
        object.__setattr__(self, "scheme_parameters", scheme.check(self.scheme_parameters))
        recovery = registry.get("recovery", self.recovery)
        object.__setattr__(self, "recovery_parameters", recovery.check(self.recovery_parameters))
        engine_class(self.engine)  # one that is unknown, or no engine, is refused
        for name in LEFT_TO_HEURISTIC:
            if getattr(self, name) is None:
                object.__setattr__(self, name, getattr(recovery.facts, name))
        for name, allowed in (("start", STARTS), ("order", ORDERS)):
            value = getattr(self, name)
            if isinstance(value, str) and value not in allowed:
                raise ModelError(
                    f"{name} must be one of {', '.join(allowed)} or a list of constraint ids, "
                    f"not {value!r}"
                )
            if not isinstance(value, str):
                object.__setattr__(self, name, tuple(value))
        for name, kind, low in (
            ("batch", int, 1),
            ("max_sweeps", int, 1),
            ("seed", int, 0),
            ("max_bytes", int, 1),
            ("settle", float, 0),
            ("haste", float, 0),
            ("at_once", float, 0),
            ("tolerance", float, 0),
        ):
            given: Any = getattr(self, name)
            fits = isinstance(given, Integral if kind is int else Real)
            if not fits or not given >= low:
                what = "a whole number" if kind is int else "a number"
                raise ModelError(f"{name} must be {what} of at least {low}, not {given!r}")
            object.__setattr__(self, name, kind(given))

    @property
    def sums(self) -> bool:
        return self.task == "z"

    @once
    def compensation(self) -> Scheme:
        """The scheme with its parameters."""
        made: Scheme = registry.get("compensation", self.scheme)(**self.scheme_parameters)
        return made

    @property
    def upper_bound(self) -> bool:
        """Whether the scheme's value is an upper bound (Theorem 2)."""
        return self.compensation.facts.upper_bound

    def with_recovery(self, recovery: str) -> Settings:
        """The same choices with another heuristic, which runs in its own way."""
        if recovery == self.recovery:
            return self
        left: dict[str, Any] = dict.fromkeys(LEFT_TO_HEURISTIC)
        return replace(self, recovery=recovery, recovery_parameters={}, **left)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)
