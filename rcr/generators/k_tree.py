"""Random k-trees: as many loops as a given treewidth allows."""

from __future__ import annotations

from typing import Annotated

from rcr.generators._pairwise import Coupling, Couplings, Field, States, numbered, pairwise
from rcr.generators._portable import Seed, below, stream
from rcr.model import Model, ModelError
from rcr.registry import Between, plugin


@plugin("generator", effort=lambda p: p["variables"] * p["width"])
def k_tree(
    *,
    variables: Annotated[int, Between(2, 5_000, "variables of the k-tree")] = 20,
    width: Annotated[
        int, Between(1, 20, "the treewidth k: each new variable joins k that are joined already")
    ] = 2,
    keep: Annotated[
        float, Between(0, 1, "share of the edges kept; below 1 the treewidth is at most k")
    ] = 1.0,
    states: States = 2,
    couplings: Couplings = "mixed",
    coupling: Coupling = 1.0,
    field: Field = 0.5,
    seed: Seed = 0,
) -> Model:
    """A graph of known treewidth: each variable joins a random clique of k earlier ones.

    The draw: for each variable after the first k + 1 a clique of k + 1 and which of its members
    to leave out; then for each edge, in ascending order, whether it is kept; then fields and
    couplings.
    """
    if variables <= width:
        raise ModelError(
            f"a {width}-tree needs at least {width + 1} variables, not {variables}; choose a "
            "smaller width or more variables"
        )
    rng = stream(seed)
    cliques = [tuple(range(width + 1))]
    edges = [(a, b) for b in range(width + 1) for a in range(b)]
    for v in range(width + 1, variables):
        clique, left_out = cliques[below(rng, len(cliques))], below(rng, width + 1)
        base = clique[:left_out] + clique[left_out + 1 :]
        edges += [(a, v) for a in base]
        cliques.append((*base, v))
    edges.sort()
    kept = [
        edge
        for edge, draw in zip(edges, rng.random(len(edges)).tolist(), strict=True)
        if draw < keep
    ]
    name = f"{width}-tree-{variables}-s{seed}"
    return pairwise(name, numbered(variables, states), kept, rng, coupling, field, couplings)
