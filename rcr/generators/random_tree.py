"""Random trees: no loops, so relaxation loses nothing that compensation cannot bring back."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Annotated

from rcr.generators._pairwise import Coupling, Couplings, Field, States, numbered, pairwise
from rcr.generators._portable import Seed, below, stream
from rcr.model import Model
from rcr.registry import Between, plugin


@plugin("generator", effort=lambda p: p["variables"])
def random_tree(
    *,
    variables: Annotated[int, Between(2, 10_000, "variables of the tree")] = 20,
    states: States = 2,
    couplings: Couplings = "mixed",
    coupling: Coupling = 1.0,
    field: Field = 0.5,
    seed: Seed = 0,
) -> Model:
    """A tree drawn evenly among all trees on these variables: no loops, the bound becomes exact by
    compensation alone.

    The draw begins with the tree's Prüfer sequence: variables − 2 numbers, each leaf in turn
    joined to the next of them.
    """
    rng = stream(seed)
    joints = [below(rng, variables) for _ in range(variables - 2)]
    edges = tree_of(joints)
    return pairwise(
        f"random-tree-{variables}-s{seed}",
        numbered(variables, states),
        edges,
        rng,
        coupling,
        field,
        couplings,
    )


def tree_of(joints: list[int]) -> list[tuple[int, int]]:
    """The edges of the tree with this Prüfer sequence, ends in ascending order."""
    degree = [1] * (len(joints) + 2)
    for v in joints:
        degree[v] += 1
    leaves = [v for v, d in enumerate(degree) if d == 1]
    heapify(leaves)
    edges = []
    for v in joints:
        leaf = heappop(leaves)
        edges.append((min(leaf, v), max(leaf, v)))
        degree[v] -= 1
        if degree[v] == 1:
            heappush(leaves, v)
    edges.append((heappop(leaves), heappop(leaves)))
    return sorted(edges)
