"""What the families of pairwise models share: couplings w·[x = y] on the edges of a graph and a
field on each variable.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._portable import refuse_large
from rcr.model import Factor, Model, Variable
from rcr.registry import Between, Choice

KINDS = ("mixed", "signs", "attractive", "repulsive")

States = Annotated[int, Between(2, 10, "states of each variable")]
Coupling = Annotated[float, Between(0, 20, "largest strength of a coupling between neighbours")]
Field = Annotated[
    float, Between(0, 20, "largest strength of a field on a variable; 0 leaves the fields out")
]
Couplings = Annotated[
    str,
    Choice(
        KINDS,
        "mixed: from −coupling to coupling; signs: one of the two; attractive: neighbours "
        "want to agree; repulsive: they want to differ",
    ),
]


def pairwise(
    name: str,
    variables: tuple[Variable, ...],
    edges: list[tuple[int, int]],
    rng: np.random.Generator,
    coupling: float,
    field: float,
    couplings: str,
) -> Model:
    """log ψ_ij(x, y) = w_ij·[x = y] on every edge, log ψ_i(x) = F_i(x) ~ U[−field, field] on every
    variable.

    The draw: one U[0, 1) for each state of each variable, then one for each edge, so coupling
    and field only scale a fixed pattern.
    """
    n, states = len(variables), variables[0].card
    refuse_large(len(edges) + n, states * (states * len(edges) + n))
    fields = field * (2 * rng.random((n, states)) - 1)
    draws = rng.random(len(edges))
    pattern = {
        "mixed": 2 * draws - 1,
        "signs": np.where(draws < 0.5, -1.0, 1.0),
        "attractive": draws,
        "repulsive": -draws,
    }[couplings]
    equal = np.eye(states)
    factors = [
        Factor(edge, w * equal + 0.0)
        for edge, w in zip(edges, (coupling * pattern).tolist(), strict=True)
    ]  # + 0.0 turns -0 into 0
    if field:
        factors += [Factor((v,), row) for v, row in enumerate(fields)]
    return Model(variables, tuple(factors), name=name)


def numbered(n: int, states: int) -> tuple[Variable, ...]:
    """Variables X0, X1, … with the same number of states."""
    return tuple(Variable.numbered(f"X{v}", states) for v in range(n))
