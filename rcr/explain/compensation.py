"""Compensation told: the equation of the last update, its numbers, and where the bound went."""

from __future__ import annotations

import math

import numpy as np

from rcr.compensation.equation import Update
from rcr.explain.explanation import Explanation, PairChange
from rcr.explain.last_update import last_update
from rcr.explain.step_words import (
    VISIBLE_CHANGE,
    called,
    moved,
    plain,
    small,
    still,
    value_name,
    value_of,
)
from rcr.model import ROUNDING_LOGS
from rcr.run import Run
from rcr.state import State
from rcr.text.words import counted


def tell_compensation(run: Run, state: State, parent: State) -> Explanation:
    """How the updates since the parent changed θ and the bound."""
    update = last_update(run, state)
    if update is None and state.updates == parent.updates:
        return Explanation(
            "compensate",
            "",
            "",
            "Nothing was updated: no constraint is relaxed, so there is nothing to compensate for.",
        )
    if update is None:
        sentence = (
            f"{_through(run, state, parent)}{still(run, state)}. To see the numbers "
            "of an update, make one."
        )
        return Explanation("compensate", "", "", sentence)
    states = run.model.variables[run.cloned.constraints[update.k].variable].states
    made = run.settings.compensation.equation(update, states)
    change = PairChange.of(run, update, made.marked, made.meaning, made.shown)
    return Explanation(
        made.title, made.formula, made.numbers, _update_sentence(run, state, parent, update), change
    )


def _update_sentence(run: Run, state: State, parent: State, update: Update) -> str:
    one = state.updates - parent.updates == 1
    subject = (
        f"The update of {called(run, update.k)}"
        if one
        else f"the last, of {called(run, update.k)},"
    )
    what, earlier, now = _bound(run, state, update)
    done = (
        f"{subject} {_theta_moved(run, update)}, and the {what} "
        f"{moved(earlier, now)}{still(run, state)}."
    )
    return done if one else f"{_through(run, state, parent)}; {done}"


def _through(run: Run, state: State, parent: State) -> str:
    """What many updates did to the value."""
    what = value_name(run, state)
    before = (
        value_of(parent)
        if (parent.bounds.estimate is None) == (state.bounds.estimate is None)
        else None
    )
    through = (
        moved(before, value_of(state)) if before is not None else f"is now {plain(value_of(state))}"
    )
    return f"In {counted(state.updates - parent.updates, 'update')} the {what} {through}"


def _bound(run: Run, state: State, update: Update) -> tuple[str, float, float]:
    """What the value is called, and the value just before and after the last update."""
    before, after = update.value(update.before), state.value
    if run.settings.upper_bound:
        return "upper bound", before, after
    estimate = state.bounds.estimate
    if estimate is None or not math.isfinite(estimate):
        return "estimate", estimate or after, estimate or after
    # the estimate leaves out log Σ θ(x)θ(x_i) (max for MPE) of every constraint, and only this
    # one's changed
    own = [float(update.reduce(theta[0] + theta[1])) for theta in (update.before, update.after)]
    return (
        "estimate",
        estimate + (before - own[0]) - (update.value(update.after) - own[1]),
        estimate,
    )


def _theta_moved(run: Run, update: Update) -> str:
    """The state whose θ moved most."""
    old, new = update.before[0], update.after[0]
    same = old == new  # an impossible state stays at −∞, and ∞ − ∞ is no number
    change = np.abs(np.where(same, 0.0, new) - np.where(same, 0.0, old))
    x = int(np.argmax(change))
    if change[x] < ROUNDING_LOGS:
        return "left θ where it was"
    state = run.model.variables[run.cloned.constraints[update.k].variable].states[x]
    how = f"from {plain(old[x])}" if change[x] >= VISIBLE_CHANGE else f"by {small(change[x])}"
    return f"moved log θ({state}) {how} to {plain(new[x])}"
