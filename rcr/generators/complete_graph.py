"""Complete graphs: every variable coupled with every other, so the treewidth is as large as it can
be.
"""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

from rcr.generators._pairwise import Coupling, Couplings, Field, States, numbered, pairwise
from rcr.generators._portable import Seed, stream
from rcr.model import Model
from rcr.registry import Between, plugin


@plugin("generator", effort=lambda p: p["variables"] ** 2 / 2)
def complete_graph(
    *,
    variables: Annotated[int, Between(2, 200, "variables, all coupled with one another")] = 8,
    states: States = 2,
    couplings: Couplings = "mixed",
    coupling: Coupling = 1.0,
    field: Field = 0.5,
    seed: Seed = 0,
) -> Model:
    """Every pair of variables coupled: many short loops, and no way around the full width."""
    edges = list(combinations(range(variables), 2))
    name = f"complete-graph-{variables}-s{seed}"
    return pairwise(
        name, numbered(variables, states), edges, stream(seed), coupling, field, couplings
    )
