"""A sweeper: however its updates are cut into stretches, the numbers are the same."""

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import generate
from rcr.compensation import sweep, tree_sweep
from rcr.compensation.method import NEVER_SETTLED, Limits, Method, Progress
from rcr.compensation.plain_sweep import PlainSweep
from rcr.compensation.sweep import Sweeper
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.junction_tree import engine as junction_tree
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Settings
from tests.strategies import relaxations

SCHEMES = [("mpe-dd", "mpe"), ("pr-dd", "z"), ("model-split", "z"), ("subgradient", "mpe")]


def grid_sweeper(scheme="mpe-dd", task="mpe"):
    cloned = ClonedModel(generate("grid", rows=3, cols=3, states=3, seed=1))
    chosen = Settings(scheme=scheme, task=task)
    engine = JunctionTree(Relaxation.decomposed(cloned), chosen.sums)
    return Sweeper(engine, chosen.compensation, cloned.ground.no_theta()), engine


@pytest.mark.parametrize(("scheme", "task"), SCHEMES)
def test_stretches_of_any_length_lead_to_the_same_numbers(scheme, task):
    (one, engine), (many, _) = grid_sweeper(scheme, task), grid_sweeper(scheme, task)
    order = engine.relaxation.relaxed
    one.advance(order, 5 * len(order) + 3)
    while many.updates < one.updates:
        many.advance(order, min(2, one.updates - many.updates))
    assert (one.value, one.cursor, one.sweeps, one.curve) == (
        many.value,
        many.cursor,
        many.sweeps,
        many.curve,
    )
    assert (one.cursor, one.sweeps, len(one.curve)) == (3, 5, 5)
    np.testing.assert_array_equal(one.theta, many.theta)
    assert one.value == pytest.approx(engine.value(one.theta), abs=1e-9)


def test_more_sweeps_than_a_call_can_write_down_are_all_in_the_curve(monkeypatch):
    whole, engine = grid_sweeper()
    monkeypatch.setattr(sweep, "SWEEPS_A_CALL", 4)
    parts, _ = grid_sweeper()
    order = engine.relaxation.relaxed
    for sweeper in (whole, parts):
        sweeper.advance(order, 1)
        sweeper.advance(order, 11 * len(order))
    assert len(parts.curve) == 11
    assert parts.curve == whole.curve


def test_a_sweeper_stops_where_it_settles_and_at_its_goal():
    sweeper, engine = grid_sweeper()
    order = engine.relaxation.relaxed
    sweeper.advance(order, 1000 * len(order), settle=1e-6)
    assert sweeper.settled
    assert abs(sweeper.curve[-1] - sweeper.curve[-2]) <= 1e-6
    again, _ = grid_sweeper()
    goal = sweeper.curve[2]
    again.advance(order, 1000 * len(order), goal=goal)
    assert again.settled
    assert again.sweeps == 3
    assert again.value <= goal


def test_nothing_to_update_is_no_update():
    sweeper, _ = grid_sweeper()
    assert sweeper.advance(np.zeros(0, np.int64), 10)
    assert sweeper.updates == 0


def test_the_given_theta_is_left_alone():
    _, engine = grid_sweeper()
    theta = engine.relaxation.cloned.ground.no_theta()
    mine = Sweeper(engine, Settings().compensation, theta)
    mine.advance(engine.relaxation.relaxed, 10)
    assert not theta.any()
    assert mine.theta.any()


@settings(deadline=None)
@given(relaxations())
def test_examining_changes_nothing(relaxation):
    theta, relaxed = relaxation.cloned.ground.no_theta(), relaxation.relaxed
    sweeper = Sweeper(JunctionTree(relaxation), Settings().compensation, theta)
    value = sweeper.value
    found = sweeper.examine(relaxed)
    assert all(len(column) == len(relaxed) for column in found)
    # The value is read off the pair table again: another order of additions, so up to rounding.
    assert sweeper.value == pytest.approx(value, rel=1e-13, abs=1e-13)
    assert not sweeper.theta.any()


@settings(deadline=None)
@given(relaxations())
def test_rows_of_theta_are_disjoint_and_complete(relaxation):
    ground = relaxation.cloned.ground
    rows = [ground.theta_rows(k) for k in range(len(relaxation.cloned))]
    assert sorted(i for row in rows for i in row.ravel()) == list(range(len(ground.no_theta())))
    assert all(
        row.shape == (2, ground.card[v]) for row, v in zip(rows, ground.con_var, strict=True)
    )


@pytest.mark.parametrize("scheme", ["mpe-dd", "subgradient"])
def test_two_threads_make_the_sweeps_that_one_makes(scheme, monkeypatch):
    cloned = ClonedModel(generate("grid", rows=8, cols=8, states=3, seed=2))
    engine = JunctionTree(Relaxation.decomposed(cloned))
    monkeypatch.setattr(junction_tree, "MIN_DIVIDED_CONSTRAINTS", 1)
    order = engine.tree_order(engine.relaxation.relaxed)
    first, second = engine.parts(order)
    assert len(order) // 4 < second - first < len(order) - first
    assert sorted(order) == sorted(engine.relaxation.relaxed)
    found, helped = [], list[float]()
    monkeypatch.setattr(tree_sweep, "was_helped", helped.append)
    for long in (1, len(order) + 1):
        monkeypatch.setattr(tree_sweep, "MIN_DIVIDED_CONSTRAINTS", long)
        chosen = Settings(scheme=scheme).compensation
        sweeper = Sweeper(engine, chosen, cloned.ground.no_theta())
        sweeper.advance(order, 7)
        sweeper.advance(order, 5 * len(order) + 2)
        found.append(sweeper)
    two, one = found
    assert "_helper" in vars(two._way)
    assert "_helper" not in vars(one._way)
    assert (two.value, two.cursor, two.curve) == (one.value, one.cursor, one.curve)
    np.testing.assert_array_equal(two.theta, one.theta)
    assert len(helped) == 4, "of each whole sweep the clock of the first thread is told"
    assert min(helped) > 0


@given(relaxations())
@settings(max_examples=60, deadline=None)
def test_lone_constraints_are_updated_as_all_others_are(relaxation):
    """The way for cliques without neighbours, against the pair tables of the protocol."""
    engine, scheme = JunctionTree(relaxation), Settings(scheme="mpe-dd").compensation
    theta, order = relaxation.cloned.ground.no_theta(), relaxation.relaxed
    quick = Sweeper(engine, scheme, theta)
    plain = PlainSweep(engine, theta)
    method = Method(scheme.rule.address, True, scheme.stride)
    progress = Progress(np.zeros(4, np.int64), np.array([plain.start_value, 0.0]), np.empty(8))
    slow_theta, limits = theta.copy(), Limits(3 * len(order), NEVER_SETTLED, -np.inf)
    if plain.advance(slow_theta, order, method, limits, progress):
        assert quick.advance(order, 3 * len(order))
        slow_curve = progress.values[: quick.sweeps] + relaxation.cloned.constant
        np.testing.assert_allclose(quick.curve, slow_curve, atol=1e-9)
        # θ is known up to a constant only where the first state, whose θ is 1, is impossible
        if all(np.isfinite(factor.log_table).all() for factor in relaxation.cloned.model.factors):
            np.testing.assert_allclose(quick.theta, slow_theta, atol=1e-9)
        assert quick.value == pytest.approx(engine.value(quick.theta), abs=1e-9)
