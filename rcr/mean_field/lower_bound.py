"""A lower bound on the partition function: structured mean field on a relaxation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rcr.mean_field.ascent import IMPROVE, READ, VALUE, sweep
from rcr.mean_field.field import Field, new_field
from rcr.mean_field.starts import add_factors, around
from rcr.mean_field.structure import EngineOf, Structure, structure, whole_factors
from rcr.relaxation import Relaxation

MAX_SWEEPS = 20
SETTLED_GAIN_LOGS = 1e-4  # a sweep that gains less ends the ascent
AFFORDABLE_ENTRIES = 1_000_000  # table entries that one ascent goes through in a few milliseconds
SWEEP_SLACK_RATIO = 4.0  # a single sweep may go through so many times more


@dataclass(frozen=True, eq=False)
class MeanField:
    """A q over the original variables and the bound it proves: log Z ≥ ``lower``.

    The vectors have one number for each state of each variable, laid out like the unary factors.
    """

    kept: np.ndarray  # the constraints of the factors that q keeps
    lower: float
    eta: np.ndarray  # the pull of the cut factors on each variable
    marginals: np.ndarray  # q(x_v), when v was last looked at
    curve: np.ndarray  # the bound at the start and after each sweep
    settled: bool  # the last sweep gained next to nothing


def mean_field(
    relaxation: Relaxation,
    assignment: np.ndarray,
    engine_of: EngineOf,
    start: MeanField | None = None,
    max_entries: float = AFFORDABLE_ENTRIES,
) -> MeanField | None:
    """The bound of a relaxation, from the q of the state before or around an assignment, which
    must be possible; whichever promises more.

    None where a single sweep would go through far more than ``max_entries``.
    """
    whole = whole_factors(relaxation)
    if start is not None and start.settled and np.array_equal(start.kept, whole):
        return start
    made = structure(relaxation, engine_of, SWEEP_SLACK_RATIO * max_entries)
    if made is None:
        return None
    kept, constant = made.relaxation.recovered, relaxation.cloned.constant
    field, value = max(
        (_prepared(made, eta) for eta in _starts(made, assignment, start)), key=lambda f: f[1]
    )
    curve, settled = [value], bool(kept.all())
    for _ in range(max(1, min(MAX_SWEEPS, int(max_entries / max(1.0, made.sweep_entries))))):
        if settled:
            break
        curve.append(sweep(made.kept, field, IMPROVE, 0.0))
        settled = curve[-1] - curve[-2] <= SETTLED_GAIN_LOGS
    bounds = np.array(curve) + constant
    return MeanField(kept, bounds[-1], field.eta, field.marginals, bounds, settled)


def bounds_with_states_held(
    found: MeanField, relaxation: Relaxation, engine_of: EngineOf
) -> np.ndarray:
    """A lower bound on log Z with a variable held in a state, for each state of each variable:
    log Z_q(x) + E_q[r | x].
    """
    made = structure(Relaxation(relaxation.cloned, found.kept), engine_of, np.inf)
    assert made is not None, "nothing is too dear"
    field, value = _prepared(made, found.eta.copy())
    sweep(made.kept, field, READ, value)
    held: np.ndarray = field.held + relaxation.cloned.constant
    return held


def _starts(
    made: Structure, assignment: np.ndarray, start: MeanField | None
) -> Iterator[np.ndarray]:
    """With everything kept q needs no η; otherwise that of the state before, and a fresh one
    where there is none or it rules out states that may be possible now.
    """
    if made.relaxation.complete:
        yield np.zeros_like(made.relaxation.cloned.ground.unary)
        return
    if start is not None:
        yield _taken_over(made, start)
    if start is None or start.eta.min(initial=0.0) == -np.inf:
        yield _around(made, assignment)


def _prepared(made: Structure, eta: np.ndarray) -> tuple[Field, float]:
    """A field with valid joint probabilities, and its bound."""
    field = new_field(made.kept, eta, made.messages, made.carried)
    sweep(made.kept, field, VALUE, 0.0)
    return field, sweep(made.kept, field, VALUE, 0.0)


def _around(made: Structure, assignment: np.ndarray) -> np.ndarray:
    """The pull of the cut factors with everything else at the assignment, on all the states that
    meet no zero.
    """
    ground, cut = made.relaxation.cloned.ground, ~made.relaxation.recovered
    marginals, allowed = around(ground, cut, assignment)
    eta = np.where(allowed, 0.0, -np.inf)
    add_factors(ground, cut, 1.0, marginals, eta)
    return eta


def _taken_over(made: Structure, start: MeanField) -> np.ndarray:
    """The q of the state before: what is kept now pulls no longer, what is cut now does."""
    ground, now, eta = made.relaxation.cloned.ground, made.relaxation.recovered, start.eta.copy()
    add_factors(ground, now & ~start.kept, -1.0, start.marginals, eta)
    add_factors(ground, start.kept & ~now, 1.0, start.marginals, eta)
    return eta
