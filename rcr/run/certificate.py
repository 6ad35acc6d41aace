"""What a state proves."""

from __future__ import annotations

import numpy as np

from rcr.state import Certificate, State


def certify(state: State, sums: bool, tolerance: float) -> Certificate | None:
    """What a state proves, if anything.

    With sums too, bounds that meet are a proof: the value of an assignment is one term of the
    partition function, so it bounds it from below.
    """
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
