"""Many numbers at once are the doubles that Python reads, to the last bit."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr.compiled.digits import parse
from rcr.formats import decimals

DIGITS = st.from_regex(rb"-?[0-9]{1,20}(\.[0-9]{0,20})?", fullmatch=True)
SPELLED = st.floats(allow_nan=False).map(lambda x: repr(x).encode())
# between two doubles that lie two apart
HALFWAY = st.integers(2**52, 2**53 - 1).map(lambda n: b"%d" % (2 * n + 1))


def same(tokens):
    found = decimals._quick_floats(tokens)
    wanted = np.array([float(token) for token in tokens])
    np.testing.assert_array_equal(found.view(np.int64), wanted.view(np.int64))


@given(st.lists(DIGITS | SPELLED | HALFWAY, min_size=1, max_size=40))
@settings(max_examples=300, deadline=None)
def test_every_number_is_the_nearest_double(tokens):
    same(tokens)


def test_the_numbers_of_random_tables_are_the_nearest_doubles_and_most_are_sure():
    values = np.random.default_rng(5).lognormal(0.0, 3.0, 20_000).tolist()
    tokens = [repr(value).encode() for value in values]
    same(tokens)
    found, sure = np.empty(len(tokens)), np.empty(len(tokens), np.bool_)
    parse(np.frombuffer(b" ".join([*tokens, b""]), np.uint8), found, sure)
    assert sure.mean() > 0.99
    assert np.isclose(found[sure], np.array(values)[sure], rtol=0, atol=0).all()


@pytest.mark.parametrize("word", [b"x", b"1.2.3", b"--1", b"1e", b"-", b"."])
def test_what_is_no_number_ends_what_is_found(word):
    tokens = [b"1"] * decimals.MIN_COMPILED_TOKENS + [word, b"2"]
    assert len(decimals.floats(tokens)) == decimals.MIN_COMPILED_TOKENS
    assert math.isinf(decimals.floats([b"1e999"] * decimals.MIN_COMPILED_TOKENS)[0])
