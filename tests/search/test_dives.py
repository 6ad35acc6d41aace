"""Dives: an assignment without zeros wherever there is one, held against a list of all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import Run, generate
from rcr.relaxation import ClonedModel
from rcr.search.dives import feasible
from rcr.search.propagation import all_alive
from tests.oracle import original
from tests.strategies import models, seeds

PLENTY = 10**9
# Relaxing and compensating alone read off nothing that is possible here.
HARD = (("hidden", 40, 9), ("hidden", 34, 27), ("free", 40, 29), ("free", 34, 47))


@settings(max_examples=200, deadline=None)
@given(model=models(kinds=("hard",) * 6 + ("some zeros", "zero row")), number=seeds)
def test_it_finds_one_exactly_where_there_is_one(model, number) -> None:
    cloned, possible = ClonedModel(model), original(model) > -np.inf
    if cloned.constant == -np.inf:
        return  # a factor without variables, which no state can mend
    g = cloned.ground
    guide = np.random.default_rng(number).normal(size=len(g.unary))
    states, nothing = feasible(g, all_alive(g), guide, PLENTY)
    assert nothing == (not possible.any())
    assert nothing == (states is None)
    if states is not None:
        assert possible[tuple(states)]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), work=st.sampled_from([1, 3_000, PLENTY]))
def test_restarts_lose_nothing_and_an_early_end_claims_nothing(seed, work) -> None:
    """Problems on the edge of the possible, where dives fail often."""
    more = {"variables": 9, "constraints": 20, "arity": 3, "forbidden": 0.5, "kind": "free"}
    model = generate("weighted-constraints", **more, seed=seed)
    g, possible = ClonedModel(model).ground, (original(model) > -np.inf).any()
    states, nothing = feasible(g, all_alive(g), g.unary, work)
    if states is not None:
        assert model.log_value(states.tolist()) > -np.inf
    assert not (nothing and possible)
    if work == PLENTY:
        assert nothing == (not possible)


def test_the_guide_is_followed_where_nothing_speaks_against_it() -> None:
    g = ClonedModel(generate("grid", rows=3, cols=3, states=3)).ground
    guide = np.random.default_rng(3).normal(size=len(g.unary))
    states, _ = feasible(g, all_alive(g), guide, PLENTY)
    np.testing.assert_array_equal(states, guide.reshape(-1, 3).argmax(axis=1))


@pytest.mark.parametrize(("kind", "size", "seed"), HARD)
def test_a_run_begins_with_an_assignment_under_hard_constraints(kind, size, seed) -> None:
    more = {"variables": size, "constraints": size, "forbidden": 0.6, "kind": kind}
    model = generate("weighted-constraints", **more, arity=5, seed=seed)
    run = Run(model)
    assert run.state.lower > -np.inf
    assert model.log_value(run.state.assignment) == pytest.approx(run.state.lower)
