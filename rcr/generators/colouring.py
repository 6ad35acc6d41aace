"""Colourings: neighbours in a random graph must differ, and every variable has its favourites."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._pairwise import numbered
from rcr.generators._portable import Seed, below, refuse_large, shuffled, stream
from rcr.model import Factor, Model, ModelError
from rcr.registry import Between, Choice, plugin


@plugin("generator", effort=lambda p: p["variables"] * (1 + p["degree"]))
def colouring(
    *,
    variables: Annotated[int, Between(2, 5_000, "variables to be coloured")] = 20,
    colours: Annotated[int, Between(2, 12, "colours, the states of each variable")] = 3,
    degree: Annotated[float, Between(0, 20, "neighbours of each variable, on average")] = 4.0,
    kind: Annotated[
        str,
        Choice(("hidden", "free"), "hidden: a colouring was hidden in it; free: any graph"),
    ] = "hidden",
    field: Annotated[float, Between(0, 10, "how much a variable may prefer a colour")] = 1.0,
    seed: Seed = 0,
) -> Model:
    """Colour a random graph so that neighbours differ, as much as possible to everybody's liking.

    ``hidden``: the variables get colours first, each colour about equally often, and only
    variables of different colours become neighbours, so that there is a colouring. Edges are
    drawn one by one, each pair that may be one equally likely. Then log ψ_i(x) ~ U[−field,
    field] for every variable and colour.
    """
    wanted = round(variables * degree / 2)
    refuse_large(wanted + variables, wanted * colours * colours + variables * colours)
    rng = stream(seed)
    secret = shuffled(rng, variables)
    if kind == "hidden":
        secret %= colours
    sizes = np.bincount(secret)
    possible = (variables * variables - int((sizes * sizes).sum())) // 2
    if wanted > possible:
        raise ModelError(
            f"only {possible} pairs of these {variables} variables may be neighbours, not "
            f"{wanted}; choose a smaller degree or more variables"
        )
    edges: set[tuple[int, int]] = set()
    while len(edges) < wanted:
        a, b = below(rng, variables), below(rng, variables)
        if secret[a] != secret[b]:
            edges.add((min(a, b), max(a, b)))
    differ = np.where(np.eye(colours, dtype=bool), -np.inf, 0.0)
    likes = (2 * rng.random((variables, colours)) - 1) * field
    factors = [Factor(edge, differ) for edge in sorted(edges)]
    factors += [Factor((v,), likes[v]) for v in range(variables)]
    name = f"colouring-{variables}-s{seed}"
    return Model(numbered(variables, colours), tuple(factors), name=name)
