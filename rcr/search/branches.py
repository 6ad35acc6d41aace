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


class Gathered(NamedTuple):
    """The bound that all branches have in common, and the best state of theirs."""

    upper: float
    best: State  # it knows the best assignment


def gathered(states: Iterable[State], above: State, variable: int, card: int) -> Gathered | None:
    """The branches on a variable at a state, taken together; None where a branch is missing."""
    offspring: defaultdict[int, list[State]] = defaultdict(list)
    for state in states:
        if state.parent is not None:
            offspring[state.parent.number].append(state)
    uppers: dict[int, float] = {}
    best, waiting = above, list[tuple[State, int]]()
    for state in offspring[above.number]:
        if isinstance(state.action, Branch) and state.action.variable == variable:
            waiting.append((state, state.action.value))
    while waiting:
        state, value = waiting.pop()
        best = max(best, state, key=lambda s: s.assignment_value)
        uppers[value] = min(uppers.get(value, state.upper), state.upper)
        for after in offspring[state.number]:
            # what lies behind another branch counts for its assignment alone
            inside = value if value >= 0 and not isinstance(after.action, Branch) else -1
            waiting.append((after, inside))
    uppers.pop(-1, None)
    if len(uppers) < card:
        return None
    return Gathered(min(above.upper, max(uppers.values())), best)
