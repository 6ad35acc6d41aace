"""What the branches of a state prove together.

Under each state of a variable a branch has a bound of its own: the least upper bound among the
states that belong to it, those that further branches were gathered into included. Every assignment
lies in one of the branches, so the largest of their bounds holds for all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from rcr.state import Branch, State


class Standing(NamedTuple):
    """How far a branch is: its least upper bound, and the state that has it."""

    upper: float
    state: State


class Fork(NamedTuple):
    """A state from which branches on a variable leave, and how far each of them is."""

    above: State
    variable: int
    card: int
    branches: dict[int, Standing]  # by the state of the variable; one not yet begun is missing

    @property
    def upper(self) -> float:
        """What the branches prove together; without one of them no more than the state above."""
        if len(self.branches) < self.card:
            return self.above.upper
        return min(self.above.upper, max(branch.upper for branch in self.branches.values()))


class Gathered(NamedTuple):
    """The bound that all branches have in common, and the best state of theirs."""

    upper: float
    best: State  # it knows the best assignment


def gathered(states: Iterable[State], above: State, variable: int, card: int) -> Gathered | None:
    """The branches on a variable at a state, taken together; None where a branch is missing."""
    fork, best = _walked(_offspring(states), above, variable, card)
    return Gathered(fork.upper, best) if len(fork.branches) == card else None


def forks(states: Iterable[State], state: State) -> list[Fork]:
    """Where branches leave from the states on the path to this one, the latest first."""
    offspring, found = _offspring(states), list[Fork]()
    for above in reversed(state.path()):
        actions = (after.action for after in offspring[above.number])
        for v in dict.fromkeys(a.variable for a in actions if isinstance(a, Branch)):
            card = int(above.relaxation.cloned.ground.card[v])
            found.append(_walked(offspring, above, v, card)[0])
    return found


def _offspring(states: Iterable[State]) -> defaultdict[int, list[State]]:
    found: defaultdict[int, list[State]] = defaultdict(list)
    for state in states:
        if state.parent is not None:
            found[state.parent.number].append(state)
    return found


def _walked(
    offspring: defaultdict[int, list[State]], above: State, variable: int, card: int
) -> tuple[Fork, State]:
    """The branches on a variable at a state, and the state with the best assignment among all."""
    standings: dict[int, Standing] = {}
    best, waiting = above, list[tuple[State, int]]()
    for state in offspring[above.number]:
        if isinstance(state.action, Branch) and state.action.variable == variable:
            waiting.append((state, state.action.value))
    while waiting:
        state, value = waiting.pop()
        best = max(best, state, key=lambda s: s.assignment_value)
        if value not in standings or state.upper <= standings[value].upper:
            standings[value] = Standing(state.upper, state)
        for after in offspring[state.number]:
            # what lies behind another branch counts for its assignment alone
            inside = value if value >= 0 and not isinstance(after.action, Branch) else -1
            waiting.append((after, inside))
    standings.pop(-1, None)
    return Fork(above, variable, card, standings), best
