"""What a step did: the equation, the same equation with this step's numbers, and one sentence."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from rcr.explain.compensation import tell_compensation
from rcr.explain.explanation import Explanation
from rcr.explain.recovery import tell_recovery
from rcr.explain.step_words import moved, plain, several, still, value_name, value_of
from rcr.run import Run
from rcr.state import Branch, Exhaust, Gather, Recover, Relax, State
from rcr.text.words import counted

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
            return tell_recovery(run, state, state.parent, state.action)
        case Relax():
            return _relaxing(run, state, state.parent, state.action)
        case Branch() | Gather() | Exhaust():
            return _searching(run, state, state.parent, state.action)
    return tell_compensation(run, state, state.parent)


def _start(run: Run, state: State) -> Explanation:
    relaxed, total = len(state.relaxation.relaxed), len(run.cloned)
    formula = r"\log\theta(x) = \log\theta(x_i) = 0"
    sentence = (
        f"The start: {relaxed:,} of {counted(total, 'equivalence constraint')} relaxed, every "
        "θ is 1, "
        f"and the {value_name(run, state)} is {plain(value_of(state))}."
    )
    return Explanation("relax", formula, "", sentence)


def _relaxing(run: Run, state: State, parent: State, action: Relax) -> Explanation:
    indices = run.cloned.indices(action.constraints)
    now = (
        moved(value_of(parent), value_of(state))
        if run.settings.upper_bound
        else f"is now {plain(value_of(state))}"
    )
    sentence = (
        f"Relaxed {several(run, indices)} again, with the θ from before: the "
        f"{value_name(run, state)} {now}{still(run, state)}."
    )
    return Explanation("relax", "", "", sentence)


def _searching(
    run: Run, state: State, parent: State, action: Branch | Gather | Exhaust
) -> Explanation:
    if isinstance(action, Exhaust):
        ended = "to the end" if state.certificate is not None else "until its work was done"
        sentence = (
            f"Searched {ended}: variables are fixed one after the other, independent parts each on "
            f"their own, and whatever bounds from tables of {action.entries:,} entries rule out is "
            f"left out; {action.work:,} entries were looked up, and the upper bound "
            f"{moved(parent.upper, state.upper)}{still(run, state)}."
        )
        return Explanation(action.verb, "", "", sentence)
    variable = run.model.variables[action.variable]
    if isinstance(action, Branch):
        sentence = (
            f"Branched on {variable.name} = {variable.states[action.value]}: only assignments with "
            f"it count from here on, the clones of {variable.name} are fixed to the same state and "
            f"lose nothing, and the upper bound of this branch "
            f"{moved(parent.upper, state.upper)}{still(run, state)}."
        )
    else:
        sentence = (
            f"Gathered the branches on {variable.name}: every assignment lies in one of them, so "
            f"the largest of their bounds holds for all, and the upper bound "
            f"{moved(parent.upper, state.upper)}{still(run, state)}."
        )
    return Explanation(action.verb, "", "", sentence)
