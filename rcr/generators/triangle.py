"""The paper's running example: three variables A, B, C and a factor on each pair."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._pairwise import Field, States
from rcr.generators._portable import Seed, stream
from rcr.model import Factor, Model, Variable
from rcr.registry import Between, Switch, plugin


@plugin("generator", effort=lambda p: 6)
def triangle(
    *,
    states: States = 2,
    coupling: Annotated[
        float, Between(0, 20, "strength with which each pair holds to its wish")
    ] = 1.0,
    field: Field = 0.5,
    frustrated: Annotated[
        bool,
        Switch(
            "each pair wants to differ (else: to agree); with two states one wish must stay unmet"
        ),
    ] = True,
    seed: Seed = 0,
) -> Model:
    """The paper's triangle: A, B and C, each pair wanting to differ.

    ψ(A, B, C) = ψ_1(A, B) ψ_2(B, C) ψ_3(A, C) with log ψ_i(x, y) = coupling·[x ≠ y] (or [x =
    y]), and fields F(x) ~ U[−field, field] on the three variables, drawn for each state of A,
    then of B, then of C.
    """
    variables = tuple(Variable.numbered(name, states) for name in "ABC")
    fields = field * (2 * stream(seed).random((3, states)) - 1)
    wish = 1 - np.eye(states) if frustrated else np.eye(states)
    factors = [Factor(pair, coupling * wish) for pair in ((0, 1), (1, 2), (0, 2))]
    if field:
        factors += [Factor((v,), row) for v, row in enumerate(fields)]
    return Model(variables, tuple(factors), name=f"triangle-s{seed}")
