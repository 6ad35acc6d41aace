"""What the states of a run prove together about the whole model: the bound of its largest open
branch.

What holds for a state holds for the one before it too, since both have the same assignments; but a
branch has only its own, so that branches count once there is one for each state of the variable,
and then the largest of their bounds does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from rcr.state import Branch, State


class Proved:
    """The least upper bound known for each state, from all that came after it.

    States are told one by one, each after its parent.
    """

    def __init__(self, states: Iterable[State] = ()) -> None:
        self.upper = np.inf  # of the whole model
        self.after: dict[int, float] = {}  # the same, once each state had been reached
        self._known: dict[int, float] = {}
        self._branches: dict[tuple[int, int], dict[int, float]] = {}  # by state and variable
        for state in states:
            self.add(state)

    def add(self, state: State) -> None:
        """Another state was reached."""
        for above, bound in self._upwards(state, state.upper):
            if above is not state and bound >= self._known[above.number]:
                break  # nothing new for the states before it
            self._known[above.number] = bound
            match above:
                case State(action=Branch(v, x), parent=State(number=number)):
                    fork = self._branches.setdefault((number, v), {})
                    fork[x] = min(bound, fork.get(x, np.inf))
            if above.parent is None:
                self.upper = bound
        self.after[state.number] = self.upper

    def with_bound(self, state: State, upper: float) -> float:
        """What would hold for the whole model if a state had this upper bound."""
        *_, (_, bound) = self._upwards(state, upper)
        return bound

    def _upwards(self, state: State, bound: float) -> Iterator[tuple[State, float]]:
        """The states from this one to the start, and the bound of each if this one has such one."""
        above: State | None = state
        while above is not None:
            bound = min(bound, self._known.get(above.number, np.inf))
            yield above, bound
            match above:
                case State(action=Branch(v, x), parent=State(number=number)):
                    card = int(above.relaxation.cloned.ground.card[v])
                    fork = self._branches.get((number, v), {})
                    others = [known for value, known in fork.items() if value != x]
                    own = min(bound, fork.get(x, np.inf))
                    bound = max(own, *others) if len(others) == card - 1 else np.inf
            above = above.parent
