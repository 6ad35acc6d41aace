"""The tree of a run's states: where we are, where we have been, and the names of places to come
back to.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rcr.model import ModelError
from rcr.state import State


class History:
    """States by number, the current one, and names for some of them."""

    state: State

    def __init__(self) -> None:
        self.states: dict[int, State] = {}
        self.names: dict[str, int] = {}
        self._count = 0

    def add(self, state: State) -> State:
        """Take a state in and make it the current one."""
        self.states[state.number] = self.state = state
        self._count += 1
        return state

    def undo(self) -> State:
        """Back to the state this one came from."""
        if self.state.parent is None:
            raise ModelError("this is the start; there is nothing to undo")
        self.state = self.state.parent
        return self.state

    def goto(self, where: int | str) -> State:
        """To any state, by its number or by the name of a branch."""
        number = self.names.get(where) if isinstance(where, str) else where
        if number not in self.states:
            raise ModelError(f"this run has no state {where!r}")
        self.state = self.states[number]
        return self.state

    def branch(self, name: str) -> State:
        """Give the current state a name to come back to."""
        self.names[name] = self.state.number
        return self.state

    def delete(self, number: int) -> None:
        """Forget a state and everything that came from it; the current state moves to its parent
        if it goes too.
        """
        doomed = self.states.get(number)
        if doomed is None or doomed.parent is None:
            raise ModelError(
                "the start cannot be deleted" if doomed else f"this run has no state {number}"
            )
        gone = {n for n, state in self.states.items() if doomed in state.path()}
        if self.state.number in gone:
            self.state = doomed.parent
        self.states = {n: state for n, state in self.states.items() if n not in gone}
        self.names = {name: n for name, n in self.names.items() if n not in gone}

    def row(self, state: State) -> dict[str, Any]:
        """A state as one row of the history."""
        return {
            "round": state.rounds,
            "recovered": state.relaxation.count,
            "loops_closed": state.relaxation.loops_closed,
            "upper": state.upper,
            "lower": state.lower,
            "estimate": state.bounds.estimate,
            "sweeps": state.sweeps,
            "updates": state.updates,
            "treewidth": state.treewidth,
            "table_entries": state.table_entries,
            "seconds": state.seconds,
        }

    @property
    def history(self) -> list[dict[str, Any]]:
        """One row a round: the last state before each recovery on the path to the current state,
        and the current state.
        """
        path = self.state.path()
        ends = [a for a, b in pairwise(path) if b.action["do"] == "recover"]
        return [self.row(s) for s in [*ends, self.state]]
