"""What recovering costs: the widest clique of a relaxed model, which the treewidth counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.run import Run
from rcr.state import State


@dataclass(frozen=True, eq=False)
class Clique:
    """Variables and clones (by constraint) that one table of the junction tree must hold
    together.
    """

    variables: np.ndarray
    clones: np.ndarray
    entries: int  # of its table

    @property
    def width(self) -> int:
        """One less than its variables and clones, as the treewidth counts."""
        return len(self.variables) + len(self.clones) - 1


def widest_clique(run: Run, state: State | None = None) -> Clique:
    """The clique that makes the treewidth of a state (the current one if none is given); of
    several, the one with the largest table.
    """
    ground = run.cloned.ground
    forest = run.clique_tree((state or run.state).relaxation).plan.forest
    n, cards = len(ground.card), np.concatenate([ground.card, ground.card[ground.con_var]])
    ends = list(zip(forest.node_ptr[:-1], forest.node_ptr[1:], strict=True))
    sizes = [(j - i, float(np.prod(cards[forest.nodes[i:j]], dtype=np.float64))) for i, j in ends]
    if not sizes:
        nothing = np.zeros(0, dtype=np.int64)
        return Clique(nothing, nothing, 0)
    widest = max(range(len(sizes)), key=lambda c: (sizes[c], -c))
    nodes = np.sort(forest.nodes[slice(*ends[widest])])
    return Clique(nodes[nodes < n], nodes[nodes >= n] - n, int(sizes[widest][1]))
