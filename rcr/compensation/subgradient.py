"""Subgradient descent on the same dual, one constraint at a time with falling steps (section 2 of
the paper).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from rcr.compensation.equation import Equation, Update
from rcr.compensation.latex import minus, number, shown, state_lines
from rcr.compensation.rule import rule
from rcr.compensation.scheme import Scheme, Stride, scheme
from rcr.engines.junction_tree.messages import reduce
from rcr.registry import Between


@rule
def descending(
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
    """Move θ against 1[X = x] − 1[X_i = x] at the best pair of states (for sums: against Pr(x) −
    Pr(x_i)).
    """
    slope, high, best_x, best_y = d * d, -np.inf, 0, 0
    for x in range(d):
        spare[slope + x] = 0.0
    for x in range(d):
        for y in range(d):
            value = (pair[x * d + y] if joint else left[x] + right[y]) + theta[x] + clone[y]
            spare[x * d + y] = value
            if value > high:
                high, best_x, best_y = value, x, y
    if sums:
        total = reduce(spare, 0, d * d, True)
        if total > -np.inf:
            for x in range(d):
                for y in range(d):
                    p = np.exp(spare[x * d + y] - total)
                    spare[slope + x] += p
                    spare[slope + y] -= p
    elif high > -np.inf:
        spare[slope + best_x] += 1.0
        spare[slope + best_y] -= 1.0
    for x in range(d):
        theta[x] -= amount * spare[slope + x]


@scheme(tasks=("mpe", "z"), upper_bound=True, monotone=False)
@dataclass(frozen=True, kw_only=True)
class Subgradient(Scheme):
    """Subgradient steps of falling length: a valid upper bound at every moment, but it may rise."""

    rule = descending
    step: Annotated[float, Between(1e-6, 100, "length of the first steps")] = 0.5
    decay: Annotated[float, Between(0, 1, "steps in sweep t have length step / t^decay")] = 0.5

    @property
    def stride(self) -> Stride:
        return Stride(self.step, self.decay)

    def equation(self, update: Update, states: tuple[str, ...]) -> Equation:
        """A step against the subgradient; c makes θ of the first state 1."""
        step, now, total = (
            update.amount,
            update.compensated(update.before),
            update.value(update.before),
        )
        marked, share, meaning = np.zeros_like(now, dtype=bool), np.zeros_like(update.before), ""
        slope = r"\Pr(x) - \Pr(x_i)" if update.sums else r"[x = x^\ast] - [x = x_i^\ast]"
        if update.sums and total > -np.inf:
            share = np.exp(update.marginals(update.before) - total)
        elif total > -np.inf:
            best = np.unravel_index(
                int(np.argmax(now)), now.shape
            )  # the first among equals, as the compiled update takes it
            marked[best] = True
            share[[0, 1], best] = 1.0
            meaning = (
                "the best states of X and its clone before the step; where they differ, θ "
                "moves against both"
            )
        formula = (
            rf"\log\theta(x) = \log\theta_{{\text{{old}}}}(x) - s\,\big({slope}\big) - "
            rf"c,\qquad s = {number(step)}"
        )
        moved = update.before[0] - step * (share[0] - share[1])
        c = float(moved[0] - update.after[0, 0])
        rows = [
            rf"\log\theta({name}) &= {number(update.before[0, x])} - "
            rf"{number(step)}\,({number(share[0, x])} - {number(share[1, x])})"
            rf" - {minus(c)} = {number(update.after[0, x])}"
            for x, name in shown(states)
        ]
        return Equation(
            "subgradient step (section 2)",
            formula,
            state_lines(rows, states),
            marked,
            meaning,
            "before",
        )
