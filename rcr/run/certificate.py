"""What a state proves."""

from __future__ import annotations

import numpy as np

from rcr.state import Certificate, State


def certify(state: State, sums: bool, tolerance: float) -> Certificate | None:
    """What a state proves, if anything; with sums, bounds that meet do not prove the partition
    function.
    """
    proved = state.bounds.certificate(tolerance)
    if state.relaxation.complete and state.upper > -np.inf:
        return Certificate(
            "exact", "every constraint is recovered, so inference in the relaxed model is exact"
        )
    if proved is None or proved.kind == "infeasible":
        return proved
    if sums:
        return None
    if len(state.violated) == 0 and state.value <= state.upper + tolerance:
        return Certificate(
            "optimal", "the MPE assignment of the relaxed model violates no relaxed constraint"
        )
    return proved
