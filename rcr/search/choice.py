"""Which variable to branch on: one that takes much off the tables of exact inference, and about
which the relaxed model disagrees with itself.
"""

from __future__ import annotations

import numpy as np

from rcr.engines.junction_tree import Plan, plan
from rcr.relaxation import Relaxation
from rcr.state import State


def relief(planned: Plan, relaxation: Relaxation) -> np.ndarray:
    """For each variable the share of the table entries that go away once it is fixed."""
    card, forest = relaxation.cloned.ground.card, planned.forest
    n, cards = len(card), np.concatenate([card, card[relaxation.cloned.ground.con_var]])
    found = np.zeros(n)
    logs = np.log2(cards[forest.nodes])
    sizes = np.array(
        [logs[a:b].sum() for a, b in zip(forest.node_ptr[:-1], forest.node_ptr[1:], strict=True)]
    )
    shares = np.exp2(sizes - sizes.max(initial=0.0))
    for c, share in enumerate(shares / shares.sum()):
        inside = forest.nodes[forest.node_ptr[c] : forest.node_ptr[c + 1]]
        inside = inside[inside < n]
        found[inside] += share * (1.0 - 1.0 / card[inside])
    return found


def branching_variable(state: State) -> int | None:
    """The variable to fix next; None where every variable is fixed, or alone.

    Relief counts once, and once more for a variable whose clones disagree with it.
    """
    relaxation = state.relaxation
    free = np.zeros(len(relaxation.cloned.ground.card), dtype=np.bool_)
    free[relaxation.cloned.ground.con_var[~relaxation.held]] = True
    free &= relaxation.cloned.ground.card > 1
    if not free.any():
        return None
    whole = relaxation.with_all_but_held()
    score = relief(plan(whole), whole) + 1e-9
    score[relaxation.cloned.ground.con_var[state.violated]] *= 2.0
    return int(np.argmax(np.where(free, score, -1.0)))
