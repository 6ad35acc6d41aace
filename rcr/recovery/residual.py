"""Residual: recover first where compensation is furthest from its fixed point."""

import numpy as np

from rcr.registry import plugin
from rcr.view import View


@plugin("recovery")
def residual(view: View) -> np.ndarray:
    """Constraints furthest from their fixed point: the largest move of θ an update would make."""
    return view.residual
