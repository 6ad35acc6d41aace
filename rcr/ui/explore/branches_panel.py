"""Branches on values of variables: how far each is, the way to it, what they prove together.

It stands below the tree in the history, which draws them.
"""

from __future__ import annotations

import streamlit as st

from rcr import Run
from rcr.search.branches import Fork, Standing, forks
from rcr.text.numbers import fixed
from rcr.ui.components.graph import Click
from rcr.ui.explore import moves
from rcr.ui.explore.buttons import move_button
from rcr.ui.explore.commands import Condition, Gather, GoTo
from rcr.ui.explore.visit import ExploreVisit
from rcr.ui.explore.words import WORDS
from rcr.ui.visitor import visitor

MAX_FORKS_SHOWN = 3  # of those on the way to the current state, the latest first
MAX_STATES_SHOWN = 8


def branch_on(visit: ExploreVisit, click: Click, *, settle: bool) -> None:
    """A click that chose a state of a variable to branch on; what makes no sense changes nothing,
    since a browser can send what it likes.
    """
    node, state = (*click.constraints, "")[:2]
    if node.startswith("v") and node[1:].isdecimal() and state.isdecimal():
        moves.act(visit, Condition(int(node[1:]), int(state)), settle=settle)


def can_branch(run: Run) -> bool:
    """Whether a branch is a step of this run that is not hidden."""
    steps = run.settings.upper_bound and not run.settings.sums
    return steps and "branches" not in visitor().explore.hidden


def place(run: Run) -> str:
    """Which branch the current state is in, in words, and what all branches prove together;
    nothing outside of all.
    """
    variables = run.model.variables
    conditions = run.state.conditions.items()
    fixes = ", ".join(f"{variables[v].name} = {variables[v].states[x]}" for v, x in conditions)
    return fixes and f"{fixes} (all branches ≤ {fixed(run.upper)})"


def branches_panel(run: Run) -> None:
    """The branches that leave the way to the current state, and a button for each."""
    found = forks(run.states.values(), run.state)
    if not found:
        if can_branch(run):
            st.caption(
                f"No variable is branched on yet. {WORDS['Branch']} Click a variable of the graph."
            )
        return
    for fork in found[:MAX_FORKS_SHOWN]:
        _fork(run, fork)


def _fork(run: Run, fork: Fork) -> None:
    variable, missing = run.model.variables[fork.variable], fork.card - len(fork.branches)
    said = f"together they prove **{fixed(fork.upper)}**"
    if missing:
        said = f"{missing} still to begin; until then {fixed(fork.above.upper)} holds"
    st.markdown(f"**Branches on {variable.name}** at step {fork.above.number}: {said}.")
    key = f"{fork.above.number}-{fork.variable}"
    with st.container(horizontal=True, vertical_alignment="center", key=f"fork-{key}"):
        for x in range(min(fork.card, MAX_STATES_SHOWN)):
            name = f"{variable.name} = {variable.states[x]}"
            _branch(run, fork, x, name, fork.branches.get(x))
        move_button(
            f"Gather {variable.name}",
            Gather(fork.above.number, fork.variable),
            key=f"gather-{key}",
            disabled=missing > 0,
            help=WORDS["Gather"],
            type="primary",
        )


def _branch(run: Run, fork: Fork, x: int, name: str, standing: Standing | None) -> None:
    """The way to a branch: to the state of it that has its best bound, or into it for the first
    time.
    """
    key = f"fork-{fork.above.number}-{fork.variable}-{x}"
    if standing is None:
        command = Condition(fork.variable, x, fork.above.number)
        move_button(f"Branch on {name}", command, key=key)
        return
    closed = ", closed" if standing.state.certificate is not None else ""
    at = standing.state.number
    here = run.state.number == at
    label = f"{name}: {fixed(standing.upper)}{closed}"
    move_button(label, GoTo(at), key=key, disabled=here, help=f"Go to step {at}")
