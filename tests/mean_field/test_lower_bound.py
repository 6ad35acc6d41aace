"""The lower bound on the partition function: never above it, never falling, equal to it at the
end.
"""

import numpy as np
import pytest
from hypothesis import given, settings

from rcr.generators import generate
from rcr.mean_field import bounds_with_states_held, mean_field
from rcr.mean_field.structure import structure
from rcr.model import Factor, Model, Variable
from rcr.relaxation import ClonedModel, Relaxation
from tests import oracle
from tests.mean_field.models import (
    bound_by_definition,
    engines,
    possible,
    random_model,
    scale,
    walk,
)
from tests.strategies import relaxations, seeds

MODELS, CHUNK = 2000, 100
ROUNDING = 1e-9


def check(cloned, relaxation, found):
    """Everything that is promised of one bound."""
    exact, margin = oracle.exact(cloned.model, True), ROUNDING * scale(cloned.model)
    assert found.lower == pytest.approx(bound_by_definition(cloned, found), abs=margin)
    assert found.lower <= exact + margin
    assert (np.diff(found.curve) >= -margin).all()
    assert not np.isnan(found.eta).any()
    if relaxation.complete:
        assert found.lower == pytest.approx(exact, abs=margin)
    held = bounds_with_states_held(found, relaxation, engines())
    assert (held <= np.concatenate(oracle.exact_marginals(cloned.model, True)) + margin).all()


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, MODELS, CHUNK))
def test_never_above_never_falling_exact_at_the_end(first):
    """2,000 random models, each from nothing recovered to everything."""
    tested = 0
    for seed in range(first, first + CHUNK):
        model, rng = random_model(seed), np.random.default_rng([seed, 1])
        assignment = possible(model, rng)
        if assignment is None:
            continue
        cloned = ClonedModel(model)
        for relaxation, found in walk(cloned, assignment, rng):
            check(cloned, relaxation, found)
        tested += 1
    assert tested > CHUNK / 2


@settings(max_examples=50, deadline=None)
@given(relaxations(), seeds)
def test_any_relaxation(relaxation, seed):
    assignment = possible(relaxation.cloned.model, np.random.default_rng(seed))
    if assignment is not None:
        found = mean_field(relaxation, assignment, engines())
        check(relaxation.cloned, relaxation, found)


def star(arms, length, wide, rng):
    """Pairs along the arms of a star, whose middle is variable 0, under one wide factor."""
    n = 1 + arms * length
    scopes = [(v, v - 1 if (v - 1) % length else 0) for v in range(1, n)]
    return Model(
        tuple(Variable.numbered(f"x{v}", 2) for v in range(n)),
        tuple(Factor(s, rng.normal(size=(2,) * len(s))) for s in [*scopes, wide]),
    )


@pytest.mark.parametrize("wide", [(2, 4), (2, 4, 6), (2, 4, 6, 8), (1, 2, 4, 6)])
def test_a_cut_factor_over_the_ends_of_the_arms(wide):
    """What is carried along every arm is combined where they meet."""
    rng = np.random.default_rng(7)
    for _ in range(5):
        cloned = ClonedModel(star(4, 2, wide, rng))
        pairs = cloned.ground.con_factor < len(cloned.ground.factor_ptr) - 2
        relaxation = Relaxation(cloned, pairs)
        spread = structure(relaxation, engines(), np.inf).kept.spread
        assert spread.apart.tolist() == [True]
        met = np.diff(spread.by_clique)
        assert met.max() >= min(len(wide), 3)
        found = mean_field(relaxation, np.zeros(9, np.int64), engines())
        check(cloned, relaxation, found)


def test_two_far_variables_of_a_factor_that_reaches_another_component():
    """Their joint distribution is carried, and asked for by the third variable."""
    rng = np.random.default_rng(3)
    model = star(3, 2, (2, 4, 5), rng)
    cloned = ClonedModel(model)
    # the arm of variables 5 and 6 is cut off at the middle
    kept = np.array([c.factor not in (4, 6) for c in cloned.constraints])
    relaxation = Relaxation(cloned, kept)
    made = structure(relaxation, engines(), np.inf)
    assert sorted(made.kept.spread.apart.tolist()) == [False, False, False, True]
    check(cloned, relaxation, mean_field(relaxation, np.zeros(7, np.int64), engines()))


def test_without_zeros_it_beats_the_assignment_it_starts_from():
    for seed in range(10):
        cloned = ClonedModel(generate("grid", rows=3, cols=3, seed=seed))
        values = oracle.original(cloned.model)
        best = np.array(np.unravel_index(values.argmax(), values.shape))
        found = mean_field(Relaxation.decomposed(cloned), best, engines())
        assert found.lower > values.max()


def test_zeros_of_cut_factors_are_avoided():
    """Two variables that must be equal, both cut off: only one of the two ways is possible."""
    equal = Factor.of((0, 1), np.eye(2))
    model = Model(tuple(Variable.numbered(n, 2) for n in "ab"), (equal, equal))
    cloned = ClonedModel(model)
    found = mean_field(Relaxation.decomposed(cloned), np.array([1, 1]), engines())
    assert found.lower == 0.0
    one = mean_field(Relaxation(cloned, [True, True, False, False]), np.ones(2, int), engines())
    assert one.lower == 0.0
    both = mean_field(Relaxation.everything(cloned), np.array([1, 1]), engines(), one)
    assert both.lower == pytest.approx(np.log(2))


def test_soft_parts_of_a_model_with_zeros_are_free():
    """A recovered hard factor mixes its states at once, although no variable can change alone."""
    odd = Factor.of((0, 1, 2), np.indices((2, 2, 2)).sum(0) % 2)
    soft = Factor((2, 3), np.zeros((2, 2)))
    model = Model(tuple(Variable.numbered(n, 2) for n in "abcd"), (odd, soft))
    cloned = ClonedModel(model)
    relaxation = Relaxation(cloned, [True, True, True, False, False])
    found = mean_field(relaxation, np.array([1, 0, 0, 0]), engines())
    assert found.lower == pytest.approx(np.log(8))


def test_what_has_settled_is_not_done_again():
    cloned = ClonedModel(generate("grid", rows=3, cols=3))
    relaxation = Relaxation.forest(cloned)
    found = mean_field(relaxation, np.zeros(9, np.int64), engines())
    assert found.settled
    assert mean_field(relaxation, np.zeros(9, np.int64), engines(), found) is found
    factor = cloned.ground.con_factor[relaxation.relaxed[0]]
    more = relaxation.with_recovered(np.flatnonzero(cloned.ground.con_factor == factor))
    again = mean_field(more, np.zeros(9, np.int64), engines(), found)
    assert again.lower >= found.lower


def test_what_is_too_dear_keeps_fewer_factors_or_does_nothing():
    cloned = ClonedModel(generate("grid", rows=4, cols=4))
    relaxation, states = Relaxation.forest(cloned), np.zeros(16, np.int64)
    all_of_them = mean_field(relaxation, states, engines())
    few = mean_field(relaxation, states, engines(), max_entries=200)
    assert few.kept.sum() < all_of_them.kept.sum()
    check(cloned, relaxation, few)
    assert mean_field(relaxation, states, engines(), max_entries=1) is None


def test_a_model_without_factors_or_variables():
    nothing = ClonedModel(Model((), (Factor((), np.array(1.5)),)))
    found = mean_field(Relaxation.decomposed(nothing), np.zeros(0, np.int64), engines())
    assert found.lower == 1.5
    alone = ClonedModel(Model((Variable.numbered("a", 3),), ()))
    found = mean_field(Relaxation.decomposed(alone), np.zeros(1, np.int64), engines())
    assert found.lower == pytest.approx(np.log(3))
