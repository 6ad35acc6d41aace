"""The equations of balancing as the paper writes them, and with the numbers of one update."""

from __future__ import annotations

import numpy as np

from rcr.compensation.equation import Equation, Update
from rcr.compensation.latex import lines, minus, number, shown, state_lines, text

TIE_LOGS = 1e-9  # entries whose logs differ by less share the largest value
AGREEMENT_LOGS = 1e-6  # logs of a row and its column that differ by less are told as equal


def balancing_equation(scheme: str, update: Update, states: tuple[str, ...]) -> Equation:
    """The equation that made this update under the scheme of that name."""
    if not update.joint:
        return _independent(scheme, update, states)
    if len(states) == 2 and update.pair[0, 1] > -np.inf and update.pair[1, 0] > -np.inf:
        return _binary(scheme, update, states)
    return _balancing(scheme, update, states)


def _independent(scheme: str, update: Update, states: tuple[str, ...]) -> Equation:
    """Theorem 3, Eq. (3), in logs; c makes θ of the first state 1, which changes nothing since
    θ(x_i) = 1/θ(x).
    """
    m = update.measure
    formula = (
        rf"\log\theta(x) = \tfrac12\left(\log\frac{{{m}(x_i)}}{{\theta(x_i)}} - "
        rf"\log\frac{{{m}(x)}}{{\theta(x)}}\right) - c,"
        r"\qquad \theta(x_i) = \frac{1}{\theta(x)}"
    )
    mine, clone = update.without_own(update.before)
    possible = np.isfinite(mine) & np.isfinite(clone)
    # the constant that brings the equation to the θ that was stored; the same for every possible
    # state
    raw = 0.5 * (np.where(possible, clone, 0.0) - np.where(possible, mine, 0.0))
    c = float((raw - update.after[0])[possible][0]) if possible.any() else 0.0
    rows = []
    for x, name in shown(states):
        if possible[x]:
            made = (
                rf"\tfrac12\left({number(clone[x])} - {minus(mine[x])}\right) - "
                rf"{minus(c)} = {number(update.after[0, x])}"
            )
        else:
            why = r"\quad\text{(impossible on one side: pushed out of the way)}"
            made = number(update.after[0, x]) + why
        rows.append(rf"\log\theta({name}) &= {made}")
    return Equation(
        f"{scheme}, X and its clone independent (Theorem 3)",
        formula,
        state_lines(rows, states),
        update.off_diagonal(),
        "each entry now equals its mirror image across the diagonal",
    )


def _binary(scheme: str, update: Update, states: tuple[str, ...]) -> Equation:
    """Theorem 5, Eq. (4), in logs: the two entries in which X and X_i disagree become equal."""
    m, (zero, one) = update.measure, map(text, states)
    formula = lines(
        [
            r"\log\frac{\theta(x)}{\theta(\bar x)} &= \tfrac12\left("
            rf"\log\frac{{{m}(\bar x, x_i)}}{{\theta(\bar x)\,\theta(x_i)}} - "
            rf"\log\frac{{{m}(x, \bar x_i)}}{{\theta(x)\,\theta(\bar x_i)}}"
            r"\right)",
            r"&= \tfrac12\left(M(\bar x, x_i) - M(x, \bar x_i)\right)",
        ]
    )
    above, below = update.pair[0, 1], update.pair[1, 0]
    ratio = rf"\log\frac{{\theta({one})}}{{\theta({zero})}}"
    made = (
        rf"{ratio} = \tfrac12\left({number(above)} - {minus(below)}\right) = "
        rf"{number(update.after[0, 1] - update.after[0, 0])}"
    )
    return Equation(
        f"{scheme}, X and its clone in one component (Theorem 5)",
        formula,
        made,
        update.off_diagonal(),
        "the two entries in which X and its clone disagree are now equal",
    )


def _balancing(scheme: str, update: Update, states: tuple[str, ...]) -> Equation:
    """More than two states, or zeros: row and column of each state agree off the diagonal
    (Osborne's iteration).
    """
    over = r"\log\sum_{y\ne x}\exp" if update.sums else r"\max_{y\ne x}"
    formula = lines(
        [
            rf"\log\theta(x) &\mathrel{{+}}= \tfrac12\Big({over} A(y,x) - {over} "
            rf"A(x,y)\Big)\text{{ until they agree for each }}x",
            r"A(x,y) &= M(x,y) + \log\theta(x) - \log\theta(y)",
        ]
    )
    sides = [_sides(update, theta) for theta in (update.before, update.after)]
    rows = [r"& \text{row} \mid \text{column of } A \text{, before} \to \text{after}"]
    for x, name in shown(states):
        (row, column), (new_row, new_column) = sides[0][:, x], sides[1][:, x]
        agree = "=" if _same(new_row, new_column) else r"\ne"
        made = (
            rf"{number(row)} \mid {number(column)} \to {number(new_row)} {agree} "
            rf"{number(new_column)}"
        )
        rows.append(
            rf"x={name}:\; & {made},\quad \log\theta({name}) = {number(update.after[0, x])}"
        )
    largest = np.zeros_like(update.pair, dtype=bool)
    if not update.sums:
        now = update.compensated(update.after)
        row, column = sides[1]
        largest = (now >= row[:, None] - TIE_LOGS) | (now >= column[None, :] - TIE_LOGS)
    return Equation(
        f"{scheme}, X and its clone in one component: balancing",
        formula,
        state_lines(rows, states),
        update.off_diagonal() & (largest | update.sums),
        "off the diagonal, each row now adds up to its column"
        if update.sums
        else "the largest of each row off the diagonal, which equals the largest of the column",
    )


def _same(a: float, b: float) -> bool:
    return a == b or abs(a - b) < AGREEMENT_LOGS


def _sides(update: Update, theta: np.ndarray) -> np.ndarray:
    """The reduced rows and columns of A off the diagonal."""
    matrix = np.where(np.eye(len(update.pair), dtype=bool), -np.inf, update.compensated(theta))
    return np.array([update.reduce(matrix, 1), update.reduce(matrix, 0)])
