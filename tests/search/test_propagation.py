"""Propagation: states leave and every answer stays, held against a list of all assignments."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import Factor, Model, Run, Variable, generate
from rcr.relaxation import ClonedModel
from rcr.search.propagation import EVERYWHERE, alive_under, all_alive, no_record, propagate
from tests.oracle import exact, original
from tests.strategies import models


@settings(max_examples=200, deadline=None)
@given(
    model=models(kinds=("hard", "some zeros", "zero row", "ties", "hard", "hard", "hard", "hard"))
)
def test_what_leaves_has_no_mass_and_nothing_left_without_mass_is_called_possible(model) -> None:
    g, everything = ClonedModel(model).ground, original(model)
    possible = everything > -np.inf
    alive = alive_under(g, {})
    if alive is None:
        assert not possible.any()
        return
    for v in range(len(model.variables)):
        own = alive[g.unary_ptr[v] : g.unary_ptr[v + 1]]
        for x in np.flatnonzero(~own):
            assert not possible.take(x, axis=v).any()


@settings(max_examples=60, deadline=None)
@given(model=models(kinds=("hard",) * 8), data=st.data())
def test_under_conditions_it_does_not_matter_where_it_begins(model, data) -> None:
    g = ClonedModel(model).ground
    alive = alive_under(g, {})
    v = data.draw(st.integers(0, len(model.variables) - 1))
    x = data.draw(st.integers(0, int(model.cards[v]) - 1))
    if alive is None:
        return
    own = alive[g.unary_ptr[v] : g.unary_ptr[v + 1]]
    kept = own[x]
    own[:] = False
    own[x] = kept
    feasible = bool(kept) and propagate(g, alive, np.int64(v), no_record(g))
    anew = alive_under(g, {v: x})
    assert feasible == (anew is not None)
    if anew is not None:
        np.testing.assert_array_equal(alive, anew)


def test_gates_that_are_sure_are_followed_without_a_search() -> None:
    """With every input fixed a logic network has one world: propagation alone finds it."""
    model = generate("logic-network", inputs=6, gates=20, observed=0, seed=3)
    g = ClonedModel(model).ground
    alive = alive_under(g, dict.fromkeys(range(6), 1))
    assert alive is not None
    assert alive.sum() == len(model.variables)
    states = [int(np.flatnonzero(alive[a:b])[0]) for a, b in pairwise(g.unary_ptr)]
    assert model.log_value(states) > -np.inf


def test_the_factor_that_leaves_nothing_gains_weight() -> None:
    model = generate("colouring", variables=4, colours=2, degree=3, kind="free", seed=0)
    g = ClonedModel(model).ground
    alive, record = all_alive(g), no_record(g)
    assert propagate(g, alive, EVERYWHERE, record)
    alive[1 : g.unary_ptr[1]] = False  # one variable is coloured: two colours are too few
    assert not propagate(g, alive, np.int64(0), record)
    assert record.weights.sum() == len(record.weights) + 1


@settings(max_examples=60, deadline=None)
@given(model=models(kinds=("hard", "some zeros", "zero row", "hard")), sums=st.booleans())
def test_a_run_begins_without_states_that_have_no_support_and_ends_with_the_same_answer(
    model, sums
) -> None:
    run, wanted = Run(model, task="z" if sums else "mpe"), exact(model, sums)
    alive = alive_under(ClonedModel(model).ground, {})
    left = run.problem.cloned.ground.unary > -np.inf
    np.testing.assert_array_equal(left, np.zeros_like(left) if alive is None else alive)
    assert run.state.upper >= wanted - 1e-9
    if len(run.cloned):
        run.recover([c.id for c in run.cloned.constraints])
    np.testing.assert_allclose(run.state.upper, wanted, atol=1e-9)


def test_what_propagation_refutes_is_proved_before_anything_is_compensated() -> None:
    variables = tuple(Variable.numbered(f"X{i}", 2) for i in range(3))
    equal, other = Factor.of((0, 1), np.eye(2)), Factor.of((1, 2), 1 - np.eye(2))
    fixed = Factor.of((0,), [1.0, 0.0]), Factor.of((2,), [1.0, 0.0])
    run = Run(Model(variables, (equal, other, *fixed)))
    assert (run.status, run.state.upper, run.state.updates) == ("infeasible", -np.inf, 0)
