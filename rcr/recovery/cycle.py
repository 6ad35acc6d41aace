"""Cycle recovery: all missing constraints of a short frustrated cycle at once, chosen by what it
gains per constraint.
"""

from typing import Annotated

import numpy as np

from rcr.recovery.candidates import Candidates, Group, Trial
from rcr.recovery.frustration import apart, frustrated_cycles
from rcr.recovery.frustration.cycles import MIN_DROP_LOGS
from rcr.registry import Between, plugin

MIN_PROMISE_SHARE = 0.05  # of the best cycle; what promises less is not tried
MIN_SECOND_SHARE = 0.8  # of the best score that another group reaches to be recovered with it


@plugin("recovery", batch=2, settle=1e-5, scaffold=True)
def cycle(
    here: Candidates,
    *,
    look_ahead: Annotated[
        int, Between(0, 1000, "sweeps for which each candidate is tried before one is chosen")
    ] = 5,
    candidates: Annotated[int, Between(1, 100, "cycles that are tried")] = 15,
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
        groups = _tried(here, groups[:candidates], look_ahead, thrift)
    return _by_round(apart(groups, here.ground), here.state.gap, thrift) or here.paper_order()[:5]


def _tried(here: Candidates, groups: list[Group], look_ahead: int, thrift: float) -> list[Group]:
    """The groups by what they gain in the look-ahead; half way it is left to the better third."""
    value = here.spanned.value(here.state.theta.array())

    def score(group: Group, trial: Trial) -> float:
        drop = value - trial.value if value > -np.inf else 0.0
        return float(min(drop, here.state.gap) / len(group.constraints) ** thrift)

    trials = [(group, here.trial(group.constraints)) for group in groups]
    for _, trial in trials:
        trial.sweep(look_ahead // 2)
    trials.sort(key=lambda one: -score(*one))
    better = -(-len(trials) // 3)
    for _, trial in trials[:better]:
        trial.sweep(look_ahead - look_ahead // 2)
    ranked = []
    for rank, (group, trial) in enumerate(trials):
        gained = score(group, trial)
        # among nearly equal ones the smallest tables first
        level = -round(float(np.log2(max(gained, MIN_DROP_LOGS))), 1)
        ranked.append((rank >= better, level, trial.entries, Group(group.constraints, gained)))
    return [group for *_, group in sorted(ranked)]


def _by_round(groups: list[Group], gap: float, thrift: float) -> list[Group]:
    """The groups that gain much less than the best one wait, and those that gain more than better
    ones leave of the gap.
    """
    found = []
    for group in groups:
        drop = group.score * len(group.constraints) ** thrift
        waits = drop > gap or group.score < MIN_SECOND_SHARE * groups[0].score
        found.append(group._replace(waits=waits))
        gap -= drop
    return found
