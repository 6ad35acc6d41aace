"""Random Bayesian networks: a conditional table for each variable, given a few that come before
it.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._pairwise import States, numbered
from rcr.generators._portable import Seed, below, logarithms, refuse_large, shuffled, stream
from rcr.model import Factor, Model
from rcr.registry import Between, plugin


@plugin("generator", effort=lambda p: p["variables"] * max(1, p["parents"]))
def bayesian_network(
    *,
    variables: Annotated[int, Between(1, 5_000, "variables of the network")] = 20,
    parents: Annotated[int, Between(0, 5, "the most parents a variable can have")] = 2,
    reach: Annotated[int, Between(1, 5_000, "how far before a variable its parents may lie")] = 8,
    states: States = 2,
    sharpness: Annotated[
        int, Between(1, 20, "1: rows drawn evenly; larger: one state takes nearly everything")
    ] = 3,
    seed: Seed = 0,
) -> Model:
    """A directed network in which each variable depends on a few just before it.

    The draw, variable by variable: how many parents (0 to the most, evenly), which of the
    ``reach`` variables before it, then the table: each entry is U^sharpness, rows scaled to 1.
    """
    limits = [min(parents, reach, v) for v in range(variables)]
    refuse_large(variables, sum(states ** (most + 1) for most in limits))
    rng = stream(seed)
    factors = []
    for v, most in enumerate(limits):
        count = below(rng, most + 1)
        near = v - min(reach, v) + shuffled(rng, min(reach, v))[:count]
        scope = (*sorted(near.tolist()), v)
        factors.append(Factor(scope, logarithms(_rows(rng, states, count, sharpness))))
    return Model(
        numbered(variables, states),
        tuple(factors),
        kind="BAYES",
        name=f"bayesian-network-{variables}-s{seed}",
    )


def _rows(rng: np.random.Generator, states: int, parents: int, sharpness: int) -> np.ndarray:
    """P(x | parents), the variable on the last axis."""
    draws = 1 - rng.random((states,) * (parents + 1))  # above 0, so that no row is empty
    power = draws.copy()
    for _ in range(sharpness - 1):
        power *= draws
    total = np.cumsum(power, axis=-1)[..., -1:]  # added from left to right
    return power / total
