"""Cycle recovery: all missing constraints of a short frustrated cycle at once, chosen by what it
gains per constraint.
"""

from typing import Annotated

import numpy as np

from rcr.recovery.candidates import Candidates, Group
from rcr.recovery.frustration import apart, frustrated_cycles
from rcr.recovery.frustration.cycles import LEAST
from rcr.registry import Between, plugin
from rcr.relaxation import Relaxation
from rcr.state import Recover


@plugin("recovery", batch=1, settle=1e-5)
def cycle(
    here: Candidates,
    *,
    look_ahead: Annotated[
        int, Between(0, 1000, "sweeps for which each candidate is tried before one is chosen")
    ] = 30,
    candidates: Annotated[int, Between(1, 100, "cycles that are tried")] = 10,
    thrift: Annotated[
        float, Between(0, 3, "the gain is divided by the number of constraints to this power")
    ] = 1.5,
) -> list[Group]:
    """Frustrated cycles, each recovered as a whole, by gain per constraint; cycles that no longer
    matter are given up.
    """
    now = here.state.relaxation
    cycles = (
        frustrated_cycles(
            here.engine, here.state.theta.array(), (~now.recovered).astype(float), 0.01
        )
        if here.promising
        else []
    )
    found = {
        tuple(k for k in group.constraints if not now.recovered[k]): group.score
        for group in reversed(cycles)
    }
    found |= {
        (int(k),): float(drop)
        for k, drop in zip(here.relaxed, here.impact, strict=True)
        if drop > LEAST
    }
    groups = sorted(map(Group, found, found.values()), key=lambda g: -g.score)
    if look_ahead > 0 and groups:
        value, _ = here.trial(now.with_cycles(), look_ahead)
        idle = _idle(here, value, look_ahead)
        tried = []
        for group in groups[:candidates]:
            then, entries = here.trial(
                now.with_recovered(np.array(group.constraints)).with_cycles(), look_ahead
            )
            drop = value - then if value > -np.inf else 0.0
            score = min(drop, here.state.gap) / len(group.constraints) ** thrift
            tried.append(
                (
                    -round(float(np.log2(max(score, LEAST))), 1),
                    entries,
                    Group(group.constraints, score, idle),
                )
            )
        groups = [
            group for *_, group in sorted(tried)
        ]  # among nearly equal ones the smallest tables first
    return apart(groups, here.ground) or here.paper_order()[:5]


def _idle(here: Candidates, value: float, sweeps: int) -> tuple[int, ...]:
    """Recovered constraints on loops without which the bound is no higher; each is given up once
    at most.
    """
    now = here.state.relaxation
    kept, tested = now, set()
    path = here.state.path()
    once = {i for s in path if isinstance(s.action, Recover) for i in s.action.relax}
    for k in np.flatnonzero(now.on_loops):
        if not kept.on_loops[k] or now.cloned.constraints[k].id in once:
            continue
        fewer = kept.with_recovered(np.array([k]), False)
        fewer = Relaxation(now.cloned, fewer.on_loops)
        if fewer.recovered.tobytes() not in tested:
            tested.add(fewer.recovered.tobytes())
            if here.trial(fewer.with_cycles(), sweeps)[0] <= value + 1e-6:
                kept = fewer
    return tuple(np.flatnonzero(now.on_loops & ~kept.recovered).tolist())
