"""The update equations in LaTeX, as the paper writes them and with the numbers of one update."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from rcr.compensation.update import SPLIT, SUBGRADIENT
from rcr.explain.last_update import Update

MOST_LINES = 6  # states whose numbers are written out
SAME = 1e-9


@dataclass(frozen=True, eq=False)
class Equation:
    """An update equation: its name, its LaTeX, the same with numbers, and the entries of the pair
    table that decide it.
    """

    title: str
    formula: str
    numbers: str
    marked: np.ndarray = field(repr=False)  # one bool for each entry of the pair table
    meaning: str  # what the marked entries have in common
    shown: str = "after"  # the table that the marks speak of: A before or after the update


def number(value: float) -> str:
    """A number for LaTeX: four decimals, −∞ as such."""
    if not math.isfinite(value):
        return r"-\infty" if value < 0 else r"\infty"
    return f"{value:.4f}" if abs(value) >= 5e-5 or value == 0 else "0.0000"


def minus(value: float) -> str:
    """A number to be subtracted: in brackets if it is negative."""
    return f"({number(value)})" if value < 0 and number(value) != "0.0000" else number(value)


def text(name: str) -> str:
    """A name as LaTeX text, its special characters escaped."""
    special = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"} | {
        c: "\\" + c for c in "_&%$#{}"
    }
    return r"\text{" + "".join(special.get(c, c) for c in name) + "}"


def lines(rows: Iterable[str], left_out: int = 0) -> str:
    """Lines aligned at their ``&``."""
    more = [rf"&\;\;\vdots\quad\text{{({left_out} more)}}"] if left_out > 0 else []
    return r"\begin{aligned}" + r" \\ ".join([*rows, *more]) + r"\end{aligned}"


def equation(update: Update, rule: int, states: tuple[str, ...]) -> Equation:
    """The equation that made this update."""
    if rule == SPLIT:
        return _model_split(update, states)
    if rule == SUBGRADIENT:
        return _subgradient(update, states)
    if not update.joint:
        return _independent(update, states)
    if len(states) == 2 and update.pair[0, 1] > -np.inf and update.pair[1, 0] > -np.inf:
        return _binary(update, states)
    return _balancing(update, states)


def _measure(update: Update) -> str:
    return "Z" if update.sums else r"\mathrm{mpe}"


def _scheme(update: Update) -> str:
    return "pr-dd" if update.sums else "mpe-dd"


def _shown(states: tuple[str, ...]) -> list[tuple[int, str]]:
    return [(x, text(name)) for x, name in enumerate(states[:MOST_LINES])]


def _off_diagonal(update: Update) -> np.ndarray:
    return ~np.eye(len(update.pair), dtype=bool) & (update.pair > -np.inf)


def _independent(update: Update, states: tuple[str, ...]) -> Equation:
    """Theorem 3, Eq. (3), in logs; c makes θ of the first state 1, which changes nothing since
    θ(x_i) = 1/θ(x).
    """
    m = _measure(update)
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
    for x, name in _shown(states):
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
        f"{_scheme(update)}, X and its clone independent (Theorem 3)",
        formula,
        lines(rows, len(states) - MOST_LINES),
        _off_diagonal(update),
        "each entry now equals its mirror image across the diagonal",
    )


def _binary(update: Update, states: tuple[str, ...]) -> Equation:
    """Theorem 5, Eq. (4), in logs: the two entries in which X and X_i disagree become equal."""
    m, (zero, one) = _measure(update), map(text, states)
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
        f"{_scheme(update)}, X and its clone in one component (Theorem 5)",
        formula,
        made,
        _off_diagonal(update),
        "the two entries in which X and its clone disagree are now equal",
    )


def _balancing(update: Update, states: tuple[str, ...]) -> Equation:
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
    for x, name in _shown(states):
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
        largest = (now >= row[:, None] - SAME) | (now >= column[None, :] - SAME)
    return Equation(
        f"{_scheme(update)}, X and its clone in one component: balancing",
        formula,
        lines(rows, len(states) - MOST_LINES),
        _off_diagonal(update) & (largest | update.sums),
        "off the diagonal, each row now adds up to its column"
        if update.sums
        else "the largest of each row off the diagonal, which equals the largest of the column",
    )


def _same(a: float, b: float) -> bool:
    return a == b or abs(a - b) < 1e-6


def _sides(update: Update, theta: np.ndarray) -> np.ndarray:
    """The reduced rows and columns of A off the diagonal."""
    matrix = np.where(np.eye(len(update.pair), dtype=bool), -np.inf, update.compensated(theta))
    return np.array([update.reduce(matrix, 1), update.reduce(matrix, 0)])


def _model_split(update: Update, states: tuple[str, ...]) -> Equation:
    """Theorem 1, Eq. (1), in logs; with damping λ the old value keeps the share λ."""
    m, share = _measure(update), update.amount
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
    for x, name in _shown(states):
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
        lines(rows, len(states) - MOST_LINES),
        np.zeros_like(update.pair, dtype=bool),
        "",
    )


def _subgradient(update: Update, states: tuple[str, ...]) -> Equation:
    """A step against the subgradient; c makes θ of the first state 1."""
    step, now, total = update.amount, update.compensated(update.before), update.value(update.before)
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
        for x, name in _shown(states)
    ]
    return Equation(
        "subgradient step (section 2)",
        formula,
        lines(rows, len(states) - MOST_LINES),
        marked,
        meaning,
        "before",
    )
