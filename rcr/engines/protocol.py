"""What every engine for exact inference on a relaxed model offers, and what inference costs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rcr import registry
from rcr.model import ModelError
from rcr.relaxation import Relaxation
from rcr.text.numbers import human_bytes

DEFAULT_MAX_BYTES = 1 << 30
MAX_COUNT = 1e300  # of entries or bytes; more than this is not told apart


@dataclass(frozen=True)
class Cost:
    """What exact inference on a relaxed model takes, known before it is set up."""

    treewidth: int
    table_entries: int
    bytes: int

    @classmethod
    def of(cls, treewidth: int, table_entries: float, n_bytes: float) -> Cost:
        """From numbers that may be astronomical, or even infinite."""
        return cls(int(treewidth), int(min(table_entries, MAX_COUNT)), int(min(n_bytes, MAX_COUNT)))

    def __str__(self) -> str:
        entries = (
            f"{self.table_entries:,}"
            if self.table_entries < 10**15
            else f"{self.table_entries:.1e}"
        )
        return f"treewidth {self.treewidth}, {entries} table entries, {human_bytes(self.bytes)}"


class TooLarge(ModelError):
    """A step was refused because its tables would pass the memory limit."""

    def __init__(self, cost: Cost, limit: int) -> None:
        super().__init__(
            f"this needs {cost}, over the limit of {human_bytes(limit)}; recover fewer "
            "constraints or raise the limit"
        )
        self.cost = cost


class Engine(ABC):
    """Exact inference on one relaxation, for any θ; made from ``(relaxation, sums, max_bytes)``.

    ``theta`` holds θ(X) of every constraint one after the other, then θ(X_i) likewise. Every
    answer is a pure function of the relaxation and θ. ``sums`` chooses the partition function
    instead of the MPE value. An engine that passes ``max_bytes`` refuses with ``TooLarge``.

    A sweep changes θ of one constraint at a time. An engine that can profit from that keeps what
    it has computed in its ``work``; the others need not say anything about it.
    """

    relaxation: Relaxation
    sums: bool
    cost: Cost

    @abstractmethod
    def value(self, theta: np.ndarray) -> float:
        """Log MPE value (or log partition function) of the compensated model."""

    @abstractmethod
    def marginals(self, theta: np.ndarray) -> list[np.ndarray]:
        """Log MPE marginals (or log partition function marginals) of the original variables."""

    @abstractmethod
    def pair_table(self, theta: np.ndarray, k: int) -> np.ndarray:
        """M(x, y) of relaxed constraint k: the value with X = x and X_i = y, without θ of k."""

    def work(self, theta: np.ndarray) -> Any:
        """What is kept while θ changes, valid for this θ; it belongs to one computation."""
        return None

    def read_pair(self, work: Any, theta: np.ndarray, k: int) -> np.ndarray:
        """The pair table of constraint k, with work that is valid for θ."""
        return self.pair_table(theta, k)

    def renew(self, work: Any, theta: np.ndarray, k: int) -> None:
        """Make the work valid again after θ of k has changed, whose pair table was read last."""
        return None


def engine_class(name: str) -> Callable[[Relaxation, bool, int], Engine]:
    """The engine of this name; refused where there is none, or where it leaves questions open."""
    chosen: Any = registry.get("engine", name).function
    if not (isinstance(chosen, type) and issubclass(chosen, Engine)):
        raise ModelError(f"engine {name} must be a class made from rcr.engines.protocol.Engine")
    if chosen.__abstractmethods__:
        missing = ", ".join(sorted(chosen.__abstractmethods__))
        raise ModelError(f"engine {name} has no {missing}; see docs/recipes/engine.md")
    return chosen
