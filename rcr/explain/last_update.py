"""The last update on the way to a state: which constraint, its pair table, and its θ before and
after.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rcr.compensation.sweep import Sweeper
from rcr.engines.junction_tree.tree import CLIQUE, CLONE_CLIQUE, COMPONENT
from rcr.run import Run
from rcr.state import State, Step

MOST_REPEATED = 100_000  # updates that take some tenths of a second


@dataclass(frozen=True, eq=False)
class Update:
    """One update of constraint k. The rows of ``before`` and ``after`` are log θ(x) and log
    θ(x_i).
    """

    k: int
    joint: (
        bool  # X and X_i are in one component; otherwise they are independent and Theorem 3 applies
    )
    sums: bool
    amount: float  # damping or length of step at this update
    sweep: int  # how many sweeps came before it
    pair: np.ndarray  # M(x, y), which does not depend on θ of k
    before: np.ndarray
    after: np.ndarray

    def reduce(self, values: np.ndarray, axis: int | None = None) -> np.ndarray:
        """Largest value for the MPE problem, log Σ exp for the partition function."""
        found = np.logaddexp.reduce(values, axis=axis) if self.sums else np.max(values, axis=axis)
        return np.asarray(found)

    def compensated(self, theta: np.ndarray) -> np.ndarray:
        """A(x, y) = M(x, y) + log θ(x) + log θ(y_i); where θ(x)θ(x_i) = 1 the matrix that is
        balanced.
        """
        return np.asarray(self.pair + theta[0][:, None] + theta[1][None, :])

    def without_own(self, theta: np.ndarray) -> np.ndarray:
        """Rows log mpe(x)/θ(x) and log mpe(x_i)/θ(x_i) (Z for sums): what the update equations are
        made of.
        """
        return np.array(
            [
                self.reduce(self.pair + theta[1][None, :], 1),
                self.reduce(self.pair + theta[0][:, None], 0),
            ]
        )

    def marginals(self, theta: np.ndarray) -> np.ndarray:
        """Rows log mpe(x) and log mpe(x_i) of the compensated model (Z for sums)."""
        return np.asarray(self.without_own(theta) + theta)

    def value(self, theta: np.ndarray) -> float:
        """The log value of the compensated model."""
        return float(self.reduce(self.compensated(theta)))


def last_constraint(run: Run, state: State) -> int | None:
    """The constraint that was updated last on the way from the parent; None where none was."""
    if state.parent is None or state.updates == state.parent.updates:
        return None
    if isinstance(state.action, Step):
        return int(run.cloned.indices([state.action.constraint])[0])
    return int(run.order(replace(state, sweeps=_last_sweep(state)))[state.cursor - 1])


def _last_sweep(state: State) -> int:
    """How many sweeps came before the last update in order."""
    return state.sweeps if state.cursor else state.sweeps - 1


def last_update(run: Run, state: State) -> Update | None:
    """The last update on the way from the parent; None where there was none, or where finding it
    would take too long.

    θ from just before it is not kept, so that the updates up to it are done again.
    """
    parent, k = state.parent, last_constraint(run, state)
    if parent is None or k is None or state.updates - parent.updates > MOST_REPEATED:
        return None
    if isinstance(state.action, Step):
        sweep, theta = parent.sweeps, parent.theta.array()
    else:
        sweep, theta = _last_sweep(state), _before_last(run, parent, state)
    ground, engine = run.cloned.ground, run.engine(state.relaxation)
    rows = ground.theta_rows(k)
    now, tree = state.theta.array(), engine.tree
    return Update(
        k=k,
        joint=bool(
            tree.clique[tree.con[k, CLIQUE], COMPONENT]
            == tree.clique[tree.con[k, CLONE_CLIQUE], COMPONENT]
        ),
        sums=run.settings.sums,
        amount=run.settings.compensation.stride.at(sweep),
        sweep=sweep,
        pair=engine.pair_table(now, k),
        before=theta[rows],
        after=now[rows],
    )


def _before_last(run: Run, parent: State, state: State) -> np.ndarray:
    """θ just before the last update, as far as the constraint that was updated is concerned."""
    updates = state.updates - parent.updates
    if updates <= (
        state.cursor or len(state.relaxation.relaxed)
    ):  # all in one sweep, so it had not been touched before
        return parent.theta.array()
    return _replay(run, parent, updates - 1)


def _replay(run: Run, state: State, updates: int) -> np.ndarray:
    """θ after so many updates in order from a state, which leaves the run as it is."""
    engine, theta = run.engine(state.relaxation), state.theta.array()
    sweeper = Sweeper(engine, run.settings.compensation, theta, state.cursor, state.sweeps)
    while sweeper.updates < updates:
        order = run.order(replace(state, sweeps=sweeper.sweeps))
        left = updates - sweeper.updates
        most = (
            min(left, len(order) - sweeper.cursor) if run.settings.order == "random" else left
        )  # a random order is new in each sweep
        sweeper.advance(order, most)
    return sweeper.theta
