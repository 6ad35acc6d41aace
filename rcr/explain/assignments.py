"""Every assignment of a small relaxed model, and which of them agree: why relaxing gives an upper
bound.

The assignments of the original model are those in which every clone agrees with its variable. The
relaxed model has them all, with their values, and more; the maximum over more points is at least
the maximum over fewer, and so is the sum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.explain.valuation import valuation
from rcr.model import ModelError
from rcr.run import Run
from rcr.state import State

MAX_ASSIGNMENTS = 1 << 12


@dataclass(frozen=True, eq=False)
class Assignments:
    """One row for each joint state of the variables and the relaxed clones, best first."""

    states: np.ndarray  # variables, then every clone; a recovered one has its variable's state
    values: np.ndarray  # log values in the compensated model
    agree: np.ndarray  # whether every clone has its variable's state
    sums: bool

    @property
    def best(self) -> float:
        """The largest of all values, or the log of their sum: the value of the relaxed model."""
        return self._reduced(self.values)

    @property
    def best_agreeing(self) -> float:
        """The same over the assignments that agree: the exact answer, where θ(x)θ(x_i) = 1."""
        return self._reduced(self.values[self.agree])

    def _reduced(self, values: np.ndarray) -> float:
        return float(np.logaddexp.reduce(values) if self.sums else values.max())


def count_assignments(state: State) -> float:
    """How many joint states the variables and the relaxed clones have at a state."""
    ground = state.relaxation.cloned.ground
    clones = ground.card[ground.con_var[state.relaxation.relaxed]]
    return float(np.prod(np.concatenate([ground.card, clones]), dtype=np.float64))


def assignments(run: Run, state: State | None = None) -> Assignments:
    """All of them at a state of a run; refused where there are too many to look at."""
    state = state or run.state
    count, relaxation = count_assignments(state), state.relaxation
    if count > MAX_ASSIGNMENTS:
        raise ModelError(
            f"the variables and clones have {count:,.0f} joint states, too many to list; up to "
            f"{MAX_ASSIGNMENTS:,} are listed: recover more, or take a smaller model"
        )
    ground, relaxed, n = relaxation.cloned.ground, relaxation.relaxed, len(run.model.variables)
    cards = np.concatenate([ground.card, ground.card[ground.con_var[relaxed]]])
    joint = np.stack(np.unravel_index(np.arange(int(count)), cards.tolist()), axis=1)
    states = np.concatenate([joint[:, :n], joint[:, ground.con_var]], axis=1)
    states[:, n + relaxed] = joint[:, n:]
    values = valuation(relaxation, state.theta.array(), states).total + relaxation.cloned.constant
    agree = (joint[:, n:] == joint[:, ground.con_var[relaxed]]).all(axis=1)
    order = np.lexsort((~agree, -values))
    return Assignments(states[order], values[order], agree[order], run.settings.sums)
