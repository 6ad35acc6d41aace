"""The panel with the last step: one sentence, the equation, the same with this step's numbers, and
the pictures.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.explain import explain
from rcr.explain.forbidden import forbidden
from rcr.explain.step_words import plain
from rcr.state import Compensate, Recover, Relax, State
from rcr.text.words import counted
from rcr.ui.components.drawing import drawing
from rcr.views.forbidden import draw_forbidden
from rcr.views.step import draw_step


def step_panel(run: Run) -> None:
    """What happened last; of a click and the compensation that followed it, the click."""
    change = _change_before(run.state)
    told = explain(run, change)
    words = [f"**{told.title}.** {told.sentence}{_afterwards(run.state, change)}"]
    words += [f"$$\n{latex}\n$$" for latex in (told.formula, told.numbers) if latex]
    st.markdown("\n\n".join(words))  # one element: each costs time on the server and in the browser
    state = change or run.state
    if told.change is None:
        return
    if isinstance(state.action, Recover) and state.parent is not None:
        drawing(draw_forbidden(forbidden(run, told.change.constraint, state.parent)), key="step")
    else:
        drawing(draw_step(told.change), key="step")


def _change_before(state: State) -> State | None:
    """What a click led to, if this state is the compensation that came with it; to the visitor the
    two are one step.
    """
    return state.parent if isinstance(state.action, Compensate) and state.action.follows else None


def _afterwards(state: State, change: State | None) -> str:
    """What the compensation that followed a click came to."""
    if change is None or change.parent is None or state.updates == change.updates:
        return ""
    estimate = state.bounds.estimate
    updates = counted(state.updates - change.updates, "update")
    if estimate is not None or isinstance(change.action, Relax):
        return f" After {updates} it is **{plain(state.value if estimate is None else estimate)}**."
    gain = plain(change.parent.value - state.value)
    return f" With the {updates} that followed, the gain is **{gain}**."
