"""The tree of a run's steps as rows: in words, indented by branch, long stretches of updates
folded into one row.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from rcr.run.tree import Tree
from rcr.search.proved import Proved
from rcr.state import Branch, Compensate, Exhaust, Gather, Recover, Relax, State, Step
from rcr.text.words import counted, listed

MAX_NAMED_CONSTRAINTS = 6  # constraints of one step
FOLDED_UPDATES = 3  # so many updates in a row become one row
UPDATE_ACTIONS = (Step, Compensate)


def step_label(state: State, since: State | None = None, *, aloud: bool = False) -> str:
    """What was done to get to a state from its parent, or (for a stretch of updates) from an
    earlier state; one constraint is called by its id, or as one says it ``aloud``.
    """
    since = since or state.parent
    if since is None:
        return "start"
    action = state.action
    if isinstance(action, Recover | Relax):
        relax = action.relax if isinstance(action, Recover) else ()
        given_up = f" for {listed(relax, MAX_NAMED_CONSTRAINTS)}" if relax else ""
        return f"{action.verb} {_those(state, action.constraints, aloud)}{given_up}"
    if isinstance(action, Branch):
        return f"branch on {condition(state, action)}"
    if isinstance(action, Gather):
        fixed = state.relaxation.cloned.model.variables[action.variable]
        return f"gather the branches on {fixed.name}"
    if isinstance(action, Exhaust):
        return "search all assignments"
    if isinstance(action, Step) and since is state.parent:
        return f"update {_those(state, (action.constraint,), aloud)}"
    updates, sweeps = state.updates - since.updates, state.sweeps - since.sweeps
    whole = since.cursor == state.cursor == 0 and updates == sweeps * len(state.relaxation.relaxed)
    # where one constraint is relaxed, a single update is a sweep as well, but is not called one
    swept = whole and sweeps > 0 and updates > 1
    done = counted(sweeps, "sweep") if swept else counted(updates, "update")
    return f"{done}, settled" if state.settled else done


def _those(state: State, ids: tuple[str, ...], aloud: bool) -> str:
    if aloud and len(ids) == 1:
        cloned = state.relaxation.cloned
        return cloned.said[int(cloned.indices(ids)[0])]
    return listed(ids, MAX_NAMED_CONSTRAINTS)


def condition(state: State, branch: Branch) -> str:
    """What a branch fixes, by its names."""
    fixed = state.relaxation.cloned.model.variables[branch.variable]
    return f"{fixed.name} = {fixed.states[branch.value]}"


def children(tree: Tree) -> dict[int, list[State]]:
    """The states that came from each state, in the order they were made."""
    found: dict[int, list[State]] = defaultdict(list)
    for state in tree.states.values():
        if state.parent is not None:
            found[state.parent.number].append(state)
    return found


def history_rows(tree: Tree) -> list[dict[str, Any]]:
    """One row a step, from the start on; what branches off a step comes right after it, one level
    deeper.

    ``number`` is the state to go to, ``first`` the first state of a folded stretch, and
    ``upper_of_all`` what all states up to it prove about the whole model. A stretch is folded
    where nothing branches off, nothing is named, and the current state is not inside it.
    """
    offspring, path = children(tree), {state.number for state in tree.current.path()}
    proved = Proved(tree.states.values())
    names: dict[int, list[str]] = defaultdict(list)
    for name, number in tree.names.items():
        names[number].append(name)
    keep = {*names, tree.current.number, *(n for n, born in offspring.items() if len(born) > 1)}
    rows, branches = [], 1
    waiting = [
        (tree.states[min(tree.states)], 0, 0)
    ]  # a stack, since a path may be longer than Python's recursion allows
    while waiting:
        first, depth, branch = waiting.pop()
        last = _end_of_stretch(first, offspring, keep)
        rows.append(
            {
                "number": last.number,
                "first": first.number,
                "parent": first.parent.number if first.parent is not None else None,
                "depth": depth,
                "branch": branch,
                "label": step_label(last, first.parent),
                "told": step_label(last, first.parent, aloud=True),
                "now": last.now,
                "upper": last.upper,
                "upper_of_all": proved.after[last.number],
                "lower": last.lower,
                "estimate": last.bounds.estimate,
                "recovered": last.relaxation.count,
                "name": ", ".join(names[last.number]),
                "certified": last.certificate is not None,
                "searched": isinstance(last.action, Gather | Exhaust),
                "on_path": last.number in path,
                "current": last is tree.current,
            }
        )
        following = offspring.get(last.number, [])
        waiting += [(state, depth, branch) for state in following[:1]]
        waiting += [
            (state, depth + 1, branches + i)
            for i, state in reversed(list(enumerate(following[1:])))
        ]
        branches += len(following[1:])
    return rows


def _end_of_stretch(first: State, offspring: dict[int, list[State]], keep: set[int]) -> State:
    """The last state of the stretch of updates that begins here; the state itself where there is
    too little to fold.
    """
    last, length = first, 1
    while isinstance(last.action, UPDATE_ACTIONS) and last.number not in keep:
        following = offspring.get(last.number, [])
        if not following or not isinstance(following[0].action, UPDATE_ACTIONS):
            break
        last, length = following[0], length + 1
    return last if length >= FOLDED_UPDATES else first
