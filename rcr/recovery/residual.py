"""Residual: recover first where compensation is furthest from its fixed point."""

import numpy as np

from rcr.recovery.candidates import Candidates
from rcr.registry import plugin


@plugin("recovery")
def residual(candidates: Candidates) -> np.ndarray:
    """Constraints furthest from their fixed point: the largest move of θ an update would make."""
    return candidates.residual
