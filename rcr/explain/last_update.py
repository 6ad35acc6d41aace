"""The last update on the way to a state: which constraint, its pair table, and its θ before and
after.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rcr.compensation.equation import Update
from rcr.compensation.sweep import Sweeper
from rcr.run import Run
from rcr.state import State, Step

MAX_REPEATED_UPDATES = 100_000  # updates that take some tenths of a second


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
    if parent is None or k is None or state.updates - parent.updates > MAX_REPEATED_UPDATES:
        return None
    if isinstance(state.action, Step):
        sweep, theta = parent.sweeps, parent.theta.array()
    else:
        sweep, theta = _last_sweep(state), _before_last(run, parent, state)
    ground, engine = run.cloned.ground, run.engine(state.relaxation)
    rows = ground.theta_rows(k)
    now = state.theta.array()
    return Update(
        k=k,
        joint=state.relaxation.joint(k),
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
