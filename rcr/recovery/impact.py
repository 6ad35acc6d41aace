"""The paper's first heuristic: the exact drop of the bound from recovering one constraint."""

import numpy as np

from rcr.recovery.candidates import Candidates
from rcr.registry import plugin


@plugin("recovery")
def impact(candidates: Candidates) -> np.ndarray:
    """Largest drop of the bound if the constraint alone were recovered."""
    return candidates.impact
