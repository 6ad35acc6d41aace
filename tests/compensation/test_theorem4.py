"""Theorem 4: on the fully decomposed model the updates are those of max-sum and sum-product
diffusion.

The formula is written here from the paper's appendix (Equation 1.17 of Sontag, Globerson and
Jaakkola 2011), with the unary factors on the original variables:

    log θ_{X_i}(x) = −½ [log ψ_X(x) + Σ_{j≠i} log θ_{X_j}(x)]
                     +½ max_{x_i ⊨ x} [log ψ_i(x_i) − Σ_{Y≠X} log θ_{Y_i}(y)] + log α

and the additive constant fixed by log θ(first state) = 0.
"""

import numpy as np
import pytest
from hypothesis import given, settings

from rcr.run import Run
from tests.oracle import reduce
from tests.strategies import FINITE, models


def diffusion(model, sweeps, sums):
    """log θ_{X_i} for every (factor, variable) after so many sweeps in the order of factors, then
    positions.
    """
    unary = [np.zeros(d) for d in model.cards]
    for f in model.factors:
        if len(f.scope) == 1:
            unary[f.scope[0]] = unary[f.scope[0]] + f.log_table
    theta = {
        (i, v): np.zeros(model.cards[v])
        for i, f in enumerate(model.factors)
        if len(f.scope) > 1
        for v in f.scope
    }
    for _ in range(sweeps):
        for i, v in theta:
            scope, inside = model.factors[i].scope, model.factors[i].log_table
            for p, u in enumerate(scope):
                if u != v:
                    inside = inside - theta[i, u].reshape(
                        [-1 if q == p else 1 for q in range(len(scope))]
                    )
            inside = reduce(inside, tuple(p for p, u in enumerate(scope) if u != v), sums)
            outside = unary[v] + sum(t for (j, u), t in theta.items() if u == v and j != i)
            new = 0.5 * (inside - outside)
            theta[i, v] = new - new[0]
    return theta


@pytest.mark.parametrize("task", ["mpe", "z"])
@pytest.mark.parametrize("sweeps", [1, 2, 7])
@settings(max_examples=60, deadline=None)
@given(model=models(kinds=FINITE, evidence=False))
def test_updates_on_the_decomposed_model_are_diffusion(task, sweeps, model):
    run = Run(model, task=task, order="index")
    run.sweep(sweeps)
    expected = list(diffusion(model, sweeps, task == "z").values())
    expected = np.concatenate(expected) if expected else np.zeros(0)
    np.testing.assert_allclose(
        run.state.theta.array(), np.concatenate([expected, -expected]), rtol=1e-9, atol=1e-9
    )
