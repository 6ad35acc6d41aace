"""A recovery told: what each constraint alone was to gain, what all gained, and why nothing."""

from __future__ import annotations

import numpy as np

from rcr.compensation.equation import Update
from rcr.compensation.latex import MAX_LINES, lines, minus, number, text
from rcr.explain.explanation import Explanation, PairChange
from rcr.explain.step_words import (
    moved,
    plain,
    several,
    small,
    still,
    value_name,
    value_of,
)
from rcr.model import ROUNDING_LOGS
from rcr.run import Run
from rcr.state import Recover, State


def tell_recovery(run: Run, state: State, parent: State, action: Recover) -> Explanation:
    """Recovering k alone leaves the diagonal of its pair table: the value falls to max_x M(x, x)
    (log Σ exp for Z).
    """
    indices = run.cloned.indices(action.constraints)
    change = _recovered_pair(run, parent, int(indices[0])) if len(indices) == 1 else None
    done = f"Recovered {several(run, indices)}"
    if action.relax:
        done += f" in exchange for {several(run, run.cloned.indices(action.relax))}"
    if not run.settings.upper_bound:
        sentence = (
            f"{done}: the {value_name(run, state)} is now {plain(value_of(state))}; "
            "where there is no bound, no gain can be predicted."
        )
        return Explanation("recover", "", "", sentence, change)
    impact = run.candidates(parent).impact[np.searchsorted(parent.relaxation.relaxed, indices)]
    over, m = (r"\log\sum_x\exp", "Z") if run.settings.sums else (r"\max_x", r"\mathrm{mpe}")
    rows = [
        rf"{text(run.cloned.constraints[k].id)}:\; {number(parent.value)} - "
        rf"{minus(parent.value - drop)} &= {number(drop)}"
        for k, drop in list(zip(indices, impact, strict=True))[:MAX_LINES]
    ]
    return Explanation(
        title="recover",
        formula=rf"\text{{gain}} = \log {m} - {over} M(x,x)",
        numbers=lines(rows, len(indices) - MAX_LINES),
        sentence=f"{done}: {_predicted(impact)}, and it "
        f"{moved(parent.value, state.value)}{_why(run, state, parent)}{still(run, state)}.",
        change=change,
        predicted=float(impact[0]) if len(impact) == 1 else None,
        gained=parent.value - state.value if parent.value > -np.inf else 0.0,
    )


def _predicted(impact: np.ndarray) -> str:
    if len(impact) == 1:
        return f"predicted to lower the upper bound by {small(impact[0])}"
    return (
        "alone, the best of them would lower the upper bound by "
        f"{small(impact.max())} (such gains do not add up)"
    )


def _why(run: Run, state: State, parent: State) -> str:
    """Why a recovery gained nothing: for the MPE problem, one that closes no loop cannot lower the
    optimum of the bound.
    """
    if parent.value - state.value >= ROUNDING_LOGS or parent.value == -np.inf:
        return ""
    if state.relaxation.loops_closed > parent.relaxation.loops_closed:
        return (
            ", because the relaxed model already agreed there at its best; the loop "
            "now closed can still help in the next sweeps"
        )
    if run.settings.sums:
        return ", because all the mass already agreed there"
    it = "it" if state.relaxation.count - parent.relaxation.count == 1 else "they"
    return (
        f", because {it} closed no loop: such a recovery cannot lower the best bound "
        "that compensation can reach"
    )


def _recovered_pair(run: Run, parent: State, k: int) -> PairChange:
    ground, theta = run.cloned.ground, parent.theta.array()
    own = theta[ground.theta_rows(k)]
    pair = run.engine(parent.relaxation).pair_table(theta, k)
    update = Update(
        k=k,
        joint=True,
        sums=run.settings.sums,
        amount=0.0,
        sweep=parent.sweeps,
        pair=pair,
        before=own,
        after=own,
    )
    diagonal = np.diag(pair)
    best = (
        np.isfinite(diagonal)
        if run.settings.sums
        else np.isfinite(diagonal) & (diagonal >= diagonal.max() - ROUNDING_LOGS)
    )
    meaning = "X and its clone agree on the diagonal, which is all that is left of the table"
    return PairChange.of(run, update, np.diag(best), meaning, "pair")
