"""What is tried off the record holds on it: a trial's bound is a bound, and a proof proves."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import Run, generate
from rcr.run.budget import Budget
from rcr.run.problem import Problem
from rcr.run.smaller_proofs import HASTY_SWEEPS, SmallerProofs
from tests.oracle import exact


def proofs_on(seed, states=2):
    size = 4 if states == 2 else 3
    model = generate("grid", rows=size, cols=size, states=states, seed=seed)
    run = Run(model, recovery="paper")
    run.solve()
    found = SmallerProofs(run.problem, run.state, Budget())
    return run, found, found.at(run.state)


def holds(run, trial):
    """The value is that of the relaxed model with this θ, and θ(x)θ(x_i) = 1."""
    half = len(trial.theta) // 2
    return np.allclose(trial.theta[:half], -trial.theta[half:]) and trial.value == pytest.approx(
        run.problem.engine(trial.relaxation).value(trial.theta), abs=1e-9
    )


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10_000), st.sampled_from([2, 3]))
def test_neighbours_are_proofs(seed, states):
    run, proofs, here = proofs_on(seed, states=states)
    best = exact(run.model)
    for _ in range(5):
        there = proofs.neighbour(here)
        if there is not None:
            assert holds(run, there)
            assert there.value == pytest.approx(best, abs=1e-5)
            here = there


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 10_000))
def test_without_a_constraint_the_bound_is_still_one(seed):
    run, proofs, here = proofs_on(seed)
    best = exact(run.model)
    for stretch in here.relaxation.stretches:
        there = proofs.without(here, stretch, HASTY_SWEEPS)
        assert holds(run, there)
        assert there.value >= best - 1e-9
        assert there.size < here.size
        assert proofs.proves(there) == (there.value <= best + run.settings.tolerance)


def test_what_is_too_large_is_no_trial():
    run, proofs, here = proofs_on(0)
    proofs.problem = Problem(run.model, replace(run.settings, max_bytes=1))
    assert proofs.without(here, here.relaxation.stretches[0], HASTY_SWEEPS) is None
    assert not proofs.proves(None)
