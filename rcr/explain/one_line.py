"""What just happened, in one line: for a projector, and for whoever hears the page read out."""

from __future__ import annotations

import math

from rcr.run import Run
from rcr.state import Branch, Compensate, Exhaust, Gather, Recover, Relax, State, Step
from rcr.text.numbers import fixed
from rcr.text.words import counted

VISIBLE_CHANGE = 5e-4  # changes below this do not show in three decimals


def one_line(run: Run) -> str:
    """The last move, with the compensation that belonged to it, and where the bound went."""
    state = run.state
    move = state
    if isinstance(state.action, Compensate) and state.action.follows and state.parent is not None:
        move = state.parent
    done = _start(run, state) if move.parent is None else _done(run, move, move.parent)
    known = move.parent is not None and move.parent.certificate is not None
    proved = "" if state.certificate is None or known else " Proved: nothing better exists."
    if state.status == "closed" and not known:
        proved = " This branch is closed: it holds nothing better."
    return f"{done}: {_bound(state, move.parent)}.{proved}"


def _start(run: Run, state: State) -> str:
    relaxed = f"{len(state.relaxation.relaxed):,} of {counted(len(run.cloned), 'constraint')}"
    return f"The start, {relaxed} relaxed"


def _done(run: Run, move: State, before: State) -> str:
    match move.action:
        case Recover(constraints=ids):
            return f"Recovered {_those(run, ids)}"
        case Relax(constraints=ids):
            return f"Relaxed {_those(run, ids)}"
        case Branch(variable, value):
            branched = run.model.variables[variable]
            return f"Branched on {branched.name} = {branched.states[value]}"
        case Gather(variable):
            return f"Gathered the branches on {run.model.variables[variable].name}"
        case Exhaust():
            return "Searched all assignments, but for those that bounds rule out"
        case Step(constraint=one):
            return f"Updated {_those(run, (one,))}"
    updates = counted(move.updates - before.updates, "update")
    return f"{updates}, settled" if move.settled else updates


def _those(run: Run, ids: tuple[str, ...]) -> str:
    if len(ids) != 1:
        return counted(len(ids), "constraint")
    [k] = run.cloned.indices(ids)
    return str(run.cloned.said[k])


def _bound(state: State, before: State | None) -> str:
    name = "the upper bound" if state.bounds.estimate is None else "the estimate"
    now, then = _value(state), None if before is None else _value(before)
    if now is None or not math.isfinite(now):
        return f"{name} is not known"
    if then is None or not math.isfinite(then):
        return f"{name} is {fixed(now)}"
    if abs(now - then) < VISIBLE_CHANGE:
        return f"{name} stays at {fixed(now)}"
    return f"{name} {'falls' if now < then else 'rises'} from {fixed(then)} to {fixed(now)}"


def _value(state: State) -> float | None:
    estimate = state.bounds.estimate
    return state.now if estimate is None else estimate
