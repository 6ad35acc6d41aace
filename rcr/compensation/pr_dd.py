"""pr-dd: dual decomposition of the partition function by balancing (Theorems 3 and 5, and beyond
two states).
"""

from __future__ import annotations

from rcr.compensation.balancing import balancing
from rcr.compensation.balancing_equations import balancing_equation
from rcr.compensation.equation import Equation, Update
from rcr.compensation.scheme import Scheme, scheme


@scheme(tasks=("z",), upper_bound=True, monotone=True)
class PrDd(Scheme):
    """Dual decomposition of the partition function: an upper bound that never rises."""

    rule = balancing

    def equation(self, update: Update, states: tuple[str, ...]) -> Equation:
        return balancing_equation(self.name, update, states)
