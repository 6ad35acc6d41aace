"""The widest clique, and what is measured of each edge."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.explain.measures import MEASURES, measure
from rcr.explain.price import widest_clique
from rcr.generators.grid import grid
from rcr.model import Factor, Model, ModelError, Variable
from rcr.run import Run
from tests.explain.walks import SCHEMES, walked
from tests.strategies import models


@settings(max_examples=100, deadline=None)
@given(models(), st.sampled_from(SCHEMES), st.integers(0, 2**32))
def test_the_widest_clique_has_the_width_that_is_told(model, scheme, seed):
    run = walked(model, *scheme, seed)
    found, state = widest_clique(run), run.state
    assert found.width == state.treewidth
    card = run.cloned.ground.card
    of_clones = card[run.cloned.ground.con_var[found.clones]]
    assert found.entries == np.prod([*card[found.variables], *of_clones], dtype=np.float64)
    assert found.entries <= state.table_entries
    assert not state.relaxation.recovered[found.clones].any()


def test_width_grows_with_what_is_recovered():
    run = Run(grid(rows=4, cols=4, seed=1))
    assert (widest_clique(run).width, len(widest_clique(run).clones)) == (1, 2)
    run.recover(range(len(run.cloned)))
    everything = widest_clique(run)
    assert everything.width == run.state.treewidth >= 4
    assert len(everything.clones) == 0
    assert widest_clique(run, run.states[0]).width == 1


@pytest.mark.parametrize("name", MEASURES)
def test_a_measure_has_one_number_for_each_relaxed_edge(name):
    run = Run(grid(rows=3, cols=3, seed=10), start="forest")
    run.step()
    found = measure(run, name)
    assert len(found.values) == len(run.state.relaxation.relaxed)
    assert (found.shares >= 0).all()
    assert found.shares.max() == 1
    assert found.shares == pytest.approx(np.maximum(found.values, 0) / found.high)


def test_impact_and_theta_are_those_of_the_run():
    run = Run(grid(rows=3, cols=3, seed=10, states=3), start="forest")
    run.sweep(2)
    assert np.array_equal(measure(run, "impact").values, run.candidates().impact)
    theta = run.state.theta.array().reshape(2, -1, 3)
    largest = np.abs(theta).max(axis=(0, 2))[run.state.relaxation.relaxed]
    assert measure(run, "|log θ|").values == pytest.approx(largest)
    assert (measure(run, "|log θ|", run.states[0]).shares == 0).all()


def test_infinite_numbers_stand_at_the_end_of_the_scale():
    two = tuple(Variable.numbered(f"x{v}", 2) for v in range(2))
    hard = Factor.of((0, 1), [[0, 1], [1, 0]]), Factor.of((0, 1), [[1, 0], [0, 1]])
    run = Run(Model(two, hard))
    run.recover(["c0", "c1", "c2"])
    found = measure(run, "impact")
    assert np.isposinf(found.values).all()
    assert (found.shares == 1).all()


def test_nothing_is_left_to_measure():
    run = Run(grid(rows=2, cols=2, seed=1))
    run.recover(range(8))
    assert len(measure(run, "impact").shares) == 0
    with pytest.raises(ModelError, match="not by 'beauty'"):
        measure(run, "beauty")
