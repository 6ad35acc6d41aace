"""model-split: belief propagation on the decomposed model, iterative joingraph propagation after
recovery (Theorem 1).
"""

from typing import Annotated

from rcr.compensation.update import SPLIT
from rcr.registry import Between, plugin


@plugin("compensation", rule=SPLIT, tasks=("mpe", "z"), upper_bound=False, monotone=False)
def model_split(
    *,
    damping: Annotated[
        float,
        Between(0, 0.99, "share of the old message that is kept; helps where it does not converge"),
    ] = 0.0,
) -> tuple[float, float]:
    """Belief propagation, and joingraph propagation after recovery: an estimate, not a bound."""
    return damping, 0.0
