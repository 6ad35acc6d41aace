"""Why an answer is proved, as an argument: one claim after the other, each with its number and the
edges it speaks of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from rcr.explain.pieces import pieces
from rcr.run import Run
from rcr.state import State
from rcr.text.numbers import fixed
from rcr.text.words import listed

DECIMALS = 4
MAX_NAMED_VARIABLES = 8  # of an assignment that is written out


@dataclass(frozen=True)
class Claim:
    """One step of an argument: what is claimed, the number that shows it, and the constraints to
    light up, one after the other.
    """

    words: str
    number: str
    constraints: tuple[str, ...] = ()


def argument(run: Run, state: State | None = None) -> tuple[Claim, ...]:
    """The claims that prove the answer of a state (the current one if none is given); none where
    nothing is proved.
    """
    state = state or run.state
    if state.certificate is None:
        return ()
    if state.certificate.kind == "infeasible":
        return _impossible(run, state)
    if state.relaxation.complete:
        return _complete(run, state)
    if run.settings.sums:
        return _sum_enclosed(run, state)
    bounding = state.now is not None and not len(state.violated)
    if bounding and state.value - state.lower <= state.bounds.slack(run.settings.tolerance):
        return _agreement(run, state)
    return _bounds_meet(run, state)


def _agreement(run: Run, state: State) -> tuple[Claim, ...]:
    """The relaxed model's own best assignment is one of the full model."""
    relaxed = _ids(run, state.relaxation.relaxed)
    chosen = state.relaxed_assignment[: len(run.model.variables)]
    value = run.model.log_value(chosen.tolist())
    return (
        Claim(
            "In the relaxed model's best assignment every relaxed edge agrees: its clone has "
            "chosen the state of its variable.",
            f"{len(relaxed):,} of {len(relaxed):,}",
            relaxed,
        ),
        Claim(
            f"So it is an assignment of the full model: {_named(run, chosen)}.",
            _number(value),
            _ids(run, range(len(run.cloned))),
        ),
        Claim(
            "Where all agree θ cancels, so its value is the value of the relaxed model, and that "
            "is the upper bound.",
            f"{_number(value)} = {_number(state.value)}",
            relaxed,
        ),
        _nothing_better(value),
    )


def _bounds_meet(run: Run, state: State) -> tuple[Claim, ...]:
    """An upper bound from one state of the path, an assignment from another."""
    path = state.path()
    bounding = next(s for s in path if s.upper == state.upper)
    finding = next(s for s in path if s.lower == state.lower)
    return (
        Claim(
            "No assignment is worth more than the best upper bound, which was reached at step "
            f"{bounding.number} with the edges that were recovered then.",
            _number(state.upper),
            bounding.recovered,
        ),
        Claim(
            f"This assignment was found at step {finding.number}: "
            f"{_named(run, state.assignment)}. Its value in the full model is as large.",
            _number(state.lower),
        ),
        _no_difference(run, state),
        _nothing_better(state.lower),
    )


def _complete(run: Run, state: State) -> tuple[Claim, ...]:
    """Nothing is relaxed, so inference is exact."""
    total = len(run.cloned)
    first = Claim(
        "Every edge is recovered: no clone can differ from its variable.",
        f"{total:,} of {total:,}",
        _ids(run, range(total)),
    )
    second = Claim(
        "So the relaxed model is the full model, and its value is exact.", _number(state.value)
    )
    if run.settings.sums:
        return first, second, _known_sum(state.upper)
    third = Claim(
        f"Its best assignment has that value: {_named(run, state.assignment)}.",
        _number(state.lower),
    )
    return first, second, third, _nothing_better(state.lower)


def _sum_enclosed(run: Run, state: State) -> tuple[Claim, ...]:
    """The partition function lies between two numbers that have met."""
    term = state.lower == run.model.log_value(state.assignment.tolist())
    below = (
        f"The value of an assignment is one of its terms, so it is no less than that of "
        f"{_named(run, state.assignment)}."
        if term
        else "It is no less than the lower bound."
    )
    return (
        Claim("The partition function is at most the upper bound.", _number(state.upper)),
        Claim(below, _number(state.lower)),
        _no_difference(run, state),
        _known_sum(state.upper),
    )


def _impossible(run: Run, state: State) -> tuple[Claim, ...]:
    """Even what is relaxed allows nothing."""
    found = pieces(run, state)
    empty = np.flatnonzero(found.values == -np.inf)
    edges: tuple[str, ...] = ()
    shown = "Its upper bound has fallen to nothing"
    if len(empty):
        piece = found.piece(int(empty[0]))
        inside = np.isin([c.factor for c in run.cloned.constraints], piece.factors)
        edges = _ids(run, np.flatnonzero(inside))
        shown = "In one of its pieces nothing is possible"
    return (
        Claim("The relaxed model allows every assignment of the full model, and more.", ""),
        Claim(f"{shown}, so even the relaxed model has no mass.", _number(-np.inf), edges),
        Claim("So no assignment is possible under this model and its evidence.", "log 0 = −∞"),
    )


# -- what the arguments share ---------------------------------------------------------------------


def _no_difference(run: Run, state: State) -> Claim:
    return Claim(
        f"The two have met, within the tolerance of {run.settings.tolerance:g}.",
        f"{state.gap:.1g}" if state.gap else "0",
    )


def _nothing_better(value: float) -> Claim:
    return Claim(
        "No assignment is worth more than the bound, so nothing better exists.",
        f"log MPE = {_number(value)}",
    )


def _known_sum(value: float) -> Claim:
    return Claim("So the partition function is known.", f"log Z = {_number(value)}")


def _number(value: float) -> str:
    return fixed(value, DECIMALS)


def _ids(run: Run, indices: Iterable[int]) -> tuple[str, ...]:
    return tuple(run.cloned.constraints[k].id for k in indices)


def _named(run: Run, states: np.ndarray) -> str:
    """An assignment in words; of a large one, the beginning."""
    pairs = zip(run.model.variables, states[: len(run.model.variables)], strict=True)
    return listed([f"{v.name} = {v.states[x]}" for v, x in pairs], MAX_NAMED_VARIABLES)
