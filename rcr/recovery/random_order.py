"""Random order: what every other heuristic must beat."""

import numpy as np

from rcr.recovery.candidates import Candidates
from rcr.registry import plugin


@plugin("recovery")
def random(candidates: Candidates) -> np.ndarray:
    """A random order, fixed by the seed."""
    return np.zeros(len(candidates.relaxed))
