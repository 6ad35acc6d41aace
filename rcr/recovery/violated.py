"""The paper's second heuristic: constraints that the relaxed MPE assignment violates."""

import numpy as np

from rcr.recovery.candidates import Candidates
from rcr.registry import plugin


@plugin("recovery")
def violated(candidates: Candidates) -> np.ndarray:
    """Constraints whose two ends disagree in the relaxed MPE assignment."""
    return candidates.violated
