"""Spin glasses: random couplings on a random graph, with no geometry to help."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._pairwise import Coupling, Couplings, Field, States, numbered, pairwise
from rcr.generators._portable import Seed, below, shuffled, stream
from rcr.model import Model, ModelError
from rcr.registry import Between, Choice, plugin

Edge = tuple[int, int]


@plugin("generator", effort=lambda p: p["variables"] * p["degree"])
def spin_glass(
    *,
    variables: Annotated[int, Between(2, 10_000, "variables of the graph")] = 20,
    graph: Annotated[
        str,
        Choice(
            ("regular", "random"),
            "regular: every variable has the same degree; random: Erdős and Rényi's, so many "
            "edges anywhere",
        ),
    ] = "regular",
    degree: Annotated[
        int, Between(1, 20, "neighbours of each variable, on average in a random graph")
    ] = 3,
    states: States = 2,
    couplings: Couplings = "signs",
    coupling: Coupling = 1.0,
    field: Field = 0.5,
    seed: Seed = 0,
) -> Model:
    """Random couplings on a random graph whose loops are long and frustrated.

    ``regular``: half-edges shuffled and paired, then pairs that join a variable to itself or
    repeat an edge are mended by exchanging ends with random other pairs. ``random``:
    variables·degree/2 different edges, each equally likely. Then fields and couplings.
    """
    if degree >= variables:
        raise ModelError(
            f"a variable can have at most {variables - 1} neighbours among {variables}, not "
            f"{degree}; choose a smaller degree"
        )
    rng = stream(seed)
    if graph == "regular":
        if variables * degree % 2:
            raise ModelError(
                f"no graph gives {variables} variables {degree} neighbours each: the product "
                "must be even; change one by 1"
            )
        edges = _regular(rng, variables, degree)
    else:
        edges = _random(rng, variables, variables * degree // 2)
    name = f"spin-glass-{variables}-s{seed}"
    return pairwise(
        name, numbered(variables, states), sorted(edges), rng, coupling, field, couplings
    )


def _edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)


def _random(rng: np.random.Generator, n: int, count: int) -> set[Edge]:
    edges: set[Edge] = set()
    while len(edges) < count:
        a, b = below(rng, n), below(rng, n)
        if a != b:
            edges.add(_edge(a, b))
    return edges


def _regular(rng: np.random.Generator, n: int, degree: int) -> set[Edge]:
    if (
        2 * degree >= n
    ):  # a dense graph is what a sparse one leaves out: mending would hardly find room
        left_out = _regular(rng, n, n - 1 - degree) if degree < n - 1 else set()
        return {(a, b) for a in range(n) for b in range(a + 1, n)} - left_out
    while (edges := _mended(rng, (shuffled(rng, n * degree) % n).tolist())) is None:
        pass  # hardly ever, and then on a handful of variables
    return edges


def _mended(rng: np.random.Generator, ends: list[int]) -> set[Edge] | None:
    """The pairs as edges, ends exchanged until none is a loop or there twice; nothing if that does
    not come to an end.
    """
    edges: set[Edge] = set()
    loose = []
    for a, b in zip(ends[::2], ends[1::2], strict=True):
        if a == b or _edge(a, b) in edges:
            loose.append((a, b))
        else:
            edges.add(_edge(a, b))
    listed = sorted(edges)
    for _ in range(20 * len(ends)):
        if not loose or not listed:
            break
        a, b = loose[-1]
        i = below(rng, len(listed))
        c, d = listed[i] if rng.random() < 0.5 else listed[i][::-1]
        new = {_edge(a, c), _edge(b, d)}
        if a != c and b != d and len(new) == 2 and not new & edges:
            edges.remove(_edge(c, d))
            edges |= new
            listed[i : i + 1] = sorted(new)
            loose.pop()
    return None if loose else edges
