"""Auto: the fastest way to a certificate known here. Frustrated cycles, many at once, from a
forest that never widens.
"""

from typing import Annotated

import numpy as np

from rcr.engines.junction_tree import plan
from rcr.recovery.candidates import Candidates, Group
from rcr.recovery.frustration import apart, frustrated_cycles
from rcr.registry import Between, plugin

DEAR_SWEEP_ENTRIES = 1_000_000  # of a sweep that is felt
LONG_WAY_ENTRIES = 300_000_000  # gone through after which the way is a long one


@plugin("recovery", start="forest", haste=3e-2, at_once=30.0)
def auto(
    candidates: Candidates,
    *,
    share: Annotated[
        float, Between(0.01, 1, "cycles that promise less than this share of the best one wait")
    ] = 0.02,
    growth: Annotated[
        float,
        Between(1, 1000, "as many at once as let the tables grow by no more than this factor"),
    ] = 4.0,
) -> list[Group]:
    """Frustrated cycles from a forest start; other loops are avoided by exchanging the forest's
    edges.
    """
    now = candidates.state.relaxation
    sweep = candidates.tree.sweep_entries
    spent = sweep * candidates.state.updates / len(candidates.relaxed)
    # exact inference costs hardly more than the next sweep, or less than what was spent without a
    # certificate
    if (sweep > DEAR_SWEEP_ENTRIES and candidates.exact_entries <= growth * sweep) or (
        spent > LONG_WAY_ENTRIES and candidates.exact_entries <= spent
    ):
        return [
            Group(
                tuple(candidates.relaxed.tolist()),
                candidates.state.gap / len(candidates.relaxed) if candidates.promising else 0.0,
            )
        ]
    off_loops = (~now.on_loops).astype(
        float
    )  # an edge of the forest is as dear as a relaxed one: it can be exchanged
    cycles = (
        frustrated_cycles(candidates.tree, candidates.state.theta.array(), off_loops, share)
        if candidates.promising
        else []
    )
    cycles = apart(cycles, candidates.ground)
    room = growth * max(candidates.tree.cost.table_entries, 10_000)
    while cycles:
        then = now.with_cycles([k for group in cycles for k in group.constraints])
        if len(cycles) == 1 or plan(then, candidates.tree.plan).cost.table_entries <= room:
            recover, relax = (
                np.flatnonzero(then.recovered & ~now.recovered),
                np.flatnonzero(now.recovered & ~then.recovered),
            )
            return [Group(tuple(recover.tolist()), cycles[0].score, tuple(relax.tolist()))]
        cycles = cycles[: len(cycles) // 2]
    return candidates.paper_order()[:5]
