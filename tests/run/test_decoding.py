"""Assignments from a relaxed state: valid, never worse than what they start from, and good where
ties are everywhere.
"""

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import generate
from rcr.engines.junction_tree import JunctionTree
from rcr.model import Factor, Model, Variable
from rcr.relaxation import ClonedModel
from rcr.run import Run, arrival, decoding
from rcr.run.decoding import climb, decode, dive
from tests.oracle import exact, original
from tests.strategies import models, relaxations, seeds, thetas

some = settings(max_examples=200, deadline=None)


def random_states(model, rng):
    return np.array(
        [model.evidence.get(v, rng.integers(d)) for v, d in enumerate(model.cards)], dtype=np.int64
    )


@some
@given(relaxation=relaxations(), number=seeds)
def test_the_decoded_assignment_has_the_value_it_is_said_to_have(relaxation, number):
    model, theta = (
        relaxation.cloned.model,
        thetas(relaxation, np.random.default_rng(number), inverse=True),
    )
    engine = JunctionTree(relaxation)
    relaxed = engine.best_assignment(theta)
    states, value = decode(engine, theta, relaxed, 2)
    np.testing.assert_allclose(value, model.log_value(states), rtol=1e-12, atol=1e-12)
    assert value <= exact(model) + 1e-9
    assert value >= model.log_value(relaxed[: len(model.variables)]) - 1e-9
    assert all(0 <= x < d for x, d in zip(states, model.cards, strict=True))


@some
@given(relaxation=relaxations(), number=seeds)
def test_a_relaxed_assignment_without_violations_is_optimal(relaxation, number):
    """Then nothing is lost by decoding: its value is the upper bound."""
    model, theta = (
        relaxation.cloned.model,
        thetas(relaxation, np.random.default_rng(number), inverse=True),
    )
    engine = JunctionTree(relaxation.with_recovered(np.arange(len(relaxation.cloned))))
    _, value = decode(engine, theta, engine.best_assignment(theta), 2)
    np.testing.assert_allclose(value, exact(model), rtol=1e-9, atol=1e-9)


@some
@given(model=models(), number=seeds)
def test_climbing_ends_where_no_single_change_helps(model, number):
    states = random_states(model, np.random.default_rng(number))
    before = model.log_value(states)
    climb(ClonedModel(model).ground, states)
    table, after = original(model), model.log_value(states)
    assert after >= before - 1e-9
    for v in range(len(model.variables)):
        around = table[tuple(slice(None) if u == v else x for u, x in enumerate(states))]
        assert around.max() <= after + 1e-9 * (1 + abs(after)) or after == -np.inf


@pytest.mark.parametrize("number", [19, 136, 212, 267])
def test_climbing_ends_where_values_differ_by_rounding_only(number):
    """Terms near 1e8 that cancel: x and y round the same sum differently, and with these numbers
    both could move for ever.
    """
    rng = np.random.default_rng(number)
    t = 1e8 * rng.normal(size=(3, 2, 2))
    c = 1e8 * rng.random()
    alone = np.full((2, 1), c)
    factors = [
        ((0, 1), t[0]),
        ((0, 2), alone),
        ((0, 1), t[1]),
        ((1, 2), alone),
        ((0, 1), t[2]),
        ((0, 1), -(c + t[2] + t[1] + t[0])),
    ]
    variables = (Variable.numbered("x", 2), Variable.numbered("y", 2), Variable.numbered("z", 1))
    model = Model(variables, tuple(Factor(s, table) for s, table in factors))
    for start in ([0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]):
        states = np.array(start)
        climb(ClonedModel(model).ground, states)
        assert model.log_value(states) == pytest.approx(c, abs=1e-6)


@some
@given(model=models())
def test_a_dive_fixes_every_variable(model):
    cloned = ClonedModel(model)
    states = dive(cloned.ground, np.zeros(2 * int(cloned.ground.theta_ptr[-1])))
    assert all(0 <= x < d for x, d in zip(states, model.cards, strict=True))


@pytest.mark.parametrize("states", [2, 3, 5])
@pytest.mark.parametrize("sign", [1, -1], ids=["equal", "different"])
def test_ties_everywhere(states, sign):
    """A ladder where neighbours want to be equal (or different) and nothing tells the states
    apart: certified at once.
    """
    edges = [(i, i + 2) for i in range(10)] + [(i, i + 1) for i in range(0, 12, 2)]
    factors = tuple(Factor(e, sign * np.eye(states)) for e in edges)
    run = Run(Model(tuple(Variable.numbered(f"x{v}", states) for v in range(12)), factors))
    run.converge()
    assert run.state.certificate.kind == "optimal"
    assert run.state.relaxation.count == 0
    assert run.state.lower == (len(edges) if sign == 1 else 0)


def test_a_long_dive_waits_until_much_was_swept(monkeypatch):
    dives, one = [], decoding.dive
    monkeypatch.setattr(decoding, "dive", lambda *given: (dives.append(given), one(*given))[1])
    monkeypatch.setattr(arrival, "QUICK_DIVE_ENTRIES", 0)
    run = Run(generate("grid", rows=4, cols=4, seed=1))
    assert len(dives) == 1, "nothing was known before"
    before = run.state.lower
    run.sweep()
    assert len(dives) == 1
    assert run.state.lower >= before
    run.sweep(1000)
    assert len(dives) == 2
