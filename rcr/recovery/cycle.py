"""Cycle recovery: all missing constraints of a short frustrated cycle at once, chosen by what it
gains per constraint.
"""

from typing import Annotated

import numpy as np

from rcr.recovery.candidates import Candidates, Group
from rcr.recovery.frustration import apart, frustrated_cycles
from rcr.recovery.frustration.cycles import MIN_DROP_LOGS
from rcr.registry import Between, plugin

MIN_PROMISE_SHARE = 0.05  # of the best cycle; what promises less is not tried


@plugin("recovery", batch=1, settle=1e-5, scaffold=True)
def cycle(
    here: Candidates,
    *,
    look_ahead: Annotated[
        int, Between(0, 1000, "sweeps for which each candidate is tried before one is chosen")
    ] = 5,
    candidates: Annotated[int, Between(1, 100, "cycles that are tried")] = 20,
    thrift: Annotated[
        float, Between(0, 3, "the gain is divided by the number of constraints to this power")
    ] = 1.5,
) -> list[Group]:
    """Frustrated cycles, each recovered as a whole, by gain per constraint."""
    now, theta = here.state.relaxation, here.state.theta.array()
    cycles = []
    if here.promising:
        dear = (~now.recovered).astype(float)
        cycles = frustrated_cycles(here.spanned, theta, dear, MIN_PROMISE_SHARE)
    found = {
        tuple(k for k in group.constraints if not now.recovered[k]): group.score
        for group in reversed(cycles)
    }
    found |= {
        (int(k),): float(drop)
        for k, drop in zip(here.relaxed, here.impact, strict=True)
        if drop > MIN_DROP_LOGS
    }
    groups = sorted(map(Group, found, found.values()), key=lambda g: -g.score)
    if look_ahead > 0 and groups:
        value, tried = here.spanned.value(theta), []
        for group in groups[:candidates]:
            then, entries = here.trial(group.constraints, look_ahead)
            drop = value - then if value > -np.inf else 0.0
            score = min(drop, here.state.gap) / len(group.constraints) ** thrift
            level = -round(float(np.log2(max(score, MIN_DROP_LOGS))), 1)
            tried.append((level, entries, Group(group.constraints, score)))
        # among nearly equal ones the smallest tables first
        groups = [group for *_, group in sorted(tried)]
    return apart(groups, here.ground) or here.paper_order()[:5]
