"""Which variable to branch on, and what that gains for its price.

With the other θ as they are, the largest bound among the branches on a variable is the bound that
recovering all its relaxed constraints would give: on either way it takes one and the same state in
every factor. So a branch has an *impact* as a recovery has. They differ in price: recovering makes
one model with larger tables, branching one model for each state with smaller ones.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.engines.junction_tree import JunctionTree, Plan
from rcr.engines.protocol import Engine
from rcr.relaxation import Ground
from rcr.state import State

MAX_LOOKED_AT = 8  # variables whose impact is computed, those that take most off the tables
DISAGREEMENT_WEIGHT = 2.0  # of a variable whose clones disagree with it
IMPACT_WEIGHT = 10.0  # of one whose impact closes the gap, beside all others


class Branching(NamedTuple):
    """A variable to branch on: by how much the bound falls, and the table entries of all branches
    together.
    """

    variable: int
    gain: float
    entries: float

    @property
    def rate(self) -> float:
        """What each table entry gains."""
        return self.gain / self.entries


def gain_rate(before: State, after: State) -> float:
    """What each table entry gains where constraints were recovered, θ as it was."""
    return (before.value - after.value) / max(1, after.table_entries)


def relief(planned: Plan, ground: Ground) -> np.ndarray:
    """For each variable the share of the table entries that go away once it is fixed."""
    forest = planned.forest
    n, cards = len(ground.card), np.concatenate([ground.card, ground.card[ground.con_var]])
    clique = np.repeat(np.arange(len(forest.node_ptr) - 1), np.diff(forest.node_ptr))
    logs = np.bincount(clique, np.log2(cards[forest.nodes]), len(forest.node_ptr) - 1)
    shares = np.exp2(logs - logs.max(initial=0.0))
    shares /= max(1.0, shares.sum())
    own = forest.nodes < n
    inside = forest.nodes[own]
    removed = shares[clique[own]] * (1.0 - 1.0 / ground.card[inside])
    found: np.ndarray = np.bincount(inside, removed, n)
    return found


def impact(state: State, engine: Engine, v: int) -> float:
    """The drop of the value if the best branch on a variable were all there is, θ as it is."""
    ground, theta = state.relaxation.cloned.ground, state.theta.array()
    rows = [row for k in np.flatnonzero(ground.con_var == v) for row in ground.theta_rows(int(k))]
    kept, best = [theta[row] for row in rows], -np.inf
    for x in range(int(ground.card[v])):
        for row, before in zip(rows, kept, strict=True):
            theta[row] = -np.inf
            theta[row[x]] = before[x]
        best = max(best, engine.value(theta))
    return max(0.0, state.value - best) if state.value > -np.inf else 0.0


def branching(
    state: State, tree: JunctionTree, whole: Plan | None = None, most: int = MAX_LOOKED_AT
) -> Branching | None:
    """The variable to branch on; None where every variable is fixed, or alone.

    What it takes off the tables counts once, twice where its clones disagree with it, and up to
    eleven times that as far as its impact goes towards closing the gap. The tables are those of
    the whole model where it is planned, and those at hand otherwise.
    """
    relaxation, ground = state.relaxation, state.relaxation.cloned.ground
    free = np.zeros(len(ground.card), dtype=np.bool_)
    free[ground.con_var[~relaxation.held]] = True
    free &= ground.card > 1
    if not free.any():
        return None
    removed = relief(tree.plan, ground)
    score = (removed if whole is None else relief(whole, ground)) + 1e-9
    score[ground.con_var[state.violated]] *= DISAGREEMENT_WEIGHT
    score[~free] = -1.0
    looked_at = np.argsort(-score, kind="stable")[: min(most, int(free.sum()))]
    gains = np.array([impact(state, tree, int(v)) for v in looked_at])
    gap = state.gap
    closing = np.minimum(1.0, gains / gap if 0.0 < gap < np.inf else 0.0)
    weights = 1.0 + IMPACT_WEIGHT * closing
    best = int(np.argmax(score[looked_at] * weights))
    v = int(looked_at[best])
    left = state.table_entries * (1.0 - min(1.0, float(removed[v])))
    return Branching(v, float(gains[best]), max(1.0, float(ground.card[v]) * left))
