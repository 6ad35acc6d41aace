"""The step that goes through all assignments of a state, but for what bounds rule out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rcr.model import ModelError
from rcr.run.certificate import certify
from rcr.run.problem import Problem
from rcr.search.exhaustion import Exhaustion
from rcr.search.mini_buckets import OutOfWork, laid_out_within, mini_buckets
from rcr.search.propagation import alive_under
from rcr.search.pseudo_tree import pseudo_tree
from rcr.search.subproblem import Subproblem
from rcr.state import Bounds, Exhaust, State

ENTRY_BYTES = 8
CACHE_ENTRY_BYTES = 17  # a key, a value, and whether that is exact
TABLE_SHARE, CACHE_SHARE = 0.6, 0.3  # of the memory limit
CONTEXTS_PER_ENTRY = 3  # that are kept, where there is room


def most_entries(max_bytes: int) -> int:
    """The table entries that the memory limit leaves for bounds."""
    return max(1, int(TABLE_SHARE * max_bytes) // ENTRY_BYTES)


def exhaust(
    problem: Problem, state: State, action: Exhaust, stop: Callable[[], bool] | None
) -> State:
    """The state with the bounds that the search has found; θ and what is recovered stay."""
    began, settings = time.perf_counter(), problem.settings
    if settings.sums or not settings.upper_bound:
        raise ModelError(
            "a search bounds the most probable explanation; take the task mpe with a scheme whose "
            "value is an upper bound, such as mpe-dd"
        )
    upper, found, work = _searched(problem, state, action, stop or (lambda: False))
    worth = -np.inf if found is None else problem.model.log_value(found.tolist())
    assignment = state.assignment
    if found is not None and worth > state.assignment_value:
        assignment = found
        assignment.flags.writeable = False
    worth = max(worth, state.assignment_value)
    upper = min(state.upper, upper)
    if not state.conditions:
        upper = max(upper, worth)  # below it only by rounding
    after = replace(
        state,
        number=-1,
        parent=state,
        action=Exhaust(action.entries, work),
        bounds=Bounds(max(state.lower, worth), upper, None, state.now),
        assignment=assignment,
        assignment_value=worth,
        seconds=state.seconds + time.perf_counter() - began,
        curve=np.zeros(0),
        choices=problem.choices,
    )
    return replace(after, certificate=certify(after, False, settings.tolerance))


def _searched(
    problem: Problem, state: State, action: Exhaust, stop: Callable[[], bool]
) -> tuple[float, np.ndarray | None, int]:
    """An upper bound, the best assignment if it is better than what is known, and the work done."""
    cloned, settings = problem.cloned, problem.settings
    constant = cloned.constant
    alive = alive_under(cloned.ground, state.conditions)
    if alive is None or constant == -np.inf:
        return -np.inf, None, 0
    sub = Subproblem.of(cloned.ground, state.theta.array(), alive)
    tree = pseudo_tree(sub)
    layout = laid_out_within(sub, tree, action.entries)
    room = int(CACHE_SHARE * settings.allowed_bytes) // CACHE_ENTRY_BYTES
    kept = min(room, CONTEXTS_PER_ENTRY * action.entries)
    problem.make_room(int(layout.entries) * ENTRY_BYTES + kept * CACHE_ENTRY_BYTES)
    try:
        search = Exhaustion(sub, tree, mini_buckets(sub, tree, layout, stop), kept)
    except OutOfWork:
        return np.inf, None, 0
    lower = state.assignment_value - constant
    try:
        slack = state.bounds.slack(settings.tolerance)
        found = search.best(lower, slack, action.work, stop)
    except OutOfWork:
        found = None
    return search.upper + constant, found, search.work
