"""The tree of a run's states: where we are, where we have been, and the names of places."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from rcr.model import ModelError
from rcr.state import Recover, State


class Tree:
    """States by number, the current one, and names for some of them."""

    def __init__(self, start: State) -> None:
        self.states: dict[int, State] = {}
        self.names: dict[str, int] = {}
        self._onward: dict[int, int] = {}  # from each state to the one after it, as last gone
        self._next = 0
        self.add(start)

    def add(self, state: State) -> State:
        """Take a state in under the next number and make it the current one."""
        self.current = replace(state, number=self._next)
        self.states[self._next] = self.current
        self._next += 1
        self._pass_through(self.current)
        return self.current

    def copy(self) -> Tree:
        """A tree with the same states; neither hears of what is done to the other."""
        other = Tree.__new__(Tree)
        other.states, other.names = dict(self.states), dict(self.names)
        other._onward = dict(self._onward)
        other.current, other._next = self.current, self._next
        return other

    def undo(self) -> State:
        """Back to the state that the current one came from."""
        if self.current.parent is None:
            raise ModelError("this is the start; there is nothing to undo")
        self.current = self.current.parent
        return self.current

    def goto(self, where: int | str) -> State:
        """To any state, by its number or by its name."""
        number = self.names.get(where) if isinstance(where, str) else where
        if number not in self.states:
            raise ModelError(f"this run has no state {where!r}")
        self.current = self.states[number]
        for state in self.current.path():
            self._pass_through(state)
        return self.current

    def _pass_through(self, state: State) -> None:
        """Remember that the way led from the state before to this one."""
        if state.parent is not None:
            self._onward[state.parent.number] = state.number

    @property
    def ahead(self) -> State | None:
        """The state after the current one on the way that was gone last, or else its newest one;
        none at the end of a way.
        """
        onward = self.states.get(self._onward.get(self.current.number, -1))
        after = (s for s in reversed(self.states.values()) if s.parent is self.current)
        return onward if onward is not None else next(after, None)

    def redo(self) -> State:
        """To the state ahead."""
        if (ahead := self.ahead) is None:
            raise ModelError("this is the end of the way; there is nothing to do again")
        self.current = ahead
        return ahead

    def name(self, name: str) -> State:
        """Give the current state a name to come back to."""
        self.names[name] = self.current.number
        return self.current

    def delete(self, number: int) -> None:
        """Forget a state and what came from it; a current state among them moves to its parent."""
        doomed = self.states.get(number)
        if doomed is None or doomed.parent is None:
            raise ModelError(
                "the start cannot be deleted" if doomed else f"this run has no state {number}"
            )
        gone = {n for n, state in self.states.items() if doomed in state.path()}
        if self.current.number in gone:
            self.current = doomed.parent
        self.states = {n: state for n, state in self.states.items() if n not in gone}
        self.names = {name: n for name, n in self.names.items() if n not in gone}


def round_ends(state: State) -> list[State]:
    """The last state of each round on the path to a state: before each recovery, and itself."""
    path = state.path()
    return [*(a for a, b in pairwise(path) if isinstance(b.action, Recover)), state]
