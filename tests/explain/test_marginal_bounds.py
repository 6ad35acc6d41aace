"""Every marginal lies between its bounds."""

from dataclasses import replace
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.explain import marginal_bounds as of_evidence
from rcr.explain.marginal_bounds import evidence_bounds, marginal_bounds, without_evidence
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


@pytest.mark.parametrize("affordable", [0, 1 << 28])
@given(model=models(), seed=st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=40)
def test_the_probability_of_the_evidence_lies_between_its_bounds(affordable, model, seed):
    total = oracle.exact(replace(model, evidence={}), sums=True)
    if total == -np.inf:
        return
    p = np.exp(oracle.exact(model, sums=True) - total)
    with mock.patch.object(of_evidence, "MAX_EXACT_BYTES", affordable):
        without = without_evidence(model)
    run = walked(model, "z", "pr-dd", seed)
    for state in run.states.values():
        low, high = evidence_bounds(state, without)
        assert 0 <= low <= p + ROUNDING
        assert p <= high + ROUNDING <= 1 + 2 * ROUNDING
        if state.relaxation.complete and affordable:
            assert (low, high) == pytest.approx((p, p))


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
