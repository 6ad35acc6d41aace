"""What a state proves."""

from __future__ import annotations

import numpy as np

from rcr.state import Certificate, Exhaust, Gather, State

_SEARCHED = {
    Gather: "every branch is closed: none has an assignment that is better",
    Exhaust: "every assignment was gone through, but for those that bounds rule out",
}


def certify(state: State, sums: bool, tolerance: float) -> Certificate | None:
    """What a state proves, if anything.

    With sums too, bounds that meet are a proof: the value of an assignment is one term of the
    partition function, so it bounds it from below.
    """
    if state.conditions:
        return _closed(state, tolerance)
    if isinstance(state.action, Gather | Exhaust):
        proved = state.bounds.certificate(tolerance)
        return proved and Certificate(proved.kind, _SEARCHED[type(state.action)])
    if state.relaxation.complete and state.upper > -np.inf:
        return Certificate(
            "exact", "every constraint is recovered, so inference in the relaxed model is exact"
        )
    proved = state.bounds.certificate(tolerance)
    if proved is None or proved.kind == "infeasible":
        return proved
    if sums:
        return Certificate("exact", f"the upper bound meets a lower one, within {tolerance:g}")
    if len(state.violated) == 0 and state.value <= state.upper + tolerance:
        return Certificate(
            "optimal", "the MPE assignment of the relaxed model violates no relaxed constraint"
        )
    return proved


def _closed(state: State, tolerance: float) -> Certificate | None:
    """A branch is closed once none of its assignments is better than one that is known."""
    if state.upper == -np.inf:
        return Certificate("closed", "no assignment of this branch has any mass")
    if state.upper <= state.lower + state.bounds.slack(tolerance):
        return Certificate(
            "closed", "no assignment of this branch is better than one that is known"
        )
    return None
