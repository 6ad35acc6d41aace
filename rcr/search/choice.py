"""Which variable to branch on: one that takes much off the tables of exact inference, and about
which the relaxed model disagrees with itself.
"""

from __future__ import annotations

import numpy as np

from rcr.engines.junction_tree import Plan, plan, plan_within
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


def entries_of_search(relaxation: Relaxation, max_bytes: int, most: float) -> float:
    """The table entries of exact inference in all branches of the fewest variables, one after the
    other, that have to be fixed before it fits into memory; infinite where that passes ``most``.
    """
    branches, whole = 1.0, relaxation.with_all_but_held()
    card = whole.cloned.ground.card
    while branches <= most:
        fitting = plan_within(whole, max_bytes)
        if fitting is not None:
            return branches * fitting.cost.table_entries
        v = int(np.argmax(relief(plan(whole), whole)))
        if card[v] < 2 or whole.held[whole.cloned.ground.con_var == v].any():
            break
        branches *= float(card[v])
        whole = whole.with_held(v).with_all_but_held()
    return np.inf
