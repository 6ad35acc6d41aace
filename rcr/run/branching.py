"""The two steps of a search: a branch fixes a variable, and what branches prove is gathered."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from rcr.model import ModelError
from rcr.run.arrival import Place, arrive
from rcr.run.certificate import certify
from rcr.run.problem import Problem
from rcr.search.branches import gathered
from rcr.state import Bounds, Branch, Gather, State


def branch(problem: Problem, state: State, action: Branch) -> State:
    """Fix a variable: its constraints are held, θ of all others is what it was.

    The bound cannot rise: the assignments that count are fewer, and on those θ(x)θ(x_i) = 1.
    """
    began, ground, v = time.perf_counter(), problem.cloned.ground, action.variable
    _check(problem, state, v, action.value)
    theta = state.theta.array()
    for k in np.flatnonzero(ground.con_var == v):
        for row in ground.theta_rows(int(k)):
            theta[row] = -np.inf
            theta[row[action.value]] = 0.0
    engine = problem.engine(state.relaxation.with_held(v))
    place = Place(
        theta,
        engine.value(theta),
        updates=state.updates,
        sweeps=state.sweeps,
        rounds=state.rounds,
    )
    return arrive(problem, state, action, engine.relaxation, place, began)


def _check(problem: Problem, state: State, v: int, value: int) -> None:
    """Refuse what cannot be a branch."""
    settings, variables = problem.settings, problem.model.variables
    if settings.sums or not settings.upper_bound:
        raise ModelError(
            "a branch bounds the most probable explanation; take the task mpe with a scheme whose "
            "value is an upper bound, such as mpe-dd"
        )
    if not 0 <= v < len(variables) or not 0 <= value < variables[v].card:
        raise ModelError(f"there is no state {value} of a variable {v} to branch on")
    own = problem.cloned.ground.con_var == v
    if not own.any() or state.relaxation.held[own].any():
        raise ModelError(
            f"variable {variables[v].name} is fixed already, or in no factor with others; branch "
            "on another one"
        )


def gather(problem: Problem, states: Iterable[State], above: State, action: Gather) -> State:
    """The state above with the bound that its branches on a variable have in common, and the best
    assignment of theirs.
    """
    began, v = time.perf_counter(), action.variable
    if not 0 <= v < len(problem.model.variables):
        raise ModelError(f"there is no variable {v} whose branches could be gathered")
    found = gathered(states, above, v, problem.model.variables[v].card)
    if found is None:
        raise ModelError(
            f"not every state of {problem.model.variables[v].name} has a branch here; branch on "
            "the missing ones first"
        )
    worth = found.best.assignment_value
    state = replace(
        above,
        number=-1,
        parent=above,
        action=action,
        bounds=Bounds(max(above.lower, worth), found.upper, None, above.now),
        assignment=found.best.assignment,
        assignment_value=worth,
        seconds=above.seconds + time.perf_counter() - began,
        curve=np.zeros(0),
    )
    return replace(state, certificate=certify(state, False, problem.settings.tolerance))
