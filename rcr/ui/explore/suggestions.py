"""What the heuristics would recover at a state, for a table of all of them and for the graph."""

from __future__ import annotations

from rcr import Run, registry
from rcr.recovery.candidates import Group

# Where more are relaxed, a table of all heuristics does without their looks ahead.
MAX_LOOKAHEAD_CONSTRAINTS = 500


def groups(run: Run, recovery: str | None = None) -> list[Group]:
    """What a heuristic (the run's own, with its parameters, if none is named) would recover now,
    best first.
    """
    return run.groups() if recovery is None else run.groups(recovery, **hurried(run, recovery))


def hurried(run: Run, recovery: str) -> dict[str, int]:
    """The parameters with which a heuristic is asked for a table of all of them."""
    looks = any(p.name == "look_ahead" for p in registry.get("recovery", recovery).parameters)
    many = len(run.state.relaxation.relaxed) > MAX_LOOKAHEAD_CONSTRAINTS
    return {"look_ahead": 0} if looks and many else {}


def suggestions(run: Run) -> list[list[str]]:
    """What the run's heuristic would recover next, group by group, as far as it is relaxed."""
    recovered, constraints = run.state.relaxation.recovered, run.cloned.constraints
    return [
        [constraints[k].id for k in group.constraints if not recovered[k]]
        for group in groups(run)[: run.settings.batch]
    ]
