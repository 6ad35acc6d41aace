"""Bracket, for the partition function: what closes the gap between its bounds from both sides."""

import numpy as np

from rcr.recovery.candidates import Candidates, Group
from rcr.registry import plugin


@plugin("recovery")
def bracket(candidates: Candidates) -> list[Group]:
    """Whole factors, by the drop of the upper bound and the rise of the lower one per
    constraint.

    The lower bound on the partition function rises when a factor's last constraint is recovered,
    so all that are missing go together. For the MPE problem only the upper bound counts.
    """
    factor = candidates.ground.con_factor[candidates.relaxed]
    n_factors = len(candidates.ground.factor_ptr) - 1
    drop = np.bincount(factor, np.minimum(candidates.impact, candidates.state.gap), n_factors)
    missing = np.bincount(factor, minlength=n_factors)
    score = (drop + candidates.lower_gains) / np.maximum(missing, 1)
    return [
        Group(tuple(candidates.relaxed[factor == f].tolist()), float(score[f]))
        for f in np.argsort(-score, kind="stable")
        if missing[f]
    ]
