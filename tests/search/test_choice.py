"""Branching and recovering are two ways to pay for the same gain, and the cheaper one is taken."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import Run, generate
from rcr.engines.junction_tree import plan
from rcr.run import rounds
from rcr.run.budget import Budget
from rcr.run.search import Search
from rcr.search.choice import Branching, branching, gain_rate, impact, relief
from rcr.state import Branch, Recover
from tests.strategies import models


@settings(max_examples=60, deadline=None)
@given(model=models(), data=st.data())
def test_the_impact_of_a_branch_is_that_of_recovering_all_constraints_of_its_variable(
    model, data
) -> None:
    run = Run(model, start=data.draw(st.sampled_from(["decomposed", "forest"])))
    run.sweep(data.draw(st.integers(0, 2)))
    state, of = run.state, run.cloned.ground.con_var
    relaxed = sorted({int(v) for v in of[state.relaxation.relaxed] if model.cards[v] > 1})
    if not relaxed or state.value == -np.inf:
        return
    v = data.draw(st.sampled_from(relaxed))
    found = impact(state, run.clique_tree(state.relaxation), v)
    branches = []
    for x in range(int(model.cards[v])):
        run.goto(state.number)
        branches.append(run.condition(v, x).value)
    assert state.value - found == pytest.approx(max(branches), abs=1e-9)
    run.goto(state.number)
    own = [k for k in state.relaxation.relaxed.tolist() if of[k] == v]
    assert run.recover(own).value == pytest.approx(max(branches), abs=1e-9)


def test_what_a_variable_takes_off_the_tables_is_counted_entry_by_entry() -> None:
    run = Run(generate("grid", rows=3, cols=3, seed=1, states=3), start="forest")
    planned, ground = plan(run.state.relaxation), run.cloned.ground
    cards = [*ground.card, *ground.card[ground.con_var]]
    ends = planned.forest.node_ptr
    cliques = [planned.forest.nodes[a:b] for a, b in pairwise(ends)]
    sizes = [np.prod([cards[node] for node in clique]) for clique in cliques]
    for v, share in enumerate(relief(planned, ground)):
        left = sum(
            size / cards[v] if v in clique else size
            for size, clique in zip(sizes, cliques, strict=True)
        )
        assert share == pytest.approx(1 - left / sum(sizes))


def test_the_variable_with_the_largest_impact_is_chosen_among_equals() -> None:
    run = Run(generate("complete-graph", variables=6, seed=2))
    run.converge()
    tree = run.clique_tree(run.state.relaxation)
    chosen = branching(run.state, tree)
    violated = {int(v) for v in run.cloned.ground.con_var[run.state.violated]}
    among = [impact(run.state, tree, v) for v in violated or range(6)]
    assert chosen.variable in (violated or range(6))
    assert chosen.gain == pytest.approx(max(among))


@pytest.mark.parametrize("price", [1e-9, 1e9])
def test_the_way_that_gains_more_for_each_table_entry_is_taken(monkeypatch, price) -> None:
    run = Run(generate("grid", rows=7, cols=7, seed=0), recovery="auto", at_once=0)
    run.converge()
    assert run.state.certificate is None
    own = branching(run.state, run.clique_tree(run.state.relaxation))
    way = Branching(own.variable, 1.0, price)
    monkeypatch.setattr("rcr.run.search.branching", lambda *given: way)
    search = Search(run, run.settings, Budget())
    next(search.branches())
    taken = next(s for s in run.states.values() if isinstance(s.action, Branch | Recover))
    if price < 1:
        assert taken.action.variable == own.variable
    else:
        assert isinstance(taken.action, Recover)
        assert gain_rate(taken.parent, taken) > way.rate


def test_a_run_branches_where_that_is_cheaper_before_memory_forces_it(monkeypatch) -> None:
    """Every two variables of a complete graph meet in a factor: to recover is dear there."""
    refusals, recover = [], rounds._recover_what_fits

    def watched(*given) -> str:
        refusals.append(recover(*given))
        return refusals[-1]

    monkeypatch.setattr(rounds, "_recover_what_fits", watched)
    run = Run(
        generate("complete-graph", variables=10, states=4, seed=2),
        recovery="auto",
        max_bytes=1 << 18,
    )
    run.solve()
    assert run.status == "certified"
    assert any(isinstance(s.action, Branch) for s in run.states.values())
    assert refusals
    assert not any(refusals)
