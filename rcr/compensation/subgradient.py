"""Subgradient descent on the same dual, one constraint at a time with falling steps (section 2 of
the paper).
"""

from typing import Annotated

from rcr.compensation.update import SUBGRADIENT
from rcr.registry import Between, plugin


@plugin("compensation", rule=SUBGRADIENT, tasks=("mpe", "z"), upper_bound=True, monotone=False)
def subgradient(
    *,
    step: Annotated[float, Between(1e-6, 100, "length of the first steps")] = 0.5,
    decay: Annotated[float, Between(0, 1, "steps in sweep t have length step / t^decay")] = 0.5,
) -> tuple[float, float]:
    """Subgradient steps of falling length: a valid upper bound at every moment, but it may rise."""
    return step, decay
