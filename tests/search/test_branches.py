"""Branching: a branch bounds its own assignments, all together bound every one, and a search that
memory forces ends in the same answer.
"""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import Run, generate
from rcr.model import ModelError
from rcr.run.budget import Budget
from rcr.run.file import replay_text, to_dict
from rcr.run.search import Search
from rcr.state import Branch, Exhaust, Gather, Relax
from tests.oracle import exact
from tests.strategies import models


def under(model, conditions) -> float:
    """The best value among the assignments with these states."""
    return exact(model.observe({**model.evidence, **conditions}))


def branchable(run: Run) -> list[int]:
    held, of = run.state.relaxation.held, run.cloned.ground.con_var
    return sorted({int(v) for v in of[~held] if run.model.cards[v] > 1})


@settings(max_examples=60, deadline=None)
@given(model=models(), data=st.data())
def test_a_branch_bounds_its_assignments_and_its_bound_never_rises(model, data) -> None:
    run = Run(model, start=data.draw(st.sampled_from(["decomposed", "forest"])))
    run.sweep()
    while branchable(run) and len(run.state.conditions) < 3:
        v = data.draw(st.sampled_from(branchable(run)))
        before = run.state.upper
        run.condition(v, data.draw(st.integers(0, int(model.cards[v]) - 1)))
        run.sweep(2)
        assert run.state.upper <= before + 1e-9
        assert run.state.upper >= under(model, run.state.conditions) - 1e-9
        assert run.state.lower <= exact(model) + 1e-9
    relaxed = run.state.relaxation.relaxed.tolist()
    if run.state.conditions and relaxed:
        run.recover(relaxed)
        worth = under(model, run.state.conditions)
        assert run.state.value == pytest.approx(worth, abs=1e-9)
        assert run.status == "closed"


@settings(max_examples=60, deadline=None)
@given(model=models(), each=st.sampled_from([None, Exhaust(8, 20)]))
def test_a_search_ends_in_the_exact_answer_and_the_bound_of_all_never_rises(model, each) -> None:
    """Fixing variables is all there is, or next to all: a branch gets a little work of its own."""
    run = Run(model, recovery="auto", at_once=0)
    told = []
    search = Search(run, run.settings, Budget(), lambda _, now: told.append(now))
    search.each = each
    first = run.state
    for _ in search.branches():
        told.append({"upper": run.upper, "lower": search.best})
    state = search.gather()
    assert all(b["upper"] <= a["upper"] + 1e-9 for a, b in pairwise(told))
    assert all(b["lower"] >= a["lower"] for a, b in pairwise(told))
    assert all(now["upper"] >= exact(model) - 1e-9 for now in told)
    assert run.upper == state.upper
    if search.forks:
        assert isinstance(state.action, Gather)
        assert state.status in ("certified", "infeasible")
    assert state.upper >= exact(model) - 1e-9
    assert state.lower == pytest.approx(exact(model), abs=1e-5)
    for after in run.states.values():
        if isinstance(after.action, Gather):
            assert after.upper <= after.parent.upper
            assert after.upper >= under(model, after.conditions) - 1e-9
    path = [s.upper for s in state.path()]
    assert all(b <= a + 1e-9 for a, b in pairwise(path))
    assert state.path()[0] is first or first in state.path()


def test_without_the_memory_the_answer_is_the_same_and_can_be_replayed() -> None:
    model = generate("complete-graph", variables=10, seed=4)
    free = Run(model, recovery="auto")
    free.solve()
    needed = free.exact_cost.bytes
    tight = Run(model, recovery="auto", max_bytes=needed // 6)
    tight.solve()
    assert tight.status == "certified"
    assert tight.state.lower == pytest.approx(free.state.lower, abs=1e-9)
    assert any(isinstance(s.action, Branch | Exhaust) for s in tight.states.values())
    again = replay_text(json.dumps(to_dict(tight)), "a run")
    assert again.difference == 0
    assert again.run.status == "certified"


def test_what_cannot_be_branched_on_or_gathered_is_refused() -> None:
    run = Run(generate("grid", rows=3, cols=3, seed=0))
    with pytest.raises(ModelError, match="branch on the missing"):
        run.gather(4)
    run.condition(4, 0)
    with pytest.raises(ModelError, match="fixed already"):
        run.condition(4, 1)
    own = int(np.flatnonzero(run.cloned.ground.con_var == 4)[0])
    with pytest.raises(ModelError, match="nothing to recover"):
        run.recover([own])
    with pytest.raises(ModelError, match="mpe"):
        Run(run.model, task="z").condition(4, 0)


@pytest.mark.slow
def test_a_branch_that_does_not_fit_gives_up_what_was_recovered_and_is_still_proved() -> None:
    model = generate("grid", rows=10, cols=10, seed=10)
    run = Run(model, recovery="auto", max_bytes=30 << 10)
    run.solve()
    actions = [type(state.action) for state in run.states.values()]
    assert Relax in actions[actions.index(Exhaust) :]
    assert run.status == "certified"
    assert run.state.lower == pytest.approx(Run(model, recovery="auto").solve().lower, abs=1e-9)
