"""The steps: functions from a problem, a state and an action to the next state.

No state ever changes, and nothing is remembered but what can be computed again.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rcr.compensation.bridges import without
from rcr.compensation.method import NEVER_SETTLED
from rcr.compensation.sweep import Sweeper
from rcr.model import ModelError
from rcr.relaxation import Relaxation
from rcr.run.arrival import Place, arrive
from rcr.run.branching import branch
from rcr.run.budget import next_slice
from rcr.run.exhausting import exhaust
from rcr.run.problem import Problem
from rcr.state import Action, Branch, Compensate, Exhaust, Recover, Relax, Start, State, Step

# It hears of the state where a stretch began, and of the bounds on the whole model, the sweeps and
# the updates reached since; of a search also how many branches are open.
Progress = Callable[[State, dict[str, Any]], None]


@dataclass(frozen=True)
class Stretch:
    """When a stretch of compensation ends before its updates are done, and who hears of it.

    It ends with a sweep that lowers the value by no more than ``settle``, and once ``stop`` says
    so.
    """

    settle: float = NEVER_SETTLED
    progress: Progress | None = None
    stop: Callable[[], bool] | None = None


TO_THE_LAST = Stretch()
NO_CONSTRAINTS = np.zeros(0, np.int64)


def start(problem: Problem) -> State:
    """The first state: what the settings relax, with every θ at 1."""
    began = time.perf_counter()
    engine = problem.engine(problem.start())
    theta = problem.cloned.ground.no_theta()
    place = Place(theta, engine.value(theta))
    first = arrive(problem, None, Start(), engine.relaxation, place, began)
    if not isinstance(problem.settings.order, str):
        problem.order(first.relaxation, 0)  # a wrong order is refused now, not at the first sweep
    return first


def act(problem: Problem, state: State, action: Action, stretch: Stretch = TO_THE_LAST) -> State:
    """The state that an action leads to."""
    match action:
        case Compensate():
            return _compensate(problem, state, action, stretch)
        case Step():
            return _step(problem, state, action)
        case Recover() | Relax():
            return _change(problem, state, action)
        case Branch():
            return branch(problem, state, action)
        case Exhaust():
            return exhaust(problem, state, action, stretch.stop)
    raise ModelError("a run starts once; go to its first state instead")


def _step(problem: Problem, state: State, action: Step) -> State:
    began, cloned = time.perf_counter(), problem.cloned
    k = int(cloned.indices([action.constraint])[0])
    if state.relaxation.recovered[k]:
        raise ModelError(
            f"constraint {cloned.constraints[k].id} is recovered; only relaxed constraints are "
            "compensated"
        )
    engine = problem.engine(state.relaxation)
    scheme = problem.settings.compensation
    sweeper = Sweeper(engine, scheme, state.theta.array(), sweeps=state.sweeps)
    feasible = sweeper.advance(np.array([k]), 1)
    place = Place(
        sweeper.theta,
        sweeper.value,
        feasible,
        cursor=state.cursor,
        updates=state.updates + 1,
        sweeps=state.sweeps,
        rounds=state.rounds,
    )
    return arrive(problem, state, action, state.relaxation, place, began)


def _compensate(problem: Problem, state: State, action: Compensate, stretch: Stretch) -> State:
    """Updates in order; the action that is kept says how many were made, to be done again."""
    began, settings = time.perf_counter(), problem.settings
    engine = problem.engine(state.relaxation)
    sweeper = Sweeper(
        engine, settings.compensation, state.theta.array(), state.cursor, state.sweeps
    )
    updates = action.updates if len(state.relaxation.relaxed) else 0
    feasible = _advance(problem, state, sweeper, updates, stretch)
    place = Place(
        sweeper.theta,
        sweeper.value,
        feasible,
        cursor=sweeper.cursor,
        updates=state.updates + sweeper.updates,
        sweeps=sweeper.sweeps,
        rounds=state.rounds,
        settled=sweeper.settled,
        curve=np.array(sweeper.curve),
    )
    done = Compensate(sweeper.updates, action.follows)
    return arrive(problem, state, done, engine.relaxation, place, began)


def _advance(
    problem: Problem, state: State, sweeper: Sweeper, updates: int, stretch: Stretch
) -> bool:
    """Go on in slices, so that progress is shown and a wish to stop is heard; False if infeasible.

    A random order is another one in each sweep.
    """
    settings, feasible, room = problem.settings, True, 1
    shuffled = settings.order == "random"
    goal = state.lower if stretch.settle >= 0 and settings.upper_bound else -np.inf
    order, order_of, upper = np.zeros(0, np.int64), -1, state.upper
    while sweeper.updates < updates and not sweeper.settled and feasible:
        if order_of < 0 or (shuffled and order_of != sweeper.sweeps):
            order, order_of = problem.order(state.relaxation, sweeper.sweeps), sweeper.sweeps
        most = min(updates - sweeper.updates, room)
        if shuffled:
            most = min(most, len(order) - sweeper.cursor)
        clock = time.perf_counter()
        feasible = sweeper.advance(order, most, stretch.settle, goal)
        room = next_slice(room, time.perf_counter() - clock)
        if stretch.progress is not None:
            upper = min(upper, sweeper.value) if settings.upper_bound else upper
            now = {"upper": upper, "lower": state.lower}
            counts = {"sweeps": sweeper.sweeps, "updates": sweeper.updates}
            stretch.progress(state, now | counts)
        if stretch.stop is not None and stretch.stop():
            break
    return feasible


def _change(problem: Problem, state: State, action: Recover | Relax) -> State:
    """Other constraints are recovered from here on."""
    began = time.perf_counter()
    match action:
        case Recover(recover, relax):
            changes, warm = {True: recover, False: relax}, True
        case Relax(relax, warm):
            changes = {False: relax}
    mask = state.relaxation.recovered.copy()
    changed = {True: NO_CONSTRAINTS, False: NO_CONSTRAINTS}
    for value, ids in changes.items():
        changed[value] = _changed(problem, state, ids, value, value == isinstance(action, Recover))
        mask[changed[value]] = value
    _refuse_held(problem, state, mask)
    engine = problem.engine(Relaxation(problem.cloned, mask, state.relaxation.held))
    theta = state.theta.array()
    if warm and not problem.settings.sums and problem.settings.upper_bound:
        theta = without(state.relaxation, changed[False], theta, problem.clique_tree)
    place = Place(
        theta,
        engine.value(theta),
        updates=state.updates,
        sweeps=state.sweeps,
        rounds=state.rounds + isinstance(action, Recover),
    )
    recovered, relaxed = (problem.cloned.ids(changed[value]) for value in (True, False))
    done = Recover(recovered, relaxed) if recovered else Relax(relaxed, warm)
    return arrive(problem, state, done, engine.relaxation, place, began)


def _refuse_held(problem: Problem, state: State, mask: np.ndarray) -> None:
    held = np.flatnonzero(mask & state.relaxation.held)
    if len(held):
        raise ModelError(
            f"constraint {problem.cloned.constraints[held[0]].id} is of a variable that this "
            "branch fixes; there is nothing to recover"
        )


def _changed(
    problem: Problem, state: State, ids: tuple[str, ...], recover: bool, needed: bool
) -> np.ndarray:
    """The constraints in the order of the model; refused where there is nothing to change."""
    indices = problem.cloned.indices(ids)
    already = problem.cloned.ids(indices[state.relaxation.recovered[indices] == recover])
    if already or (needed and not len(indices)):
        verb = "recover" if recover else "relax"
        listed = ", ".join(already) or "no constraint"
        raise ModelError(f"nothing to {verb}: {listed} {'is' if recover else 'is not'} recovered")
    return indices
