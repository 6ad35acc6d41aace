"""Updates of one constraint after another on one relaxation: sweeps, and what one would change."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compensation.examination import examine
from rcr.compensation.scheme import Scheme, Stride
from rcr.compensation.update import CURSOR, SETTLED, SWEEPS, UPDATES, advance
from rcr.compensation.values import total_value
from rcr.engines.junction_tree import JunctionTree
from rcr.model import ModelError

NEVER = -1.0  # a change of the value that no sweep goes below, so that none settles
SWEEPS_A_CALL = 1024  # as many values as one call of the compiled code can write down


class Examined(NamedTuple):
    """What is known of constraints without changing θ: arrays with one entry for each."""

    impact: np.ndarray  # the drop of the value if this one alone were recovered
    information: np.ndarray  # mutual information of X and X_i in the compensated model
    residual: np.ndarray  # how far an update would move θ


class Sweeper:
    """Makes updates, and owns what they change: θ, the messages, and the place in the sweep.

    It begins at ``theta``, which it copies, with ``cursor`` updates of the current sweep done and
    ``sweeps`` sweeps before that one. ``stride`` takes the place of the scheme's own. Values
    include the model's constant.
    """

    def __init__(
        self,
        engine: JunctionTree,
        scheme: Scheme,
        theta: np.ndarray,
        cursor: int = 0,
        sweeps: int = 0,
        stride: Stride | None = None,
    ) -> None:
        self.theta = theta.copy()
        self.curve: list[float] = []  # the value after each sweep that was finished here
        self._engine, self.scheme, self._stride = engine, scheme, stride or scheme.stride
        self._constant = engine.relaxation.cloned.constant
        self._work = engine.work(self.theta)
        self._progress = np.array([cursor, sweeps, 0, 0])
        self._memory = np.array([self._work.value.sum(), 0.0])
        self._values = np.empty(SWEEPS_A_CALL)

    @property
    def value(self) -> float:
        """The log value of the compensated model."""
        return float(total_value(self._work)) + self._constant

    @property
    def cursor(self) -> int:
        """How many updates of the current sweep are done."""
        return int(self._progress[CURSOR])

    @property
    def sweeps(self) -> int:
        """How many sweeps are finished, those before the beginning included."""
        return int(self._progress[SWEEPS])

    @property
    def updates(self) -> int:
        """How many updates were made here."""
        return int(self._progress[UPDATES])

    @property
    def settled(self) -> bool:
        """Whether the last stretch ended with a sweep that changed next to nothing, or at its
        goal.
        """
        return bool(self._progress[SETTLED])

    def advance(
        self, order: np.ndarray, updates: int, settle: float = NEVER, goal: float = -np.inf
    ) -> bool:
        """Up to so many updates along the order, from the cursor on.

        Stops at the end of a sweep that moved the value by at most ``settle`` (for schemes without
        a bound: θ by that much), or that brought the value down to ``goal``. Returns False once it
        is proved that the model has no mass.
        """
        end, feasible = self.updates + (updates if len(order) else 0), True
        self._progress[SETTLED] = 0
        while self.updates < end and feasible and not self.settled:
            before = self.sweeps
            feasible = advance(
                self._engine.tree,
                self._work,
                self.theta,
                order,
                min(end - self.updates, len(order) * len(self._values) - self.cursor),
                settle,
                goal - self._constant,
                self.scheme.rule.address,
                self.scheme.facts.upper_bound,
                self._engine.sums,
                *self._stride,
                self._progress,
                self._memory,
                self._values,
            )
            places = np.arange(before, self.sweeps) % len(self._values)
            self.curve += (self._values[places] + self._constant).tolist()
            if not self.theta.max(initial=-np.inf) < np.inf:
                raise ModelError(
                    f"scheme {self.scheme.name} made a θ that is no number, or infinite; "
                    "its rule is wrong"
                )
        return feasible

    def examine(self, constraints: np.ndarray) -> Examined:
        """What recovering or updating each of these constraints would change now."""
        found = examine(
            self._engine.tree,
            self._work,
            self.theta,
            constraints,
            self.scheme.rule.address,
            self.scheme.facts.upper_bound,
            self._engine.sums,
            self._stride.at(self.sweeps),
        )
        return Examined(*found)
