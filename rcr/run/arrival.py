"""A state from where a step has led: an assignment is read off, the bounds move, what is proved."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

import numpy as np

from rcr.engines.junction_tree import JunctionTree
from rcr.mean_field import AFFORDABLE_ENTRIES, MeanField, mean_field
from rcr.relaxation import Relaxation
from rcr.run.certificate import certify
from rcr.run.decoding import decode
from rcr.run.problem import Problem
from rcr.state import Action, Bounds, SharedVector, State
from rcr.state.bounds import ROUNDING_SHARE

MAX_DECODING_ENTRIES = 20_000_000  # table entries that decoding may pass through in any case
RAISING_PARTS = 4  # raising q takes at most one part in so many of what was swept before
DIVE_PASSES = 8  # how often a dive looks at each table entry of the model
QUICK_DIVE_ENTRIES = 4_000_000  # looked at in a dive that nobody notices
DIVE_PARTS = 128  # a longer one takes at most one part in so many of what was swept before
MAX_SOLVES = 20  # how often decoding may solve the relaxed model anew after a short stretch of work


@dataclass(frozen=True, eq=False)
class Place:
    """Where a step has led: θ, the value there, and how far the run is."""

    theta: np.ndarray
    value: float
    feasible: bool = True  # False once it is proved that the model has no mass
    cursor: int = 0
    updates: int = 0
    sweeps: int = 0
    rounds: int = 0
    settled: bool = False
    curve: np.ndarray = field(default_factory=lambda: np.zeros(0))


def arrive(
    problem: Problem,
    parent: State | None,
    action: Action,
    relaxation: Relaxation,
    place: Place,
    began: float,
) -> State:
    """The state at a place that an action has led to; ``began`` is when the work on it began."""
    tree = problem.clique_tree(relaxation)
    assignment, relaxed_assignment, worth = _read_off(parent, tree, place)
    q = _mean_field(problem, parent, tree, place, assignment) if worth > -np.inf else None
    bounds = _bounds(problem, parent, relaxation, place, worth, q)
    state = State(
        number=-1,  # the tree that takes it in gives it one
        parent=parent,
        action=action,
        relaxation=relaxation,
        theta=SharedVector.of(place.theta, parent.theta if parent is not None else None),
        value=place.value,
        bounds=bounds,
        assignment=assignment,
        relaxed_assignment=relaxed_assignment,
        certificate=None,
        assignment_value=worth,
        mean_field=q,
        cursor=place.cursor,
        updates=place.updates,
        sweeps=place.sweeps,
        rounds=place.rounds,
        seconds=(parent.seconds if parent is not None else 0.0) + time.perf_counter() - began,
        settled=place.settled,
        treewidth=tree.cost.treewidth,
        table_entries=tree.cost.table_entries,
        curve=place.curve,
        choices=problem.choices,
    )
    proved = certify(state, problem.settings.sums, problem.settings.tolerance)
    return replace(state, certificate=proved)


def _read_off(
    parent: State | None, tree: JunctionTree, place: Place
) -> tuple[np.ndarray, np.ndarray, float]:
    """The best assignment on the path, the relaxed model's own, and the log value of the first."""
    relaxed = tree.best_assignment(place.theta)
    swept = place.sweeps - (parent.sweeps if parent is not None else 0)
    # decoding costs less than what went before
    affordable = MAX_DECODING_ENTRIES // max(1, tree.cost.table_entries)
    solves, work = max(2, min(MAX_SOLVES, affordable), swept // 4), swept * tree.sweep_entries
    # nor is anybody kept waiting for a long dive after a short stretch of work
    dive = DIVE_PASSES * len(tree.relaxation.cloned.ground.tables)
    diving = dive <= QUICK_DIVE_ENTRIES or DIVE_PARTS * dive <= work
    if parent is None:
        work = MAX_DECODING_ENTRIES
    elif parent.assignment_value > -np.inf:
        work = 0  # dives with propagation are for where nothing possible is known
    known = parent is not None and parent.assignment_value > -np.inf
    found, worth = decode(tree, place.theta, relaxed, solves, work, diving or not known)
    if parent is not None and parent.assignment_value >= worth:
        found, worth = parent.assignment, parent.assignment_value
    found.flags.writeable = False
    relaxed.flags.writeable = False
    return found, relaxed, worth


def _mean_field(
    problem: Problem,
    parent: State | None,
    tree: JunctionTree,
    place: Place,
    assignment: np.ndarray,
) -> MeanField | None:
    """For sums: the q that bounds them from below, raised from that of the state before.

    It costs less than the sweeps that went before, or next to nothing. Where it would cost more,
    the q of the state before is handed on.
    """
    before = parent.mean_field if parent is not None else None
    relaxation = tree.relaxation
    if not problem.settings.sums or relaxation.complete or not place.feasible:
        return before
    swept = place.sweeps - (parent.sweeps if parent is not None else 0)
    entries = max(AFFORDABLE_ENTRIES, swept * tree.sweep_entries / RAISING_PARTS)
    found = mean_field(relaxation, assignment, problem.kept_tree, before, entries)
    return before if found is None else found


def _bounds(
    problem: Problem,
    parent: State | None,
    relaxation: Relaxation,
    place: Place,
    worth: float,
    q: MeanField | None,
) -> Bounds:
    """The bounds at a place: what its relaxed model gives now, and the best on the path.

    An assignment of this worth bounds the MPE value from below, and sums too; q bounds these.
    """
    bounded, sums = problem.settings.upper_bound, problem.settings.sums
    exact = relaxation.complete
    now = place.value if bounded or exact else None
    if not place.feasible or place.value == -np.inf:
        now = -np.inf  # a proof under every scheme: only states without mass ever get θ = 0
    upper = parent.upper if parent is not None else np.inf
    if now is not None:
        upper = min(upper, now, _lower_on_the_way(now, place.curve) if bounded else now)
    estimate = None
    if not bounded and not exact:
        correction = _split_correction(problem, relaxation, place.theta)
        estimate = place.value - correction if upper > -np.inf else -np.inf
    lower = worth
    if sums:
        before = parent.lower if parent is not None else -np.inf
        lower = max(worth, before, q.lower if q is not None else -np.inf)
        lower = upper if exact else min(lower, upper)  # above it only by rounding
    return Bounds(lower, upper, estimate, now)


def _lower_on_the_way(now: float, curve: np.ndarray) -> float:
    """The least value after one of the sweeps that led here, if a scheme that is not monotone has
    passed below where it is now by more than rounding.
    """
    least = float(curve.min(initial=np.inf))
    return least if least < now - ROUNDING_SHARE * abs(now) else now


def _split_correction(problem: Problem, relaxation: Relaxation, theta: np.ndarray) -> float:
    """Σ log Σ_x θ(x)θ(x_i): with it the value under model-split is the Bethe estimate (Choi and
    Darwiche 2008).
    """
    rows = problem.cloned.ground.theta_rows
    reduce = np.logaddexp.reduce if problem.settings.sums else np.max
    return float(sum(reduce(theta[rows(k)].sum(axis=0)) for k in relaxation.relaxed))
