"""A state: one moment of a run, which never changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rcr.machine.once import once
from rcr.mean_field import MeanField
from rcr.relaxation import Relaxation
from rcr.showing import view
from rcr.state.actions import Action, Branch
from rcr.state.bounds import Bounded, Bounds, Certificate
from rcr.state.shared_vector import SharedVector


@dataclass(frozen=True, eq=False)
class State(Bounded):
    """One moment of a run: which constraints are recovered, every θ, and what is known then.

    ``value`` is the log value of the compensated model at this moment, and ``now`` is the same
    where that is an upper bound; ``upper`` and ``lower`` are the best bounds on the path to it.
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
    assignment_value: float = -np.inf  # the log value of the assignment in the original model
    mean_field: MeanField | None = field(default=None, repr=False)  # for sums: the q behind a bound
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
    choices: Mapping[str, Any] = field(
        default_factory=dict, repr=False
    )  # the settings of this step, where they are not those that the run began with

    @property
    def now(self) -> float | None:
        return self.bounds.now

    @once
    def conditions(self) -> dict[int, int]:
        """The states to which the branches on the path fix variables."""
        before = {} if self.parent is None else self.parent.conditions
        if isinstance(self.action, Branch):
            return {**before, self.action.variable: self.action.value}
        return before

    @property
    def recovered(self) -> tuple[str, ...]:
        """The ids of the recovered constraints."""
        return self.relaxation.ids

    @once
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

    def graph(self, kind: str = "compact", around: str | None = None) -> Any:
        """The graph at this state: it shows itself in a notebook, and ``save`` writes it to a
        file.

        ``kind`` is ``compact``, or ``cut`` with the clones apart; ``around`` names the variable
        in the middle of a part of it.
        """
        return view("graph.graph")(self, kind, around)

    def _repr_html_(self) -> str:
        return str(view("run.show_state")(self))
