"""Cycle recovery and auto: certified answers that equal exact ones, with fewer recoveries, and
bounds that never rise.
"""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.models.samples import samples
from rcr.run import Run
from rcr.state import Recover
from tests.oracle import exact
from tests.strategies import models, seeds

GROUPS = pytest.mark.parametrize("recovery", ["cycle", "auto"])


@GROUPS
@settings(max_examples=60, deadline=None)
@given(model=models(), number=seeds, at_once=st.sampled_from([0.0, 30.0]))
def test_certified_answers_are_exact_and_the_bound_never_rises(recovery, model, number, at_once):
    run = Run(model, recovery=recovery, seed=number, at_once=at_once)
    run.solve()
    assert run.status in ("certified", "infeasible")
    assert run.state.lower == pytest.approx(exact(model), abs=1e-5)
    uppers = [state.upper for state in run.state.path()]
    assert all(b <= a for a, b in pairwise(uppers))
    assert min(uppers) >= exact(model) - 1e-9


@GROUPS
def test_fewer_loops_than_the_paper_s_order(recovery):
    """Sums over seeds that played no part in choosing the defaults."""
    loops = dict.fromkeys((recovery, "paper"), 0)
    for seed in range(900, 906):
        for name in loops:
            run = Run(grid(rows=6, cols=6, seed=seed), recovery=name, at_once=0)
            run.solve()
            assert run.status == "certified"
            loops[name] += run.state.relaxation.loops_closed
    assert loops[recovery] < loops["paper"]


def test_auto_keeps_the_width_of_its_cycles():
    run = Run(grid(rows=8, cols=8, seed=3), recovery="auto", at_once=0)
    for _ in run.milestones():
        relaxation = run.state.relaxation
        assert relaxation.with_cycles().count == relaxation.count, (
            "loops and a forest, nothing else"
        )
    assert run.status == "certified"
    assert run.state.treewidth <= 4


def test_from_a_forest_a_cycle_is_worth_what_its_recovery_gains():
    """All its constraints but one are bridges of the forest, which the look ahead must leave where
    they are.
    """
    run = Run(samples()["frustrated-grid"].load(), recovery="cycle", start="forest")
    run.converge()
    groups = run.groups(look_ahead=30)
    assert len(groups) > 5
    for group in groups:
        [missing] = group.constraints
        after = run.fork()
        after.recover([missing])
        after.converge()
        assert group.score == pytest.approx(run.state.value - after.state.value, abs=1e-4)
        assert group.score > 0.1
    # the usual look ahead is shorter: it promises no more than that, and chooses the same
    quick = run.groups()
    assert [group.constraints for group in quick] == [group.constraints for group in groups]
    assert all(q.score <= g.score + 1e-9 for q, g in zip(quick, groups, strict=True))


def test_an_exchange_is_one_action_that_can_be_done_again():
    run = Run(grid(rows=6, cols=6, seed=5), recovery="auto", at_once=0)
    run.solve()
    path = run.state.path()
    assert any(getattr(state.action, "relax", ()) for state in path)
    again = Run(grid(rows=6, cols=6, seed=5), recovery="auto", at_once=0)
    for state in path[1:]:
        done = again.act(state.action)
        assert (done.upper, done.lower, done.recovered) == (
            state.upper,
            state.lower,
            state.recovered,
        )


def test_recover_suggested_takes_what_the_heuristic_suggests():
    run = Run(grid(rows=4, cols=4, seed=2), recovery="cycle")
    run.converge()
    suggested = run.suggest()
    run.recover_suggested()
    assert set(suggested) == set(run.state.recovered)


def test_another_heuristic_can_take_a_run_to_its_end():
    run = Run(grid(rows=6, cols=6, seed=5), recovery="paper")
    run.converge()
    run.recover(["c0"])
    run.solve(recovery="auto")
    assert run.status == "certified"
    assert run.settings.recovery == "paper"


def test_auto_goes_exact_where_a_sweep_costs_as_much():
    tables = np.random.default_rng(0).normal(size=(3, 120, 120))
    ring = Model(
        tuple(Variable.numbered(f"x{i}", 120) for i in range(3)),
        tuple(Factor((i, (i + 1) % 3), t) for i, t in enumerate(tables)),
    )
    run = Run(ring, recovery="auto")
    assert run.suggest() == [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    run.solve()
    assert run.state.lower == pytest.approx(exact(ring))


def test_exact_at_once_where_that_costs_a_few_sweeps_and_only_at_the_beginning():
    model = grid(rows=4, cols=4, seed=1)
    run = Run(model, recovery="auto")
    run.solve()
    assert [type(state.action) for state in run.state.path()[1:]] == [Recover]
    assert run.state.relaxation.complete
    assert run.state.lower == pytest.approx(exact(model))
    begun = Run(model, recovery="auto")
    begun.converge()
    begun.solve()
    assert not begun.state.relaxation.complete
    assert begun.state.lower == pytest.approx(exact(model))
