"""Families: which factor belongs to which variable is found from the scopes, and what is no
Bayesian network gets the reason.
"""

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import generate
from rcr.bayesian_network import describe, families
from rcr.model import Factor, Model, ModelError, Variable
from tests.networks import networks


def model(scopes, n, normalised=True):
    """Binary variables a, b, c, …; with ``normalised`` the rows over the last variable of each
    scope sum to 1.
    """
    factors = [Factor.of(s, np.full((2,) * len(s), 0.5 if normalised else 0.6)) for s in scopes]
    return Model(tuple(Variable.numbered("abcdef"[i], 2) for i in range(n)), tuple(factors))


@settings(deadline=None)
@given(networks(child_last=False))
def test_the_children_of_a_network_are_found_in_any_order_of_factors_and_scopes(network):
    found = families(network)
    assert sorted(found.child) == list(range(len(network.variables)))
    parents = {}
    for factor, child in zip(network.factors, found.child, strict=True):
        sums = np.exp(factor.log_table).sum(axis=factor.scope.index(child))
        assert np.allclose(sums, 1)
        parents[child] = set(factor.scope) - {child}
    left = dict(parents)
    while left:  # no cycle: there is always one whose parents are gone
        left.pop(next(v for v, own in left.items() if not own & set(left)))
    assert found.worst < 1e-12


def test_last_in_the_scope_is_the_convention_of_files_and_comes_out():
    assert families(model([(0,), (0, 1), (1, 0, 2)], 3)).child == (0, 1, 2)


@pytest.mark.parametrize(
    ("scopes", "n", "says"),
    [
        ([(0, 1)], 2, "2 variables and 1 factor;"),
        ([(0,), (0,)], 1, "1 variable and 2 factors"),
        ([(), (0,)], 1, "1 variable and 2 factors"),
        ([(0, 1), (1, 0)], 2, "no cycle"),
        ([(0, 1), (1, 2), (2, 0)], 3, "no cycle"),
        ([(0, 1), ()], 2, "has no factor of its own"),
        ([(0,), (0,)], 2, "family of variable a"),
    ],
)
def test_what_is_no_network_gets_the_reason(scopes, n, says):
    with pytest.raises(ModelError, match=says):
        families(model(scopes, n))


def test_in_words():
    assert describe(model([(0,), (0, 1)], 2)) == (
        "a Bayesian network: a table for each variable, its rows sum to 1",
        0.0,
    )
    words, worst = describe(model([(0,), (0, 1)], 2, normalised=False))
    assert (
        words == "not a Bayesian network: rows of 2 tables miss the sum 1, at worst by 0.2; they "
        "are used as they are"
    )
    assert worst == pytest.approx(0.2)
    grid = generate("grid", rows=3, cols=3)
    words, worst = describe(grid)
    assert words.startswith("not a Bayesian network: it has 9 variables and 12 factors")
    assert worst is None


def test_a_row_of_zeros_or_of_huge_numbers_is_no_row_of_probabilities():
    for value in (-np.inf, 800.0):
        network = Model((Variable.numbered("a", 2),), (Factor((0,), np.full(2, value)),))
        assert families(network).worst >= 1
