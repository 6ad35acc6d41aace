"""Updates of one constraint after another on one relaxation: sweeps, and what one would change."""

from __future__ import annotations

import numpy as np

from rcr.compensation.method import (
    CURSOR,
    NEVER_SETTLED,
    SETTLED,
    SWEEPS,
    UPDATES,
    Examined,
    Limits,
    Method,
    Progress,
)
from rcr.compensation.plain_sweep import PlainSweep
from rcr.compensation.scheme import Scheme, Stride
from rcr.compensation.tree_sweep import TreeSweep
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.protocol import Engine
from rcr.model import ModelError

SWEEPS_A_CALL = 1024  # as many values as one call can write down


class Sweeper:
    """Makes updates, and owns what they change: θ, the messages, and the place in the sweep.

    It begins at ``theta``, which it copies, with ``cursor`` updates of the current sweep done and
    ``sweeps`` sweeps before that one. ``stride`` takes the place of the scheme's own. Values
    include the model's constant.
    """

    def __init__(
        self,
        engine: Engine,
        scheme: Scheme,
        theta: np.ndarray,
        cursor: int = 0,
        sweeps: int = 0,
        stride: Stride | None = None,
    ) -> None:
        self.theta = theta.copy()
        self.curve: list[float] = []  # the value after each sweep that was finished here
        self.scheme = scheme
        self._constant = engine.relaxation.cloned.constant
        self._way = (
            TreeSweep(engine, theta)
            if isinstance(engine, JunctionTree)
            else PlainSweep(engine, theta)
        )
        address, bound = scheme.rule.address, scheme.facts.upper_bound
        self._method = Method(address, bound, stride or scheme.stride)
        self._progress = Progress(
            marks=np.array([cursor, sweeps, 0, 0]),
            memory=np.array([self._way.start_value, 0.0]),
            values=np.empty(SWEEPS_A_CALL),
        )

    @property
    def value(self) -> float:
        """The log value of the compensated model."""
        return self._way.value + self._constant

    @property
    def cursor(self) -> int:
        """How many updates of the current sweep are done."""
        return int(self._progress.marks[CURSOR])

    @property
    def sweeps(self) -> int:
        """How many sweeps are finished, those before the beginning included."""
        return int(self._progress.marks[SWEEPS])

    @property
    def updates(self) -> int:
        """How many updates were made here."""
        return int(self._progress.marks[UPDATES])

    @property
    def settled(self) -> bool:
        """Whether the last stretch ended with a sweep that changed next to nothing, or at its
        goal.
        """
        return bool(self._progress.marks[SETTLED])

    def advance(
        self, order: np.ndarray, updates: int, settle: float = NEVER_SETTLED, goal: float = -np.inf
    ) -> bool:
        """Up to so many updates along the order, from the cursor on.

        Stops at the end of a sweep that moved the value by at most ``settle`` (for schemes without
        a bound: θ by that much), or that brought the value down to ``goal``. Returns False once it
        is proved that the model has no mass.
        """
        end, feasible = self.updates + (updates if len(order) else 0), True
        values = self._progress.values
        goal = goal - self._constant if goal > -np.inf else goal
        self._progress.marks[SETTLED] = 0
        while self.updates < end and feasible and not self.settled:
            before = self.sweeps
            most = min(end - self.updates, len(order) * len(values) - self.cursor)
            limits = Limits(most, settle, goal)
            feasible = self._way.advance(self.theta, order, self._method, limits, self._progress)
            places = np.arange(before, self.sweeps) % len(values)
            self.curve += (values[places] + self._constant).tolist()
            if not self.theta.max(initial=-np.inf) < np.inf:
                raise ModelError(
                    f"scheme {self.scheme.name} made a θ that is no number, or infinite; "
                    "its rule is wrong"
                )
        return feasible

    def examine(self, constraints: np.ndarray) -> Examined:
        """What recovering or updating each of these constraints would change now."""
        return self._way.examine(self.theta, constraints, self._method, self.sweeps)
