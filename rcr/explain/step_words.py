"""The words that every explanation of a step uses: a bound, a change of it, a constraint."""

from __future__ import annotations

import math

import numpy as np

from rcr.compensation.latex import MAX_LINES
from rcr.model import ROUNDING_LOGS
from rcr.run import Run
from rcr.state import State
from rcr.text.numbers import fixed
from rcr.text.words import listed

VISIBLE_CHANGE = 5e-4  # changes below this do not show in four decimals


def plain(value: float) -> str:
    """A bound, with four decimals."""
    return fixed(value, 4)


def small(value: float) -> str:
    """A difference: four decimals, or its size where they would all be zero."""
    return (
        plain(value)
        if abs(value) >= VISIBLE_CHANGE or abs(value) < ROUNDING_LOGS
        else f"{value:.1e}".replace("-", "−")
    )


def moved(before: float, after: float) -> str:
    """Where a bound went: that it stayed, fell or rose, and from where to where."""
    if before == after or abs(before - after) < ROUNDING_LOGS:
        return f"stayed at {plain(after)}"
    verb = "fell" if after < before else "rose"
    if not (math.isfinite(before) and math.isfinite(after)):
        return f"{verb} from {plain(before)} to {plain(after)}"
    difference = abs(after - before)
    earlier = f", from {plain(before)}" if difference >= VISIBLE_CHANGE else ""
    return f"{verb} by {small(difference)}{earlier} to {plain(after)}"


def still(run: Run, state: State) -> str:
    """A value may lie above a bound that was reached before: after relaxing again, and under
    schemes that are not monotone.
    """
    above = run.settings.upper_bound and state.value > state.upper + ROUNDING_LOGS
    return f"; the best upper bound so far is still {plain(state.upper)}" if above else ""


def called(run: Run, k: int) -> str:
    """A constraint by its id and by what one calls it aloud."""
    return f"{run.cloned.constraints[k].id} ({run.cloned.said[k]})"


def several(run: Run, indices: np.ndarray) -> str:
    """Constraints by name, the first of them where there are many."""
    return listed([called(run, k) for k in indices], MAX_LINES)


def value_name(run: Run, state: State) -> str:
    """What the number is that a run of these settings follows."""
    return (
        "upper bound"
        if run.settings.upper_bound
        else "exact value"
        if state.bounds.estimate is None
        else "estimate"
    )


def value_of(state: State) -> float:
    """That number at a state."""
    return state.value if state.bounds.estimate is None else state.bounds.estimate
