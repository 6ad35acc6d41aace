"""What recovering a constraint forbids: the entries of its pair table in which X and its clone
differ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.run import Run
from rcr.state import State


@dataclass(frozen=True, eq=False)
class Forbidden:
    """The pair table of one constraint before it is recovered and after, in logs.

    Before, X and its clone may differ, and θ of the constraint counts; after, only the diagonal is
    left, where X and its clone are one and θ has gone.
    """

    constraint: str
    said: str
    states: tuple[str, ...]
    sums: bool
    before: np.ndarray  # A(x, y)
    after: np.ndarray  # M(x, x), and what is forbidden is minus infinity

    @property
    def value_before(self) -> float:
        """What the relaxed model is worth: the best of all entries, or their sum."""
        return self._reduced(self.before)

    @property
    def value_after(self) -> float:
        """What is left with this constraint alone recovered."""
        return self._reduced(self.after)

    def _reduced(self, table: np.ndarray) -> float:
        return float(np.logaddexp.reduce(table, axis=None) if self.sums else table.max())


def forbidden(run: Run, constraint: str | int, state: State | None = None) -> Forbidden:
    """What recovering a relaxed constraint at a state of a run (the current one if none is given)
    forbids.
    """
    state = state or run.state
    k = int(run.cloned.indices([constraint])[0])
    theta, named = state.theta.array(), run.cloned.constraints[k]
    own, clone = theta[run.cloned.ground.theta_rows(k)]
    pair = run.engine(state.relaxation).pair_table(theta, k)
    return Forbidden(
        constraint=named.id,
        said=run.cloned.said[k],
        states=run.model.variables[named.variable].states,
        sums=run.settings.sums,
        before=pair + own[:, None] + clone[None, :],
        after=np.where(np.eye(len(pair), dtype=bool), pair, -np.inf),
    )
