"""How far off a marginal can be: bounds on the partition function from both sides, with a variable
held in each of its states, enclose its probabilities.

With X held in state x, the relaxed model bounds Z(x) from above by U(x), as it bounds Z: whatever
agrees is among its terms. Mean field bounds it from below by L(x). P(x) = Z(x) / Z is largest where
Z(x) is as large and the rest as small as can be, so

    L(x) / (L(x) + Σ U(y)) ≤ P(x) ≤ U(x) / (U(x) + Σ L(y)),    the sums over all other states y,

and Z itself may be enclosed more tightly by what was reached before.

The evidence has a probability, too: Z with it over Z without it. Both are enclosed likewise.
"""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np

from rcr.bayesian_network import is_network
from rcr.mean_field import bounds_with_states_held
from rcr.model import Model
from rcr.run import Run
from rcr.state import Bounds, State

MAX_EXACT_BYTES = 1 << 28  # of tables for the partition function without evidence: a second


def marginal_bounds(run: Run, state: State | None = None) -> list[np.ndarray] | None:
    """Two rows for each variable, the least and the largest probability of each of its states; None
    where there are no bounds on the partition function from both sides.
    """
    state = state or run.state
    relaxation, ptr = state.relaxation, run.cloned.ground.unary_ptr
    if not run.settings.sums or not run.settings.upper_bound:
        return None
    uppers = run.engine(relaxation).marginals(state.theta.array())
    if relaxation.complete:
        return [_enclosed(exact, exact, state.lower, state.upper) for exact in uppers]
    if state.mean_field is None:
        return None
    lowers = bounds_with_states_held(state.mean_field, relaxation, run.problem.kept_tree)
    return [
        _enclosed(lowers[ptr[v] : ptr[v + 1]], upper, state.lower, state.upper)
        for v, upper in enumerate(uppers)
    ]


def without_evidence(model: Model) -> Bounds:
    """The partition function of a model without its evidence: as it is where exact inference is
    affordable, 1 for a Bayesian network, enclosed by one round of compensation otherwise.
    """
    run = Run(replace(model, evidence={}), task="z")
    if run.exact_cost.bytes <= MAX_EXACT_BYTES:
        if len(run.state.relaxation.relaxed):
            run.recover(run.state.relaxation.relaxed.tolist())
    elif is_network(run.model):
        return Bounds(0.0, 0.0)
    else:
        run.converge()
    return run.state.bounds


def evidence_bounds(state: State, without: Bounds) -> tuple[float, float]:
    """The least and the largest probability of the evidence, from the partition function at a
    state and without the evidence.
    """
    if state.upper == -np.inf:
        return 0.0, 0.0
    low = exp(min(0.0, state.lower - without.upper)) if state.lower > -np.inf else 0.0
    return low, exp(min(0.0, state.upper - without.lower)) if without.lower > -np.inf else 1.0


def _enclosed(lower: np.ndarray, upper: np.ndarray, least: float, most: float) -> np.ndarray:
    """The probabilities of one variable, from the logs of L and U and of the bounds on Z."""
    total_below = np.maximum(np.logaddexp(upper, _others(lower)), least)
    total_above = np.minimum(np.logaddexp(lower, _others(upper)), most)
    low = np.where(lower > -np.inf, np.exp(np.minimum(_less(lower, total_above), 0.0)), 0.0)
    high = np.where(upper > -np.inf, np.exp(np.minimum(_less(upper, total_below), 0.0)), 0.0)
    return np.stack([np.minimum(low, high), high])


def _less(part: np.ndarray, total: np.ndarray) -> np.ndarray:
    """The difference of logs; where nothing is possible, nothing is left."""
    possible = part > -np.inf
    return np.where(possible, np.where(possible, part, 0.0) - np.where(possible, total, 0.0), 0.0)


def _others(logs: np.ndarray) -> np.ndarray:
    """For each state, the log of the sum over all the others."""
    everyone = np.where(np.eye(len(logs), dtype=bool), -np.inf, logs)
    return np.asarray(np.logaddexp.reduce(everyone, axis=1))
