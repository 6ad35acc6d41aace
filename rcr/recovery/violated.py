"""The paper's second heuristic: constraints that the relaxed MPE assignment violates."""

import numpy as np

from rcr.registry import plugin
from rcr.view import View


@plugin("recovery")
def violated(view: View) -> np.ndarray:
    """Constraints whose two ends disagree in the relaxed MPE assignment."""
    return view.violated
