"""Frustrated cycles: what is promised is kept, in any graph and with any number of states."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.engines.junction_tree import JunctionTree
from rcr.generators.grid import grid
from rcr.model import Factor, Model, Variable
from rcr.recovery.frustration import apart, frustrated_cycles
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import Run
from tests.strategies import FINITE, models, relaxations, seeds

some = settings(max_examples=80, deadline=None)


def ring(preferences, states=2):
    """Variables in a ring; a positive preference pays for equal neighbours, a negative one for
    different ones.
    """
    n = len(preferences)
    tables = [w * np.eye(states) for w in preferences]
    return Model(
        tuple(Variable.numbered(f"x{i}", states) for i in range(n)),
        tuple(Factor((i, (i + 1) % n), t) for i, t in enumerate(tables)),
    )


def cycles(relaxation, theta=None, share=0.01):
    theta = np.zeros(2 * int(relaxation.cloned.ground.theta_ptr[-1])) if theta is None else theta
    return frustrated_cycles(
        JunctionTree(relaxation), theta, (~relaxation.recovered).astype(float), share
    )


def test_an_odd_ring_is_found_with_its_weakest_wish():
    relaxation = Relaxation.decomposed(ClonedModel(ring([1.0, 2.0, 3.0, -0.5])))
    [found] = cycles(relaxation)
    assert found.constraints == tuple(range(8))
    assert found.score == pytest.approx(0.5 / 8)


def test_an_even_ring_is_not_frustrated():
    assert cycles(Relaxation.decomposed(ClonedModel(ring([1.0, -2.0, 3.0, -0.5])))) == []


def test_three_states_that_all_differ_are_no_frustration_but_two_are():
    assert not cycles(Relaxation.decomposed(ClonedModel(ring([-1.0, -1.0, -1.0], states=3))))
    assert cycles(Relaxation.decomposed(ClonedModel(ring([-1.0, -1.0, -1.0], states=2))))


def test_an_odd_ring_with_three_states():
    """A shift by one around a ring of three equalities: no assignment can follow it."""
    shift = np.roll(np.eye(3), 1, axis=1)
    model = ring([1.0, 1.0, 1.0], states=3)
    model = Model(model.variables, (*model.factors[:2], Factor((2, 0), shift)))
    run = Run(model, recovery="cycle")
    assert run.groups()
    run.solve()
    assert run.status == "certified"


@some
@given(relaxation=relaxations(models(kinds=FINITE + FINITE, evidence=False)), number=seeds)
def test_recovering_a_cycle_lowers_the_value_by_what_was_promised(relaxation, number):
    theta = np.random.default_rng(number).normal(size=int(relaxation.cloned.ground.theta_ptr[-1]))
    theta = np.concatenate([theta, -theta])
    value = JunctionTree(relaxation).value(theta)
    for group in cycles(relaxation, theta):
        missing = [k for k in group.constraints if not relaxation.recovered[k]]
        after = JunctionTree(relaxation.with_recovered(np.array(missing))).value(theta)
        assert after <= value - group.score * len(missing) + 1e-9 * max(1, abs(value))


@some
@given(relaxation=relaxations(), number=seeds)
def test_a_group_is_a_closed_loop_of_variables_and_factors(relaxation, number):
    theta = np.random.default_rng(number).normal(size=int(relaxation.cloned.ground.theta_ptr[-1]))
    ground = relaxation.cloned.ground
    for group in cycles(relaxation, np.concatenate([theta, -theta])):
        g = nx.Graph(
            (("v", ground.con_var[k]), ("f", ground.con_factor[k])) for k in group.constraints
        )
        assert nx.is_connected(g)
        assert min(dict(g.degree).values()) >= 2


@given(number=st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_groups_that_are_apart_share_no_factor(number):
    run = Run(grid(rows=5, cols=5, seed=number))
    run.sweep(20)
    found = frustrated_cycles(
        run.engine(run.state.relaxation), run.state.theta.array(), np.ones(len(run.cloned)), 0.01
    )
    scores = [group.score for group in found]
    assert scores == sorted(scores, reverse=True)
    chosen = apart(found, run.cloned.ground)
    factors = [
        set(run.cloned.ground.con_factor[list(group.constraints)].tolist()) for group in chosen
    ]
    assert sum(map(len, factors)) == len(set().union(*factors))
    assert chosen[:1] == found[:1]


def test_one_frustrated_face_is_found_in_a_large_grid_that_agrees_elsewhere():
    """The search begins at the contradiction, so that what agrees costs it nothing."""
    size, n = 60, 60 * 60
    down = [(v, v + size) for v in range(n - size)]
    right = [(v, v + 1) for v in range(n) if (v + 1) % size]
    strengths = 1.0 + np.random.default_rng(0).random(len(down) + len(right))
    strengths[0] = -0.5
    pairs = zip(down + right, strengths, strict=True)
    model = Model(
        tuple(Variable.numbered(f"x{i}", 2) for i in range(n)),
        tuple(Factor(pair, w * np.eye(2)) for pair, w in pairs),
    )
    [found] = cycles(Relaxation.decomposed(ClonedModel(model)))
    assert len(found.constraints) == 8
    assert found.score == pytest.approx(0.5 / 8)


@some
@given(number=seeds, n=st.integers(3, 7))
def test_a_cycle_is_found_exactly_where_the_preferences_cannot_all_be_met(number, n):
    rng = np.random.default_rng(number)
    pairs = [(a, b) for a in range(n) for b in range(a + 1, n) if rng.random() < 0.5]
    strengths = rng.normal(size=len(pairs))
    model = Model(
        tuple(Variable.numbered(f"x{i}", 2) for i in range(n)),
        tuple(Factor(pair, w * np.eye(2)) for pair, w in zip(pairs, strengths, strict=True)),
    )
    best = max(
        sum(w for (a, b), w in zip(pairs, strengths, strict=True) if x >> a & 1 == x >> b & 1)
        for x in range(2**n)
    )
    frustrated = best < strengths[strengths > 0].sum() - 1e-9
    assert bool(cycles(Relaxation.decomposed(ClonedModel(model)))) == frustrated
