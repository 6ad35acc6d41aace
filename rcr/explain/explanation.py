"""What a step did: the equation, the same equation with this step's numbers, and one sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np

from rcr.compensation.equation import Update
from rcr.compensation.latex import MAX_LINES, lines, minus, number, text
from rcr.explain.last_update import last_update
from rcr.run import Run
from rcr.state import Branch, Gather, Recover, Relax, State
from rcr.text.words import counted, listed

ROUNDING = 1e-9  # changes below this are rounding
VISIBLE_CHANGE = 5e-4  # changes below this do not show in four decimals


@dataclass(frozen=True, eq=False)
class PairChange:
    """The pair table of one constraint, and what an update of it changed.

    The rows of θ and of the marginals are X and its clone X_i, all in logs. A is M with θ of
    this constraint.
    """

    constraint: str
    name: str
    states: tuple[str, ...]
    sums: bool
    pair: np.ndarray  # M(x, y)
    compensated_before: np.ndarray  # A(x, y)
    compensated_after: np.ndarray
    marked: (
        np.ndarray
    )  # the entries that decide: those that are balanced now, the best pair, the best agreement
    meaning: str  # what the marked entries have in common
    shown: (
        str  # the table that the marks speak of: A ``before`` or ``after``, or the ``pair`` table M
    )
    theta_before: np.ndarray
    theta_after: np.ndarray
    marginals_before: np.ndarray
    marginals_after: np.ndarray


@dataclass(frozen=True, eq=False)
class Explanation:
    """A step in words and numbers. ``formula`` and ``numbers`` are LaTeX, empty where a step has
    no equation.
    """

    title: str
    formula: str
    numbers: str
    sentence: str
    change: PairChange | None = (
        None  # of the constraint that was updated last, or of the one that was recovered
    )
    predicted: float | None = None  # what recovering one constraint was to gain
    gained: float | None = None  # what a recovery gained at once


_known: WeakKeyDictionary[State, Explanation] = WeakKeyDictionary()


def explain(run: Run, state: State | None = None) -> Explanation:
    """Explain how a state of a run (the current one if none is given) came from its parent."""
    state = state or run.state
    if state not in _known:
        _known[state] = _explain(run, state)
    return _known[state]


def _explain(run: Run, state: State) -> Explanation:
    if state.parent is None:
        return _start(run, state)
    match state.action:
        case Recover():
            return _recovery(run, state, state.parent, state.action)
        case Relax():
            return _relaxing(run, state, state.parent, state.action)
        case Branch() | Gather():
            return _searching(run, state, state.parent, state.action)
    return _compensation(run, state, state.parent)


# -- words ---------------------------------------------------------------------------------------


def _plain(value: float) -> str:
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:.4f}".replace("-", "−")


def _small(value: float) -> str:
    """A difference: four decimals, or its size where they would all be zero."""
    return (
        _plain(value)
        if abs(value) >= VISIBLE_CHANGE or abs(value) < ROUNDING
        else f"{value:.1e}".replace("-", "−")
    )


def _moved(before: float, after: float) -> str:
    if before == after or abs(before - after) < ROUNDING:
        return f"stayed at {_plain(after)}"
    verb = "fell" if after < before else "rose"
    if not (math.isfinite(before) and math.isfinite(after)):
        return f"{verb} from {_plain(before)} to {_plain(after)}"
    difference = abs(after - before)
    earlier = f", from {_plain(before)}" if difference >= VISIBLE_CHANGE else ""
    return f"{verb} by {_small(difference)}{earlier} to {_plain(after)}"


def _still(run: Run, state: State) -> str:
    """A value may lie above a bound that was reached before: after relaxing again, and under
    schemes that are not monotone.
    """
    above = run.settings.upper_bound and state.value > state.upper + ROUNDING
    return f"; the best upper bound so far is still {_plain(state.upper)}" if above else ""


def _called(run: Run, k: int) -> str:
    constraint = run.cloned.constraints[k]
    return f"{constraint.id} ({constraint.name})"


def _several(run: Run, indices: np.ndarray) -> str:
    return listed([_called(run, k) for k in indices], MAX_LINES)


# -- compensation --------------------------------------------------------------------------------


def _compensation(run: Run, state: State, parent: State) -> Explanation:
    update = last_update(run, state)
    if update is None and state.updates == parent.updates:
        return Explanation(
            "compensate",
            "",
            "",
            "Nothing was updated: no constraint is relaxed, so there is nothing to compensate for.",
        )
    if update is None:
        sentence = (
            f"{_through(run, state, parent)}{_still(run, state)}. To see the numbers "
            "of an update, make one."
        )
        return Explanation("compensate", "", "", sentence)
    states = run.model.variables[run.cloned.constraints[update.k].variable].states
    made = run.settings.compensation.equation(update, states)
    change = _pair_change(run, update, made.marked, made.meaning, made.shown)
    return Explanation(
        made.title, made.formula, made.numbers, _update_sentence(run, state, parent, update), change
    )


def _pair_change(
    run: Run, update: Update, marked: np.ndarray, meaning: str, shown: str
) -> PairChange:
    constraint = run.cloned.constraints[update.k]
    return PairChange(
        constraint=constraint.id,
        name=constraint.name,
        states=run.model.variables[constraint.variable].states,
        sums=update.sums,
        pair=update.pair,
        compensated_before=update.compensated(update.before),
        compensated_after=update.compensated(update.after),
        marked=marked,
        meaning=meaning,
        shown=shown,
        theta_before=update.before,
        theta_after=update.after,
        marginals_before=update.marginals(update.before),
        marginals_after=update.marginals(update.after),
    )


def _update_sentence(run: Run, state: State, parent: State, update: Update) -> str:
    one = state.updates - parent.updates == 1
    subject = (
        f"The update of {_called(run, update.k)}"
        if one
        else f"the last, of {_called(run, update.k)},"
    )
    what, earlier, now = _bound(run, state, update)
    done = (
        f"{subject} {_theta_moved(run, update)}, and the {what} "
        f"{_moved(earlier, now)}{_still(run, state)}."
    )
    return done if one else f"{_through(run, state, parent)}; {done}"


def _through(run: Run, state: State, parent: State) -> str:
    """What many updates did to the value."""
    what = _value_name(run, state)
    before = (
        _value(parent)
        if (parent.bounds.estimate is None) == (state.bounds.estimate is None)
        else None
    )
    through = (
        _moved(before, _value(state)) if before is not None else f"is now {_plain(_value(state))}"
    )
    return f"In {counted(state.updates - parent.updates, 'update')} the {what} {through}"


def _bound(run: Run, state: State, update: Update) -> tuple[str, float, float]:
    """What the value is called, and the value just before and after the last update."""
    before, after = update.value(update.before), state.value
    if run.settings.upper_bound:
        return "upper bound", before, after
    estimate = state.bounds.estimate
    if estimate is None or not math.isfinite(estimate):
        return "estimate", estimate or after, estimate or after
    # the estimate leaves out log Σ θ(x)θ(x_i) (max for MPE) of every constraint, and only this
    # one's changed
    own = [float(update.reduce(theta[0] + theta[1])) for theta in (update.before, update.after)]
    return (
        "estimate",
        estimate + (before - own[0]) - (update.value(update.after) - own[1]),
        estimate,
    )


def _theta_moved(run: Run, update: Update) -> str:
    """The state whose θ moved most."""
    old, new = update.before[0], update.after[0]
    moved = np.where(
        old == new, 0.0, np.abs(np.where(old == new, 0.0, new) - np.where(old == new, 0.0, old))
    )
    x = int(np.argmax(moved))
    if moved[x] < ROUNDING:
        return "left θ where it was"
    state = run.model.variables[run.cloned.constraints[update.k].variable].states[x]
    how = f"from {_plain(old[x])}" if moved[x] >= VISIBLE_CHANGE else f"by {_small(moved[x])}"
    return f"moved log θ({state}) {how} to {_plain(new[x])}"


# -- start, recover, relax -----------------------------------------------------------------------


def _value_name(run: Run, state: State) -> str:
    return (
        "upper bound"
        if run.settings.upper_bound
        else "exact value"
        if state.bounds.estimate is None
        else "estimate"
    )


def _value(state: State) -> float:
    return state.value if state.bounds.estimate is None else state.bounds.estimate


def _start(run: Run, state: State) -> Explanation:
    relaxed, total = len(state.relaxation.relaxed), len(run.cloned)
    formula = r"\log\theta(x) = \log\theta(x_i) = 0"
    sentence = (
        f"The start: {relaxed:,} of {counted(total, 'equivalence constraint')} relaxed, every "
        "θ is 1, "
        f"and the {_value_name(run, state)} is {_plain(_value(state))}."
    )
    return Explanation("relax", formula, "", sentence)


def _relaxing(run: Run, state: State, parent: State, action: Relax) -> Explanation:
    indices = run.cloned.indices(action.constraints)
    moved = (
        _moved(_value(parent), _value(state))
        if run.settings.upper_bound
        else f"is now {_plain(_value(state))}"
    )
    sentence = (
        f"Relaxed {_several(run, indices)} again, with the θ from before: the "
        f"{_value_name(run, state)} {moved}{_still(run, state)}."
    )
    return Explanation("relax", "", "", sentence)


def _searching(run: Run, state: State, parent: State, action: Branch | Gather) -> Explanation:
    variable = run.model.variables[action.variable]
    if isinstance(action, Branch):
        sentence = (
            f"Branched on {variable.name} = {variable.states[action.value]}: only assignments with "
            f"it count from here on, the clones of {variable.name} are fixed to the same state and "
            f"lose nothing, and the upper bound of this branch "
            f"{_moved(parent.upper, state.upper)}{_still(run, state)}."
        )
    else:
        sentence = (
            f"Gathered the branches on {variable.name}: every assignment lies in one of them, so "
            f"the largest of their bounds holds for all, and the upper bound "
            f"{_moved(parent.upper, state.upper)}{_still(run, state)}."
        )
    return Explanation(action.verb, "", "", sentence)


def _recovery(run: Run, state: State, parent: State, action: Recover) -> Explanation:
    """Recovering k alone leaves the diagonal of its pair table: the value falls to max_x M(x, x)
    (log Σ exp for Z).
    """
    indices = run.cloned.indices(action.constraints)
    change = _recovered_pair(run, parent, int(indices[0])) if len(indices) == 1 else None
    done = f"Recovered {_several(run, indices)}"
    if action.relax:
        done += f" in exchange for {_several(run, run.cloned.indices(action.relax))}"
    if not run.settings.upper_bound:
        sentence = (
            f"{done}: the {_value_name(run, state)} is now {_plain(_value(state))}; "
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
        f"{_moved(parent.value, state.value)}{_why(run, state, parent)}{_still(run, state)}.",
        change=change,
        predicted=float(impact[0]) if len(impact) == 1 else None,
        gained=parent.value - state.value if parent.value > -np.inf else 0.0,
    )


def _predicted(impact: np.ndarray) -> str:
    if len(impact) == 1:
        return f"predicted to lower the upper bound by {_small(impact[0])}"
    return (
        "alone, the best of them would lower the upper bound by "
        f"{_small(impact.max())} (such gains do not add up)"
    )


def _why(run: Run, state: State, parent: State) -> str:
    """Why a recovery gained nothing: for the MPE problem, one that closes no loop cannot lower the
    optimum of the bound.
    """
    if parent.value - state.value >= ROUNDING or parent.value == -np.inf:
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
        else np.isfinite(diagonal) & (diagonal >= diagonal.max() - ROUNDING)
    )
    meaning = "X and its clone agree on the diagonal, which is all that is left of the table"
    return _pair_change(run, update, np.diag(best), meaning, "pair")
