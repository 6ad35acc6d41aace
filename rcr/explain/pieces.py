"""Where the bound comes from: the pieces of a relaxed model, whose own best values add up to it.

A piece is a part of the relaxed model that shares no variable and no clone with the rest. Each
takes its own best assignment, or its own sum, so the value of the whole is the sum of theirs. An
assignment of the original model gives every clone the state of its variable; there θ(x)θ(x_i) = 1
cancels, so the pieces' values at it add up to its value, and no piece is worth more there than at
its own best. What the pieces lose by agreeing is the gap between the bounds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.explain.valuation import valuation
from rcr.machine.once import once
from rcr.run import Run
from rcr.state import State
from rcr.text.words import counted

MAX_NAMED_NODES = 6  # of a piece, that are named with their states
ROUNDING_DECIMALS = 9  # differences beyond them put no piece before another


@dataclass(frozen=True, eq=False)
class Piece:
    """One piece: its variables, its clones (by constraint) and its factors over two or more."""

    index: int
    variables: np.ndarray
    clones: np.ndarray
    factors: np.ndarray  # as the model numbers them
    value: float  # its own best log value, or its log partition function; θ included
    reached: float  # its log value at the best assignment known, every clone like its variable
    excess: float  # what it loses by agreeing: the difference of the two
    chosen: str  # its own best assignment in words, or what it sums over


@dataclass(frozen=True, eq=False)
class Pieces:
    """All pieces at a state, as arrays with one entry for each; ``constant`` belongs to none.

    ``correction`` is what an estimate leaves out; it is zero where the value is a bound.
    """

    state: State
    sums: bool
    values: np.ndarray
    reached: np.ndarray
    variable_piece: np.ndarray  # the piece of each variable
    factor_piece: np.ndarray  # of each factor over two or more variables, and so of its clones
    constant: float
    correction: float

    def __len__(self) -> int:
        return len(self.values)

    @property
    def total(self) -> float:
        """What the values add up to: the bound now, or the estimate."""
        return float(self.values.sum()) + self.constant + self.correction

    @once
    def excess(self) -> np.ndarray:
        """What each piece loses where all agree on the best assignment known."""
        same = self.values == self.reached  # two impossible ones lose nothing
        return np.where(same, 0.0, self.values - np.where(same, 0.0, self.reached))

    @once
    def telling(self) -> np.ndarray:
        """The pieces in the order worth telling: what loses most first, then the largest."""
        return np.lexsort((-np.abs(self.values), -np.round(self.excess, ROUNDING_DECIMALS)))

    def piece(self, index: int) -> Piece:
        cloned = self.state.relaxation.cloned
        inside = self.factor_piece[cloned.ground.con_factor] == index
        variables = np.flatnonzero(self.variable_piece == index)
        clones = np.flatnonzero(inside & ~self.state.relaxation.recovered)
        return Piece(
            index=index,
            variables=variables,
            clones=clones,
            factors=np.unique([cloned.constraints[k].factor for k in np.flatnonzero(inside)]),
            value=float(self.values[index]),
            reached=float(self.reached[index]),
            excess=float(self.excess[index]),
            chosen=self._chosen(variables, clones),
        )

    def _chosen(self, variables: np.ndarray, clones: np.ndarray) -> str:
        """The states that the piece takes at its own best; of a large one, its size."""
        cloned, states = self.state.relaxation.cloned, self.state.relaxed_assignment
        if len(variables) + len(clones) > MAX_NAMED_NODES:
            sizes = ((len(variables), "variable"), (len(clones), "clone"))
            return " and ".join(counted(size, what) for size, what in sizes if size)
        known, n = cloned.model.variables, len(self.variable_piece)
        named = {known[v].name: known[v].states[states[v]] for v in variables}
        for c in (cloned.constraints[k] for k in clones):
            variable = known[c.variable]
            named[f"{variable.name}_{c.factor}"] = variable.states[states[n + c.index]]
        if self.sums:
            return f"all states of {', '.join(named)}"
        return ", ".join(f"{name} = {state}" for name, state in named.items())


def pieces(run: Run, state: State | None = None) -> Pieces:
    """The pieces of the relaxed model at a state of a run (the current one if none is given)."""
    state = state or run.state
    relaxation, theta = state.relaxation, state.theta.array()
    ground, tree = relaxation.cloned.ground, run.clique_tree(relaxation)
    forest, values = tree.plan.forest, tree.work(theta).value.copy()
    variable_piece, factor_piece = (forest.component[c] for c in (forest.top, forest.factor_clique))
    agreeing = np.concatenate([state.assignment, state.assignment[ground.con_var]])
    worth, reached = valuation(relaxation, theta, agreeing), np.zeros(len(values))
    np.add.at(reached, variable_piece, worth.variables)
    np.add.at(reached, factor_piece, worth.factors)
    np.add.at(reached, variable_piece[ground.con_var[relaxation.relaxed]], worth.theta)
    np.add.at(reached, factor_piece[ground.con_factor[relaxation.relaxed]], worth.clone_theta)
    estimate = state.bounds.estimate
    return Pieces(
        state=state,
        sums=run.settings.sums,
        values=values,
        reached=reached,
        variable_piece=variable_piece,
        factor_piece=factor_piece,
        constant=relaxation.cloned.constant,
        correction=0.0 if estimate is None or np.isinf(estimate) else estimate - state.value,
    )
