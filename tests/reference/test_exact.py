"""The exact answer beside the bounds: right where it is given, refused with its cost where it is
not.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from rcr import Run, generate
from rcr.engines.protocol import TooLarge
from rcr.model import Factor, Model, Variable
from rcr.reference.exact import exact_cost, exact_marginals, exact_value, proved_value
from rcr.relaxation import ClonedModel
from tests import oracle, strategies


@settings(deadline=None)
@given(strategies.models())
def test_it_is_the_brute_force_answer(model):
    cloned = ClonedModel(model)
    for sums in (False, True):
        assert exact_value(cloned, sums) == pytest.approx(oracle.exact(model, sums), abs=1e-9)
        for found, expected in zip(
            exact_marginals(cloned, sums), oracle.exact_marginals(model, sums), strict=True
        ):
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)


def test_what_is_too_much_is_refused_before_it_begins():
    cloned = ClonedModel(generate("grid", rows=40, cols=40))
    cost = exact_cost(cloned)
    assert cost.bytes > 1 << 40
    with pytest.raises(TooLarge, match=f"treewidth {cost.treewidth}"):
        exact_value(cloned, sums=False)
    with pytest.raises(TooLarge, match=f"treewidth {cost.treewidth}"):
        exact_marginals(cloned, sums=True)


def test_a_certificate_anywhere_in_the_history_proves_it():
    run = Run(generate("grid", rows=3, cols=3), start="forest")
    assert proved_value(run) is None
    run.solve()
    best = run.state.lower
    run.goto(0)
    assert proved_value(run) == best == pytest.approx(exact_value(run.cloned, False))


def test_an_infeasible_model_has_the_value_zero():
    run = Run(
        Model(
            (Variable.numbered("x", 2), Variable.numbered("y", 2)),
            (Factor((0, 1), np.full((2, 2), -np.inf)),),
        )
    )
    assert proved_value(run) == -np.inf
