"""Searching all assignments: the answer of brute force, whatever the tables and the cache hold."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import Run, generate
from rcr.model import ModelError
from rcr.relaxation import ClonedModel
from rcr.run.file import replay_text, to_dict
from rcr.run.steps import Stretch
from rcr.search.exhaustion import Exhaustion
from rcr.search.mini_buckets import OutOfWork, laid_out, mini_buckets
from rcr.search.propagation import alive_under
from rcr.search.pseudo_tree import pseudo_tree
from rcr.search.subproblem import Subproblem
from rcr.state import Exhaust
from tests.oracle import exact
from tests.strategies import models

PLENTY = 10**9
HARD = (
    ("parity-checks", {"bits": 12}),
    ("colouring", {"variables": 12, "degree": 4.0}),
    ("colouring", {"variables": 10, "degree": 5.0, "kind": "free"}),
    ("logic-network", {"inputs": 6, "gates": 10, "observed": 4}),
    ("weighted-constraints", {"variables": 8, "constraints": 8, "forbidden": 0.6}),
    ("weighted-constraints", {"variables": 8, "constraints": 9, "forbidden": 0.8, "kind": "free"}),
)


def under(model, conditions) -> float:
    return exact(model.observe({**model.evidence, **conditions}))


@settings(max_examples=150, deadline=None)
@given(model=models(), data=st.data())
def test_it_ends_in_the_value_of_brute_force(model, data) -> None:
    """Under θ of a compensated state, with tables too small for exact bounds and a tiny cache."""
    run = Run(model, start=data.draw(st.sampled_from(["decomposed", "forest"])))
    run.sweep(data.draw(st.integers(0, 2)))
    g, constant, conditions = run.cloned.ground, run.cloned.constant, {}
    if data.draw(st.booleans()):
        conditions[0] = data.draw(st.integers(0, int(model.cards[0]) - 1))
    truth = under(model, {**conditions, **model.evidence})
    if any(model.evidence.get(v, x) != x for v, x in conditions.items()):
        return
    alive = alive_under(g, conditions)
    if alive is None or constant == -np.inf:
        assert truth == -np.inf
        return
    sub = Subproblem.of(g, run.state.theta.array(), alive)
    tree = pseudo_tree(sub)
    layout = laid_out(sub, tree, data.draw(st.sampled_from([1.0, 4.0, 30.0, np.inf])))
    kept = data.draw(st.sampled_from([1, 7, 1000]))
    search = Exhaustion(sub, tree, mini_buckets(sub, tree, layout), kept)
    assert search.upper + constant >= truth - 1e-9
    known = data.draw(st.sampled_from([-np.inf, truth - 0.5, truth, truth + 1.0]))
    found = search.best(known - constant, 1e-9, PLENTY, lambda: False)
    if found is None:
        assert known >= truth - 1e-9
        assert search.upper + constant >= min(truth, known) - 1e-9
        assert search.upper + constant <= max(known, truth) + 1e-7
    else:
        assert model.log_value(found) == pytest.approx(truth, abs=1e-7)
        assert all(found[v] == x for v, x in conditions.items())
        assert search.upper + constant == pytest.approx(truth, abs=1e-7)


@settings(max_examples=40, deadline=None)
@given(model=models(), largest=st.sampled_from([1.0, 8.0]), some=st.integers(1, 60))
def test_stopped_and_gone_on_with_it_is_the_same_search(model, largest, some) -> None:
    g = ClonedModel(model).ground
    alive = alive_under(g, {})
    if alive is None:
        return
    sub = Subproblem.of(g, g.no_theta(), alive)
    tree = pseudo_tree(sub)
    buckets = mini_buckets(sub, tree, laid_out(sub, tree, largest))
    whole = Exhaustion(sub, tree, buckets, 100)
    whole.best(-np.inf, 0.0, PLENTY, lambda: False)
    part = Exhaustion(sub, tree, buckets, 100)
    try:
        part.best(-np.inf, 0.0, some, lambda: False)
    except OutOfWork:
        assert some <= part.work <= whole.work
        assert part.upper >= whole.upper - 1e-9
    else:
        assert part.work == whole.work


@pytest.mark.parametrize(("family", "parameters"), HARD)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000), tight=st.booleans())
def test_hard_constraints_end_in_a_proof(family, parameters, seed, tight) -> None:
    model = generate(family, **parameters, seed=seed)
    run = Run(model, recovery="auto", **({"max_bytes": 60_000} if tight else {}))
    run.solve()
    truth = exact(model)
    assert run.status == ("certified" if truth > -np.inf else "infeasible")
    assert run.state.lower == pytest.approx(truth, abs=1e-6)
    assert model.log_value(run.state.assignment) == run.state.assignment_value


def test_as_a_step_of_a_run_it_is_kept_replayed_and_explained() -> None:
    model = generate("grid", rows=5, cols=5, seed=2)
    run = Run(model, start="forest")
    run.sweep(3)
    before = run.state
    run.act(Exhaust(64, 50), Stretch())
    assert run.status == "bounded"
    assert exact_of_grid(model) <= run.state.upper <= before.upper
    run.act(Exhaust(64, PLENTY), Stretch())
    assert run.status == "certified"
    assert run.state.lower == pytest.approx(exact_of_grid(model), abs=1e-9)
    assert "gone through" in run.reason
    assert run.state.action.work < PLENTY
    again = replay_text(json.dumps(to_dict(run)), "a run")
    assert again.difference == 0
    assert again.run.status == "certified"
    before = run.goto(1)
    stopped = run.act(Exhaust(64, PLENTY), Stretch(stop=lambda: True))
    assert (stopped.upper, stopped.action.work) == (before.upper, 0)
    with pytest.raises(ModelError, match="mpe"):
        Run(model, task="z").act(Exhaust(64, 50))


def exact_of_grid(model) -> float:
    run = Run(model)
    run.recover(range(len(run.cloned)))
    return run.state.value
