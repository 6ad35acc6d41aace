"""Draws and logarithms that do not depend on the machine: they are what they say they are."""

from __future__ import annotations

import decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.generators._portable import below, logarithms, noise, refuse_large, shuffled, stream
from rcr.model import ModelError


@given(st.lists(st.floats(5e-324, 1.7e308), min_size=1, max_size=20))
def test_a_logarithm_is_right_to_three_units_of_the_last_digit(values):
    found = logarithms(np.array(values))
    context = decimal.Context(prec=40)
    for x, y in zip(values, found.tolist(), strict=True):
        right = float(context.ln(decimal.Decimal(x)))
        assert abs(y - right) <= 3 * np.spacing(abs(right))


def test_the_logarithms_of_zero_and_one_are_exact_and_shapes_are_kept():
    assert logarithms(np.array([[0.0, 1.0]])).tolist() == [[-np.inf, 0.0]]
    assert logarithms(2.0) == np.log(2)


def test_noise_has_mean_zero_and_variance_one():
    draws = noise(stream(0), 20_000)
    assert draws.mean() == pytest.approx(0, abs=0.03)
    assert draws.var() == pytest.approx(1, abs=0.05)
    assert np.abs(draws).max() > 3


def test_a_shuffle_is_a_permutation_and_every_number_can_come_first():
    rng = stream(1)
    orders = [shuffled(rng, 5).tolist() for _ in range(200)]
    assert all(sorted(order) == [0, 1, 2, 3, 4] for order in orders)
    assert {order[0] for order in orders} == {0, 1, 2, 3, 4}
    assert {below(rng, 3) for _ in range(100)} == {0, 1, 2}


def test_a_model_beyond_the_limit_is_refused_before_it_is_made():
    refuse_large(1000, 10_000_000)
    with pytest.raises(
        ModelError,
        match=r"1,000 factors with 100,000,000 table entries .* about 1.5 GiB.* choose fewer",
    ):
        refuse_large(1000, 100_000_000)
