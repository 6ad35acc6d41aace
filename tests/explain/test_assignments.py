"""Every assignment of a small relaxed model, and the maximum over more points."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rcr.explain.assignments import MAX_ASSIGNMENTS, assignments, count_assignments
from rcr.generators.grid import grid
from rcr.model import ModelError
from rcr.models.samples import samples
from rcr.run import Run
from tests.explain.walks import SCHEMES, close, walked
from tests.oracle import exact
from tests.strategies import models


@settings(max_examples=150, deadline=None)
@given(models(cards=(1, 2, 2, 3)), st.sampled_from(SCHEMES), st.integers(0, 2**32))
def test_the_best_of_all_is_the_bound_and_the_best_that_agrees_the_answer(model, scheme, seed):
    run = walked(model, *scheme, seed)
    assume(count_assignments(run.state) <= MAX_ASSIGNMENTS)
    found, state = assignments(run), run.state
    assert len(found.values) == count_assignments(state)
    assert found.agree.sum() == np.prod(model.cards)
    if state.upper > -np.inf:
        assert found.best == close(state.value)
    assert (np.diff(found.values[np.isfinite(found.values)]) <= 0).all()
    if scheme[1] == "model-split":
        return
    assert found.best_agreeing == close(exact(model, found.sums))
    assert found.best >= found.best_agreeing - 1e-9
    for row in np.flatnonzero(found.agree)[:20]:
        states = found.states[row, : len(model.variables)]
        assert found.values[row] == close(model.log_value(states))


def test_the_triangle_has_eight_that_agree_among_512():
    run = Run(samples()["triangle"].load())
    found = assignments(run)
    assert (len(found.values), found.agree.sum()) == (512, 8)
    run.recover(["c0"])
    assert len(assignments(run).values) == 256


def test_too_many_to_list_are_refused_in_a_sentence():
    run = Run(grid(rows=3, cols=3, seed=10))
    with pytest.raises(ModelError, match="8,589,934,592 joint states, too many to list"):
        assignments(run)
