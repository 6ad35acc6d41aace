"""What can be measured of each relaxed constraint, for colours on the graph: one number each, and
the scale they lie on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rcr.model import ROUNDING_LOGS, ModelError
from rcr.run import Run
from rcr.state import State


def _log_theta(run: Run, state: State) -> np.ndarray:
    ground, theta = run.cloned.ground, np.abs(state.theta.array())
    half = int(ground.theta_ptr[-1])
    sizes = np.where(np.isfinite(theta), theta, np.inf)
    largest = np.maximum.reduceat(np.maximum(sizes[:half], sizes[half:]), ground.theta_ptr[:-1])
    return np.asarray(largest[state.relaxation.relaxed])


MEASURES: dict[str, tuple[str, Callable[[Run, State], np.ndarray]]] = {
    "impact": (
        "how far the bound falls at once if this edge alone is recovered",
        lambda run, state: run.candidates(state).impact,
    ),
    "|log θ|": ("how much compensation the edge carries", _log_theta),
    "residual": (
        "how far an update would still move θ of the edge",
        lambda run, state: run.candidates(state).residual,
    ),
    "mutual information": (
        "how much the variable and its clone say about each other in the relaxed model",
        lambda run, state: run.candidates(state).mutual_information,
    ),
}


@dataclass(frozen=True, eq=False)
class Measured:
    """One number for each relaxed constraint, in the order of ``relaxed``; the scale begins at
    zero and ends at the largest of them that is finite.
    """

    name: str
    meaning: str
    relaxed: np.ndarray
    values: np.ndarray

    @property
    def high(self) -> float:
        finite = self.values[np.isfinite(self.values)]
        return float(finite.max(initial=0.0))

    @property
    def shares(self) -> np.ndarray:
        """The numbers as shares of the scale, from 0 to 1."""
        if self.high <= ROUNDING_LOGS:
            return np.where(np.isposinf(self.values), 1.0, 0.0)
        return np.clip(self.values / self.high, 0.0, 1.0)


def measure(run: Run, name: str, state: State | None = None) -> Measured:
    """One of ``MEASURES`` at a state of a run (the current one if none is given)."""
    if name not in MEASURES:
        raise ModelError(f"edges are measured by {', '.join(MEASURES)}, not by {name!r}")
    state = state or run.state
    meaning, numbers = MEASURES[name]
    relaxed = state.relaxation.relaxed
    values = numbers(run, state) if len(relaxed) else np.zeros(0)
    return Measured(name, meaning, relaxed, np.asarray(values, dtype=np.float64))
