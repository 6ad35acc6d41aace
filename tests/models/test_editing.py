"""Editing a factor changes that factor and what was asked for, nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr import Factor, Model, ModelError, Variable, generate
from rcr.models.editing import coupling, with_coupling, with_entries, with_table

reals = st.floats(-5, 5)


def pair(table: np.ndarray) -> Model:
    n, m = table.shape
    return Model((Variable.numbered("A", n), Variable.numbered("B", m)), (Factor((0, 1), table),))


@given(
    st.integers(2, 4).flatmap(
        lambda n: st.tuples(
            reals, st.lists(reals, min_size=n, max_size=n), st.lists(reals, min_size=n, max_size=n)
        )
    )
)
def test_the_coupling_is_found_beside_any_fields(drawn):
    w, f, g = drawn
    factor = Factor((0, 1), w * np.eye(len(f)) + np.array(f)[:, None] + np.array(g)[None, :])
    assert coupling(factor) == pytest.approx(w, abs=1e-7)


@given(st.lists(reals, min_size=4, max_size=4), reals)
def test_another_coupling_keeps_what_the_factor_says_of_each_variable(values, w):
    model = pair(np.array(values).reshape(2, 2))
    before, after = model.factors[0].log_table, with_coupling(model, 0, w).factors[0].log_table
    assert coupling(Factor((0, 1), after)) == pytest.approx(w, abs=1e-7)
    change = after - before
    assert change[0, 1] == change[1, 0] == 0
    assert change[0, 0] == pytest.approx(change[1, 1])


@pytest.mark.parametrize(
    "table",
    [
        np.zeros((2, 3)),
        np.array([[0.0, -np.inf], [0.0, 0.0]]),
        np.arange(9.0).reshape(3, 3) ** 2,
        np.zeros(2),
    ],
    ids=["not square", "a zero", "more than a coupling", "one variable"],
)
def test_other_tables_have_no_coupling(table):
    scope = tuple(range(table.ndim))
    assert coupling(Factor(scope, table)) is None


def test_a_factor_without_coupling_is_refused():
    with pytest.raises(ModelError, match="has no coupling"):
        with_coupling(pair(np.zeros((2, 3))), 0, 1.0)


def test_only_the_chosen_part_of_the_chosen_factor_changes():
    model = generate("parity-checks", bits=8, checks_per_bit=2, bits_per_check=4)
    i = next(i for i, f in enumerate(model.factors) if len(f.scope) == 4)
    index = (slice(None), 1, slice(None), 0)
    edited = with_entries(model, i, index, np.array([[0.0, 1.0], [2.0, 3.0]]))
    plain = np.exp(edited.factors[i].log_table)
    np.testing.assert_allclose(plain[index], [[0, 1], [2, 3]])
    rest = np.ones(plain.shape, dtype=bool)
    rest[index] = False
    assert (edited.factors[i].log_table[rest] == model.factors[i].log_table[rest]).all()
    assert all(
        a is b for k, (a, b) in enumerate(zip(edited.factors, model.factors, strict=True)) if k != i
    )
    assert edited.digest != model.digest


@pytest.mark.parametrize("wrong", [-1.0, np.nan, np.inf])
def test_a_value_that_is_no_entry_is_refused(wrong):
    with pytest.raises(ModelError, match="0 or more"):
        with_entries(pair(np.zeros((2, 2))), 0, (0, 0), np.array(wrong))


def test_a_table_of_another_shape_is_refused():
    with pytest.raises(ModelError, match="shape"):
        with_table(pair(np.zeros((2, 2))), 0, np.zeros((2, 3)))
