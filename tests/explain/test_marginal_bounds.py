"""Every marginal lies between its bounds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.explain.marginal_bounds import marginal_bounds
from rcr.generators.grid import grid
from rcr.run import Run
from tests import oracle
from tests.explain.walks import walked
from tests.strategies import models

ROUNDING = 1e-9


def probabilities(model):
    """Of every state of every variable, by enumeration; None where nothing is possible."""
    logs = oracle.exact_marginals(model, sums=True)
    if oracle.exact(model, sums=True) == -np.inf:
        return None
    return [np.exp(one - np.logaddexp.reduce(one)) for one in logs]


@given(models(), st.integers(0, 2**32 - 1))
@settings(deadline=None)
def test_every_marginal_lies_between_its_bounds(model, seed):
    run = walked(model, "z", "pr-dd", seed)
    exact = probabilities(model)
    for state in run.states.values():
        found = marginal_bounds(run, state)
        if found is None or exact is None:
            continue
        for (low, high), p in zip(found, exact, strict=True):
            assert (low >= 0).all()
            assert (high <= 1).all()
            assert (low <= p + ROUNDING).all()
            assert (p <= high + ROUNDING).all()


def test_they_close_in_as_more_is_recovered():
    run = Run(grid(rows=3, cols=3, seed=2), task="z", start="forest", batch=1)
    run.converge()
    widths = []
    while not run.state.relaxation.complete:
        found = marginal_bounds(run)
        widths.append(max(float((high - low).max()) for low, high in found))
        run.recover_suggested()
        run.converge()
    assert widths[-1] < widths[0]
    for (low, high), p in zip(marginal_bounds(run), probabilities(run.model), strict=True):
        assert low == pytest.approx(p)
        assert high == pytest.approx(p)


@pytest.mark.parametrize("more", [{"task": "mpe"}, {"task": "z", "scheme": "model-split"}])
def test_without_bounds_from_both_sides_there_are_none(more):
    assert marginal_bounds(Run(grid(rows=2, cols=2), **more)) is None
