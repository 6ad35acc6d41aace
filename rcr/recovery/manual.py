"""Manual: a person chooses."""

import numpy as np

from rcr.recovery.candidates import Candidates
from rcr.registry import plugin


@plugin("recovery")
def manual(candidates: Candidates) -> np.ndarray:
    """Nothing is suggested: you choose."""
    return np.full(len(candidates.relaxed), -np.inf)
