"""A state: one moment of a run, which never changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from rcr.relaxation import Relaxation
from rcr.state.actions import Action
from rcr.state.bounds import Bounded, Bounds, Certificate
from rcr.state.shared_vector import SharedVector


@dataclass(frozen=True, eq=False)
class State(Bounded):
    """One moment of a run: which constraints are recovered, every θ, and what is known then.

    ``value`` is the log value of the compensated model at this moment, and ``now`` is the same
    where that is an upper bound; ``upper`` is the best upper bound on the path to it.
    """

    number: int
    parent: State | None = field(repr=False)
    action: Action
    relaxation: Relaxation = field(repr=False)
    theta: SharedVector = field(repr=False)
    value: float
    bounds: Bounds
    assignment: np.ndarray = field(
        repr=False
    )  # the best seen on the path, states of the original variables
    relaxed_assignment: np.ndarray = field(
        repr=False
    )  # of the relaxed model: original variables, then clones
    certificate: Certificate | None
    cursor: int = 0  # where in the current sweep the next update is
    updates: int = 0
    sweeps: int = 0
    rounds: int = 0
    seconds: float = 0.0
    settled: bool = False  # the last sweep changed next to nothing
    treewidth: int = 0
    table_entries: int = 0
    curve: np.ndarray = field(
        default_factory=lambda: np.zeros(0), repr=False
    )  # value after each sweep of this action

    @property
    def now(self) -> float | None:
        return self.bounds.now

    @property
    def recovered(self) -> tuple[str, ...]:
        """The ids of the recovered constraints."""
        return self.relaxation.ids

    @cached_property
    def violated(self) -> np.ndarray:
        """The indices of the relaxed constraints that the relaxed MPE instantiation violates."""
        n = len(self.relaxation.cloned.model.variables)
        relaxed, original = self.relaxation.relaxed, self.relaxation.cloned.ground.con_var
        found: np.ndarray = relaxed[
            self.relaxed_assignment[n + relaxed] != self.relaxed_assignment[original[relaxed]]
        ]
        return found

    def path(self) -> list[State]:
        """The states from the start to this one."""
        states = []
        state: State | None = self
        while state is not None:
            states.append(state)
            state = state.parent
        return states[::-1]
