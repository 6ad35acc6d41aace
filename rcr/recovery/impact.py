"""The paper's first heuristic: the exact drop of the bound from recovering one constraint."""

import numpy as np

from rcr.registry import plugin
from rcr.view import View


@plugin("recovery")
def impact(view: View) -> np.ndarray:
    """Largest drop of the bound if the constraint alone were recovered."""
    return view.impact
