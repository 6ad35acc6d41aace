"""Mutual information between a variable and its clone (Choi and Darwiche 2006), made for
model-split.
"""

import numpy as np

from rcr.recovery.candidates import Candidates
from rcr.registry import plugin


@plugin("recovery")
def mutual_information(candidates: Candidates) -> np.ndarray:
    """Largest mutual information between X and its clone in the compensated model."""
    return candidates.mutual_information
