"""Weighted constraint problems: wide factors that forbid a part of their entries and weigh the
others.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._pairwise import numbered
from rcr.generators._portable import Seed, below, refuse_large, shuffled, stream
from rcr.model import Factor, Model
from rcr.registry import Between, Choice, plugin


@plugin("generator", effort=lambda p: p["constraints"] * p["arity"])
def weighted_constraints(
    *,
    variables: Annotated[int, Between(2, 2_000, "variables of the problem")] = 16,
    states: Annotated[int, Between(2, 12, "states of each variable")] = 3,
    constraints: Annotated[int, Between(1, 10_000, "factors, each over different variables")] = 16,
    arity: Annotated[int, Between(2, 8, "variables of a factor")] = 4,
    forbidden: Annotated[float, Between(0, 1, "share of the entries that are zero")] = 0.5,
    kind: Annotated[
        str,
        Choice(("hidden", "free"), "hidden: one assignment is spared; free: nothing is"),
    ] = "hidden",
    spread: Annotated[float, Between(0, 10, "how much the other entries differ")] = 2.0,
    seed: Seed = 0,
) -> Model:
    """Random factors over several variables, in which a share of all entries is impossible.

    Each factor: which variables, then for every entry whether it is zero and otherwise
    log ψ ~ U[−spread, spread]. ``hidden``: the entries of one random assignment are never zero, so
    that there is a solution.
    """
    arity = min(arity, variables)
    refuse_large(constraints, constraints * states**arity)
    rng = stream(seed)
    secret = [below(rng, states) for _ in range(variables)]
    factors = []
    for _ in range(constraints):
        scope = tuple(sorted(shuffled(rng, variables)[:arity].tolist()))
        zero = rng.random((states,) * arity) < forbidden
        weights = (2 * rng.random((states,) * arity) - 1) * spread
        if kind == "hidden":
            zero[tuple(secret[v] for v in scope)] = False
        factors.append(Factor(scope, np.where(zero, -np.inf, weights)))
    name = f"weighted-constraints-{variables}-s{seed}"
    return Model(numbered(variables, states), tuple(factors), name=name)
