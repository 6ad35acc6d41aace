"""What recovering a constraint forbids, against the run that recovers it."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rcr.explain.forbidden import forbidden
from rcr.generators.grid import grid
from rcr.model import ModelError
from rcr.run import Run
from tests.explain.walks import SCHEMES, close, walked
from tests.strategies import models


@settings(max_examples=120, deadline=None)
@given(models(), st.sampled_from(SCHEMES), st.integers(0, 2**32))
def test_the_tables_are_worth_what_the_relaxed_model_is_before_and_after(model, scheme, seed):
    run = walked(model, *scheme, seed)
    relaxed = run.state.relaxation.relaxed
    assume(len(relaxed) > 0)
    k, before = int(relaxed[seed % len(relaxed)]), run.state
    told = forbidden(run, k)
    if before.upper > -np.inf:
        assert told.value_before == close(before.value)
    after = run.recover([k])
    assert told.value_after == close(after.value)
    assert (told.after[~np.eye(len(told.after), dtype=bool)] == -np.inf).all()
    again = forbidden(run, k, before)
    assert np.array_equal(again.before, told.before)


def test_a_constraint_is_named_as_one_says_it():
    run = Run(grid(rows=3, cols=3, seed=10))
    told = forbidden(run, "c1")
    assert (told.constraint, told.said) == ("c1", "0,1 in the factor 0,0–0,1")
    assert told.states == ("0", "1")
    with pytest.raises(ModelError, match="no constraint 'c99'"):
        forbidden(run, "c99")
