"""Logic networks: Bayesian networks in which most variables follow from others without any doubt,
seen through some of their outputs.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._pairwise import numbered
from rcr.generators._portable import Seed, below, logarithms, refuse_large, shuffled, stream
from rcr.model import Factor, Model
from rcr.registry import Between, plugin


@plugin("generator", effort=lambda p: p["inputs"] + p["gates"] * p["inputs_of_gate"])
def logic_network(
    *,
    inputs: Annotated[int, Between(1, 500, "inputs, each 1 with a probability of its own")] = 12,
    gates: Annotated[int, Between(1, 2_000, "gates: variables that follow from others")] = 24,
    inputs_of_gate: Annotated[int, Between(1, 8, "variables that each gate looks at")] = 3,
    observed: Annotated[int, Between(0, 500, "of the last gates, how many are observed")] = 4,
    seed: Seed = 0,
) -> Model:
    """Which inputs explain the observed outputs of a circuit best, when every gate is sure of
    its output.

    Each input is 1 with probability U[0.05, 0.95]. A gate is a random truth table over a few
    variables before it, P(x | parents) 0 or 1. Inputs are then drawn, the gates computed, and the
    last of them observed; so there is always an explanation.
    """
    fan = [min(inputs_of_gate, inputs + g) for g in range(gates)]
    refuse_large(inputs + gates, 2 * inputs + sum(2 ** (n + 1) for n in fan))
    rng = stream(seed)
    chance = 0.05 + 0.9 * rng.random(inputs)
    world = (rng.random(inputs) < chance).astype(int).tolist()
    factors = [Factor((v,), logarithms(np.array([1 - p, p]))) for v, p in enumerate(chance)]
    for g, n in enumerate(fan):
        parents = sorted(shuffled(rng, inputs + g)[:n].tolist())
        truth = np.array([below(rng, 2) for _ in range(2**n)]).reshape((2,) * n)
        sure = np.stack([truth == 0, truth == 1], axis=-1)
        factors.append(Factor((*parents, inputs + g), np.where(sure, 0.0, -np.inf)))
        world.append(int(truth[tuple(world[p] for p in parents)]))
    seen = range(inputs + gates - min(observed, gates), inputs + gates)
    return Model(
        numbered(inputs + gates, 2),
        tuple(factors),
        kind="BAYES",
        name=f"logic-network-{inputs}-{gates}-s{seed}",
        evidence={v: world[v] for v in seen},
    )
