"""Pruning keeps the proof, spares what it can, and is made of ordinary steps."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import ModelError, Run, generate
from rcr.run.file import replay, save_run
from rcr.run.pruning import proved_here
from tests.oracle import exact
from tests.strategies import models


def certified(seed, recovery="cycle", size=4):
    run = Run(generate("grid", rows=size, cols=size, seed=seed), recovery=recovery)
    run.solve()
    assert run.status == "certified"
    return run


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10_000), st.sampled_from(["cycle", "paper", "random"]))
def test_what_is_left_still_proves_the_best_value(seed, recovery):
    run = certified(seed, recovery, 3)
    before = run.state.relaxation.count
    found = run.prune()
    assert found.kept == run.state.recovered
    assert len(found.kept) <= found.before == before
    assert found.finished
    assert proved_here(run)
    assert run.state.value == pytest.approx(exact(run.model), abs=1e-5)


@settings(deadline=None, max_examples=8)
@given(st.integers(0, 10_000))
def test_none_that_is_left_can_be_spared(seed):
    run = certified(seed)
    run.prune()
    relaxation = run.state.relaxation
    assert np.array_equal(relaxation.recovered, relaxation.on_loops)  # a bridge is never needed
    for k in np.flatnonzero(relaxation.recovered):
        other = run.fork()
        other.relax([int(k)])
        other.converge()
        assert not proved_here(other)


@settings(deadline=None, max_examples=40)
@given(models(), st.sampled_from(["cycle", "paper", "random"]))
def test_any_model_is_pruned_to_what_proves_its_best_value(model, recovery):
    run = Run(model, recovery=recovery)
    run.solve()
    before = run.state
    if not proved_here(run):  # the proof is the search's, or lies on the way
        return
    found = run.prune()
    assert found.finished
    assert proved_here(run)
    assert run.state.relaxation.count <= before.relaxation.count
    assert run.state.value == pytest.approx(exact(model), abs=1e-5)
    for k in np.flatnonzero(run.state.relaxation.recovered):
        other = run.fork()
        other.relax([int(k)])
        other.converge()
        assert not proved_here(other)


@pytest.mark.slow
def test_a_cycle_that_stands_in_for_several_is_exchanged_for_them():
    run = certified(5, size=5)
    before = set(run.state.recovered)
    found = run.prune()
    assert set(found.kept) - before
    assert len(found.kept) < len(before)
    assert proved_here(run)
    assert run.state.value == pytest.approx(exact(run.model), abs=1e-5)


def test_a_pruned_run_is_replayed_to_the_last_digit(tmp_path):
    run = certified(0, "paper")
    found = run.prune()
    assert len(found.kept) < found.before
    save_run(run, tmp_path / "pruned.rcr.json")
    again = replay(tmp_path / "pruned.rcr.json")
    assert again.difference == 0
    assert again.run.state.recovered == run.state.recovered


def test_stopped_it_keeps_the_proof_it_has():
    run, cancel = certified(0, "paper"), threading.Event()
    heard = []

    def told(tried, of):
        heard.append((tried, of))
        cancel.set()

    found = run.prune(cancel, told=told)
    assert heard == [(0, heard[0][1])]
    assert not found.finished
    assert "stopped" in found.sentence
    assert proved_here(run)


def test_without_a_proof_there_is_nothing_to_prune():
    model = generate("grid", rows=4, cols=4, seed=0)
    with pytest.raises(ModelError, match="no proof"):
        Run(model, start="decomposed").prune()
    with pytest.raises(ModelError, match="task mpe"):
        Run(model, task="z", scheme="pr-dd").prune()
    run = certified(0)
    run.relax(run.state.recovered)
    with pytest.raises(ModelError, match="earlier state"):
        run.prune()
