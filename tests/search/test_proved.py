"""What all states prove together: the bound of the largest open branch, never below the truth."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import Run
from rcr.search.proved import Proved
from rcr.state import Branch, State
from tests.oracle import exact
from tests.strategies import models


def by_definition(run: Run, state: State) -> float:
    """The least of a state's own bound, those of the states after it, and, of the branches on a
    variable, the largest.
    """
    found, forks = [state.upper], dict[int, dict[int, list[float]]]()
    for after in run.states.values():
        if after.parent is not None and after.parent.number == state.number:
            bound = by_definition(run, after)
            if isinstance(after.action, Branch):
                of_state = forks.setdefault(after.action.variable, {})
                of_state.setdefault(after.action.value, []).append(bound)
            else:
                found.append(bound)
    for v, branches in forks.items():
        if len(branches) == run.model.cards[v]:
            found.append(max(map(min, branches.values())))
    return min(found)


@settings(max_examples=60, deadline=None)
@given(model=models(), data=st.data())
def test_the_largest_open_branch_bounds_the_model(model, data) -> None:
    run = Run(model)
    for _ in range(data.draw(st.integers(0, 12))):
        run.goto(data.draw(st.sampled_from(sorted(run.states))))
        held, of = run.state.relaxation.held, run.cloned.ground.con_var
        free = sorted({int(v) for v in of[~held] if model.cards[v] > 1})
        if free and data.draw(st.booleans()):
            v = data.draw(st.sampled_from(free))
            above = run.state.number
            for x in range(data.draw(st.integers(1, int(model.cards[v])))):
                run.goto(above)
                run.condition(v, x)
        else:
            run.sweep()
    proved = Proved(run.states.values())
    assert proved.upper == run.upper == by_definition(run, run.states[0])
    assert proved.upper >= exact(model) - 1e-9
    bounds = [proved.after[number] for number in run.states]
    assert all(b <= a for a, b in pairwise(bounds))
    state = run.states[data.draw(st.sampled_from(sorted(run.states)))]
    lower = state.upper - data.draw(st.sampled_from([0.0, 0.5, 100.0]))
    supposed = proved.with_bound(state, lower)
    assert supposed <= proved.upper
    assert proved.upper == run.upper, "a supposition is not kept"
    if not state.conditions:
        assert supposed == pytest.approx(min(proved.upper, lower))
