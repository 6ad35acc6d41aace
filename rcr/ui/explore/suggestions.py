"""What the heuristics would recover at a state, asked once while the run keeps its view: a look
ahead may take longer than a click.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from rcr import Run, registry
from rcr.recovery.candidates import Candidates, Group

# relaxed constraints; where there are more, a table of all heuristics does without their looks
# ahead
FAR = 500

_known: WeakKeyDictionary[Candidates, dict[tuple[str, bool], list[Group]]] = WeakKeyDictionary()


def groups(run: Run, recovery: str | None = None) -> list[Group]:
    """What a heuristic (the run's own, with its parameters, if none is named) would recover now,
    best first.
    """
    known = _known.setdefault(run.candidates(), {})
    own = recovery is None
    key = recovery or run.settings.recovery, own
    if key not in known:
        known[key] = run.groups() if own else run.groups(recovery, **hurried(run, key[0]))
    return known[key]


def hurried(run: Run, recovery: str) -> dict[str, int]:
    """The parameters with which a heuristic is asked for a table of all of them."""
    looks = any(p.name == "look_ahead" for p in registry.get("recovery", recovery).parameters)
    return {"look_ahead": 0} if looks and len(run.state.relaxation.relaxed) > FAR else {}


def suggestions(run: Run) -> list[list[str]]:
    """What the run's heuristic would recover next, group by group, as far as it is relaxed."""
    recovered, constraints = run.state.relaxation.recovered, run.cloned.constraints
    return [
        [constraints[k].id for k in group.constraints if not recovered[k]]
        for group in groups(run)[: run.settings.batch]
    ]
