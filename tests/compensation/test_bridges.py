"""Bridges that are relaxed with the θ of Theorem 3 leave the bound where it was."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import Run, generate
from rcr.state import Relax


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 10_000), states=st.integers(2, 3), sweeps=st.integers(0, 3))
def test_bridges_are_relaxed_at_no_price(seed, states, sweeps):
    model = generate("grid", rows=3, cols=4, states=states, seed=seed)
    run = Run(model, start="forest")
    rng = np.random.default_rng(seed)
    run.recover(rng.choice(run.state.relaxation.relaxed, 2, replace=False).tolist())
    run.sweep(sweeps)
    relaxation, joined = run.state.relaxation, run.state.value
    bridges = np.flatnonzero(relaxation.recovered & ~relaxation.on_loops)
    chosen = rng.choice(bridges, rng.integers(1, len(bridges) + 1), replace=False)
    run.act(Relax(run.cloned.ids(chosen), warm=True))
    assert run.state.value == pytest.approx(joined, abs=1e-9)


def test_a_constraint_on_a_loop_has_a_price():
    run = Run(generate("grid", rows=3, cols=3, seed=1), start="forest", recovery="cycle")
    run.converge()
    run.recover_suggested()
    run.converge()
    loop = np.flatnonzero(run.state.relaxation.on_loops)
    joined = run.state.value
    run.act(Relax(run.cloned.ids(loop[:1]), warm=True))
    assert run.state.value > joined + 1e-3


@settings(deadline=None, max_examples=10)
@given(seed=st.integers(0, 10_000))
def test_a_scaffold_is_gone_at_the_end_of_a_round(seed):
    run, single = Run(generate("grid", rows=4, cols=4, seed=seed), recovery="cycle"), set()
    for state in run.milestones():
        relaxation = state.relaxation
        # where no cycle is left to be recovered, single constraints are, and need close no loop
        beside = np.flatnonzero(relaxation.recovered & ~relaxation.on_loops)
        assert single.issuperset(beside.tolist())
        assert state.value <= state.upper + 1e-9
        if state.certificate is None:
            single |= {g.constraints[0] for g in run.groups() if len(g.constraints) == 1}
    assert run.status == "certified"
