"""model-split: belief propagation on the decomposed model, iterative joingraph propagation after
recovery (Theorem 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rcr.compensation.equation import Equation, Update
from rcr.compensation.latex import lines, minus, number, shown, state_lines
from rcr.compensation.rule import rule
from rcr.compensation.scheme import Scheme, Stride, scheme
from rcr.compiled import kernel
from rcr.engines.junction_tree.messages import reduce
from rcr.registry import Between
from rcr.relaxation import Relaxation


@kernel
def _normalise(theta: np.ndarray, d: int, sums: bool) -> None:
    shift = reduce(theta, 0, d, sums)
    if shift > -np.inf:
        for x in range(d):
            theta[x] -= shift


@rule
def splitting(
    pair: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    joint: bool,
    d: int,
    theta: np.ndarray,
    clone: np.ndarray,
    sums: bool,
    amount: float,
    spare: np.ndarray,
) -> None:
    """Theorem 1: θ(x) ∝ Z(x_i)/θ(x_i) and θ(x_i) ∝ Z(x)/θ(x), in the log domain, damped towards
    the old values.
    """
    if joint:
        for y in range(d):
            for x in range(d):
                spare[x] = pair[x * d + y] + theta[x]
            right[y] = reduce(spare, 0, d, sums)
        for x in range(d):
            for y in range(d):
                spare[y] = pair[x * d + y] + clone[y]
            left[x] = reduce(spare, 0, d, sums)
    for x in range(d):
        for side, new in ((theta, right[x]), (clone, left[x])):
            old = side[x]
            blend = amount > 0.0 and old > -np.inf and new > -np.inf
            side[x] = (1.0 - amount) * new + amount * old if blend else new
    _normalise(theta, d, sums)
    _normalise(clone, d, sums)


@scheme(tasks=("mpe", "z"), upper_bound=False, monotone=False)
@dataclass(frozen=True, kw_only=True)
class ModelSplit(Scheme):
    """Belief propagation, and joingraph propagation after recovery: an estimate, not a bound."""

    rule = splitting
    damping: Annotated[
        float,
        Between(0, 0.99, "share of the old message that is kept; helps where it does not converge"),
    ] = 0.0

    @property
    def stride(self) -> Stride:
        return Stride(self.damping)

    def equation(self, update: Update, states: tuple[str, ...]) -> Equation:
        """Theorem 1, Eq. (1), in logs; with damping λ the old value keeps the share λ."""
        m, share = update.measure, update.amount
        new, old = (rf"{1 - share:g}\,", rf" + {share:g}\,\log\theta") if share else ("", "")
        formula = lines(
            [
                rf"\log\theta(x) &= "
                rf"{new}\log\frac{{{m}(x_i)}}{{\theta(x_i)}}{old + '(x)' if share else ''} + "
                rf"\log\alpha",
                rf"\log\theta(x_i) &= "
                rf"{new}\log\frac{{{m}(x)}}{{\theta(x)}}{old + '(x_i)' if share else ''} + "
                rf"\log\alpha'",
            ]
        )
        mine, clone = update.without_own(update.before)
        rows = []
        for x, name in shown(states):
            for side, sign, source in ((0, "", clone[x]), (1, "_i", mine[x])):
                was, now = update.before[side, x], update.after[side, x]
                blended = share and was > -np.inf and source > -np.inf
                made = (1 - share) * source + share * was if blended else source
                term = (
                    rf"{1 - share:g}\cdot{minus(source)} + {share:g}\cdot{minus(was)}"
                    if blended
                    else number(source)
                )
                scale = rf" - {minus(made - now)}" if made > -np.inf else ""
                rows.append(rf"\log\theta({name}{sign}) &= {term}{scale} = {number(now)}")
        return Equation(
            "model-split (Theorem 1)",
            formula,
            state_lines(rows, states),
            np.zeros_like(update.pair, dtype=bool),
        )

    def known_as(self, relaxation: Relaxation) -> str:
        if relaxation.count == 0:
            return "This is **loopy belief propagation**."
        if relaxation.loops_closed == 0:
            return (
                "This is **iterative joingraph propagation**; with no loop closed it ends "
                "where loopy belief propagation does."
            )
        return "This is **iterative joingraph propagation**."
