"""Damaged files of every format give a model or one clear sentence; ``benchmarks/fuzz.py`` does
the same a hundred thousand times.
"""

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from benchmarks.fuzz import SEEDS, WORDS, apply, check

EDITS = st.lists(
    st.tuples(st.integers(0, 9), st.floats(0, 1), st.floats(0, 1), st.integers(0, 16 * len(WORDS))),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("ending", SEEDS)
def test_what_is_not_damaged_gives_a_model(ending):
    accepted = [data for data in SEEDS[ending] if check(ending, data) == "model"]
    assert len(accepted) >= len(SEEDS[ending]) - (
        ending == ".npz"
    )  # one archive has two matrices and gets a sentence


@pytest.mark.parametrize("ending", SEEDS)
@settings(max_examples=200, deadline=None, database=None)
@seed(0)
@given(st.data())
def test_a_damaged_file_gives_a_model_or_a_sentence(ending, data):
    text = data.draw(st.sampled_from(SEEDS[ending]))
    assert check(ending, apply(text, data.draw(EDITS))) in ("model", "sentence")


@settings(max_examples=200, deadline=None, database=None)
@seed(0)
@given(st.sampled_from(list(SEEDS)), st.binary(max_size=300))
def test_any_bytes_give_a_model_or_a_sentence(ending, data):
    assert check(ending, data) in ("model", "sentence")
