"""The pieces add up to the bound, and what they lose by agreeing to the gap."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.explain.pieces import pieces
from rcr.generators.grid import grid
from rcr.models.samples import samples
from rcr.run import Run
from tests import oracle
from tests.explain.walks import SCHEMES, close, walked
from tests.strategies import models


@settings(max_examples=150, deadline=None)
@given(models(), st.sampled_from(SCHEMES), st.integers(0, 2**32))
def test_the_pieces_add_up_to_the_bound(model, scheme, seed):
    run = walked(model, *scheme, seed)
    found, state = pieces(run), run.state
    if state.upper == -np.inf:
        assert state.value > -np.inf or found.total == -np.inf
        return
    shown = state.value if state.bounds.estimate is None else state.bounds.estimate
    assert found.total == close(shown)
    if scheme[1] != "model-split":
        assert found.correction == 0
        value = run.model.log_value(state.assignment)
        assert found.reached.sum() + found.constant == close(value)
    assert (found.excess >= -1e-9 - 1e-12 * np.abs(found.values)).all()


@settings(max_examples=100, deadline=None)
@given(models(), st.sampled_from(SCHEMES), st.integers(0, 2**32))
def test_every_piece_is_what_listing_its_assignments_gives(model, scheme, seed):
    run = walked(model, *scheme, seed)
    found, n = pieces(run), len(model.variables)
    relaxation = run.state.relaxation
    parts = {frozenset(part) for part in oracle.components(relaxation)}
    card, _ = oracle.nodes_of(relaxation)
    factors = oracle.relaxed_factors(relaxation, run.state.theta.array())
    assert len(found) == len(parts)
    for i in range(len(found)):
        piece = found.piece(i)
        nodes = [*piece.variables.tolist(), *(n + k for k in piece.clones.tolist())]
        assert frozenset(nodes) in parts
        inside = [(scope, table) for scope, table in factors if scope and scope[0] in nodes]
        joint = oracle.joint(nodes, card, inside)
        best = float(oracle.reduce(joint, tuple(range(joint.ndim)), found.sums))
        assert piece.value == close(best)
        if best > -np.inf and not found.sums:
            states = tuple(run.state.relaxed_assignment[nodes])
            assert joint[states] == pytest.approx(best, abs=1e-6)


def test_a_piece_in_words():
    run = Run(samples()["triangle"].load())
    found = pieces(run)
    assert len(found) == 6
    said = [found.piece(i).chosen for i in range(6)]
    states = run.state.relaxed_assignment
    for v, variable in enumerate(run.model.variables):
        assert f"{variable.name} = {variable.states[states[v]]}" in said
    factor = next(found.piece(i) for i in range(6) if len(found.piece(i).factors))
    (first, second), (f,) = factor.clones, factor.factors
    names = [run.model.variables[run.cloned.constraints[k].variable] for k in (first, second)]
    told = [
        f"{v.name}_{f} = {v.states[states[3 + k]]}"
        for v, k in zip(names, (first, second), strict=True)
    ]
    assert factor.chosen == ", ".join(told)


def test_a_large_piece_is_told_by_its_size_and_a_sum_by_its_variables():
    run = Run(grid(rows=3, cols=3, seed=10), start="forest")
    found = pieces(run)
    assert found.piece(int(found.telling[0])).chosen.startswith("9 variables and ")
    sums = pieces(Run(samples()["triangle"].load(), task="z"))
    assert any(sums.piece(i).chosen.startswith("all states of ") for i in range(len(sums)))


def test_the_pieces_that_lose_most_are_told_first():
    run = Run(grid(rows=3, cols=3, seed=10))
    run.sweep(2)
    found = pieces(run)
    lost = found.excess[found.telling]
    assert (np.diff(lost) <= 1e-8).all()
    assert lost.sum() == pytest.approx(run.state.value - run.state.lower)
    assert lost[0] > 0
