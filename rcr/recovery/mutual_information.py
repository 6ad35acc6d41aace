"""Mutual information between a variable and its clone (Choi and Darwiche 2006), made for model-split."""

import numpy as np

from rcr.registry import plugin
from rcr.view import View


@plugin("recovery")
def mutual_information(view: View) -> np.ndarray:
    """Largest mutual information between X and its clone in the compensated model."""
    return view.mutual_information
