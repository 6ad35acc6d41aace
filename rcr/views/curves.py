"""The tree of a run as curves: the path to the current state, and every branch that leaves it or
goes on from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rcr.run.tree import Tree
from rcr.state import State
from rcr.views.history import children, step_label

AXES = {
    "updates": "updates",
    "sweeps": "sweeps",
    "recovered": "equivalence constraints recovered",
    "seconds": "seconds since the start",
    "table_entries": "cost: table entries of the relaxed model",
}
TIME_AXES = ("updates", "sweeps", "seconds")  # axes along which the sweeps inside a step lie too
MAX_POINTS = (
    160  # of the current path, and of all the branches together; a chart is some 400 pixels wide
)
MIN_POINTS = 3  # of a branch, however many there are


@dataclass(frozen=True)
class Point:
    """A state, or a sweep on the way to one, as it stands on the chart."""

    number: int  # the state that a click goes to
    x: float
    now: float | None  # the upper bound of the relaxed model here; none where it has none
    upper: float  # the best so far
    lower: float
    estimate: float | None
    action: str  # what led here; empty for a sweep on the way
    label: str


@dataclass(frozen=True)
class Curve:
    """Points of one branch, the state it leaves from first."""

    current: bool  # the path from the start to the current state
    points: tuple[Point, ...]


def curves(tree: Tree, axis: str = "updates", bounded: bool = True) -> list[Curve]:
    """The branches first and the current path last, so that it is drawn on top.

    ``bounded`` says that the values after each sweep are upper bounds; otherwise only the
    states themselves are shown.
    """
    path = tree.current.path()
    branches = list(_side_branches(tree, {state.number for state in path}))
    room = max(MIN_POINTS, MAX_POINTS // max(len(branches), 1))
    return [
        *(Curve(False, points(branch, axis, bounded, room)) for branch in branches),
        Curve(True, points(path, axis, bounded)),
    ]


def points(
    chain: Sequence[State], axis: str, bounded: bool, room: int = MAX_POINTS
) -> tuple[Point, ...]:
    """States one after the other with the sweeps between them, thinned out evenly to what there is
    room for.
    """
    stride = (
        -(-len(chain) // room) | 1
    )  # odd, so that recoveries and the sweeps that follow them take turns
    kept = [state for i, state in enumerate(chain) if i % stride == 0 or state is chain[-1]]
    sweeps, start = (room - len(kept)) // len(kept) if stride == 1 else 0, chain[0].path()[0]
    found: list[Point] = []
    for i, state in enumerate(kept):
        if i > 0 and sweeps > 0 and bounded and axis in TIME_AXES:
            found += _sweeps(state, kept[i - 1], start, axis, sweeps)
        bounds, label = state.bounds, step_label(state)
        found.append(
            Point(
                state.number,
                _place(state, start, axis),
                bounds.now,
                bounds.upper,
                bounds.lower,
                bounds.estimate,
                state.action.verb,
                label,
            )
        )
    return tuple(found)


def _side_branches(tree: Tree, on_path: set[int]) -> Iterator[list[State]]:
    """The states off the path in chains, each with the state it leaves from; the oldest child goes
    on, others branch off.
    """
    offspring = children(tree)
    starts = [s for born in offspring.values() for s in born if s.number not in on_path]
    continues = {born[0].number for n, born in offspring.items() if n not in on_path}
    for first in starts:
        if first.number in continues or first.parent is None:
            continue
        chain = [first.parent, first]
        while offspring.get(chain[-1].number):
            chain.append(offspring[chain[-1].number][0])
        yield chain


def _place(state: State, start: State, axis: str) -> float:
    """Where a state stands; getting ready does not count, since the first run on a machine
    compiles.
    """
    if axis == "recovered":
        return state.relaxation.count
    return state.seconds - start.seconds if axis == "seconds" else getattr(state, axis)


def _sweeps(state: State, parent: State, start: State, axis: str, room: int) -> Iterator[Point]:
    """The sweeps inside an action: the bounds after each; the assignment behind the lower bound is
    read off at the end.
    """
    size = len(state.relaxation.relaxed)
    inside = len(state.curve) - (
        state.cursor == 0
    )  # after the last one, if it is whole, comes the state itself
    upper, stride = parent.upper, -(-max(inside, 1) // room)
    for i in range(inside):
        upper = min(upper, float(state.curve[i]))
        if i % stride:
            continue
        done = size - parent.cursor + i * size
        share = done / max(state.updates - parent.updates, 1)
        seconds = parent.seconds - start.seconds + share * (state.seconds - parent.seconds)
        x = {"updates": parent.updates + done, "sweeps": parent.sweeps + i + 1, "seconds": seconds}[
            axis
        ]
        yield Point(
            state.number,
            x,
            float(state.curve[i]),
            upper,
            parent.lower,
            None,
            "",
            f"after {i + 1:,} of {len(state.curve):,} sweeps",
        )
