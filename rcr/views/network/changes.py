"""What a state changes in the picture: the small part that travels with every click."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rcr.model import ROUNDING_LOGS
from rcr.state import State
from rcr.views.network.picture import Picture

MAX_SHOWN_STATES = 4  # states whose θ a tooltip shows
RELAXED, VIOLATED, RECOVERED, HELD = "-x=|"


@dataclass(frozen=True)
class Changes:
    """What a state changes, edge by edge in the picture's order; ids and names stay with the
    picture.
    """

    look: str  # one sign an edge: relaxed -, relaxed and violated x, recovered =, held |
    suggested: list[list[int]]  # edges by rank; those of one group share it
    touched: list[int]
    marks: list[int]  # the state of each variable, and of each clone in the cut view
    clones: list[int]  # of each relaxed edge: the state of the clone X_i
    theta: list[list[Any]]  # of each relaxed edge: log θ(x), the first few states
    clone_theta: list[list[Any]]  # the same for θ(x_i), where it is not just −log θ(x)
    impact: list[Any]  # of each relaxed edge, if it is known
    marginals: list[
        list[Any]
    ]  # of each variable, the first few states: probabilities, or shares of the best state's value
    sums: bool  # they are probabilities
    fixed: list[str]  # the nodes of the variables that the branch fixes

    def as_data(self) -> dict[str, Any]:
        """For a component: streamlit looks into a list, but not into a tuple, for tables."""
        parts = {
            name: getattr(self, name) for name in self.__dataclass_fields__
        }  # asdict would copy every list
        return {
            name: tuple(part) if isinstance(part, list) else part for name, part in parts.items()
        }


def changes(
    picture: Picture,
    state: State,
    *,
    suggested: Sequence[Sequence[str]] = (),
    touched: Iterable[str] | None = None,
    impact: np.ndarray | None = None,
    marginals: Sequence[np.ndarray] = (),
    sums: bool = False,
    best: bool = False,
) -> Changes:
    """The looks of the edges and the states of the nodes at a state of the run.

    ``suggested`` are groups of constraints, best first; ``touched`` is what the last action
    named, unless given; ``impact`` has one entry for each relaxed constraint, as a Candidates has;
    ``marginals`` are logs, one array for each variable of the model, as an Engine has. The
    variables show the relaxed model's MPE instantiation, or the best assignment found so far.
    """
    relaxation, shown = state.relaxation, picture.constraints
    cloned = relaxation.cloned
    look = np.full(len(cloned), RELAXED)
    look[relaxation.recovered] = RECOVERED
    look[state.violated] = VIOLATED
    look[relaxation.held] = HELD
    position = {edge["id"]: i for i, edge in enumerate(picture.edges)}
    touched = list(state.action.touched) if touched is None else touched
    open_edges = shown[~(relaxation.recovered | relaxation.held)[shown]]
    states = state.relaxed_assignment
    n = len(cloned.model.variables)
    marks = states[picture.marked]
    if best:
        marks = np.where(
            picture.marked < n, state.assignment[np.minimum(picture.marked, n - 1)], marks
        )
    theta, clone_theta = np.split(state.theta.array(), 2)
    mirrored = np.array_equal(clone_theta, -theta)
    return Changes(
        look="".join(look[shown]),
        suggested=[[position[i] for i in group if i in position] for group in suggested],
        touched=[position[i] for i in touched if i in position],
        marks=marks.tolist(),
        clones=states[n + open_edges].tolist(),
        theta=_heads(theta, cloned.ground.theta_ptr, open_edges),
        clone_theta=[] if mirrored else _heads(clone_theta, cloned.ground.theta_ptr, open_edges),
        impact=[]
        if impact is None
        else [_short(x) for x in impact[np.searchsorted(relaxation.relaxed, open_edges)].tolist()],
        marginals=[_shares(marginals[v], sums) for v in picture.marked[picture.marked < n]]
        if marginals
        else [],
        sums=sums,
        fixed=[f"v{v}" for v in state.conditions],
    )


def _heads(theta: np.ndarray, ptr: np.ndarray, edges: np.ndarray) -> list[list[Any]]:
    """The first entries of θ of each of these edges."""
    values, ends = theta.tolist(), np.minimum(ptr[edges + 1], ptr[edges] + MAX_SHOWN_STATES)
    return [
        [_short(x) for x in values[start:end]]
        for start, end in zip(ptr[edges].tolist(), ends.tolist(), strict=True)
    ]


def _shares(logs: np.ndarray, sums: bool) -> list[Any]:
    """Marginals as probabilities, or as shares of the best state's value."""
    values = logs.tolist()  # of a few numbers each, which Python is done with before numpy begins
    total = max(values)
    if total == -math.inf:
        return []
    if sums:
        total += math.log(sum(math.exp(x - total) for x in values))
    return [_short(math.exp(x - total)) for x in values[:MAX_SHOWN_STATES]]


def _short(x: float) -> float | str:
    """A number in as few bytes as a tooltip needs; JSON has no infinities."""
    if math.isinf(x):
        return "∞" if x > 0 else "−∞"
    return float(f"{x:.3g}") if abs(x) > ROUNDING_LOGS else 0
