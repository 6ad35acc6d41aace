"""Random grids, the models of the paper's first experiment."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._portable import Seed, stream
from rcr.model import Factor, Model, Variable
from rcr.registry import Between, Switch, plugin


@plugin("generator", effort=lambda p: p["rows"] * p["cols"])
def grid(
    *,
    rows: Annotated[int, Between(1, 300, "rows of the grid")] = 10,
    cols: Annotated[int, Between(1, 300, "columns of the grid")] = 10,
    states: Annotated[int, Between(2, 10, "states of each variable")] = 2,
    coupling: Annotated[
        float, Between(0, 20, "largest strength of a coupling between neighbours")
    ] = 2.0,
    field: Annotated[float, Between(0, 20, "largest strength of a field on a variable")] = 1.0,
    attractive: Annotated[bool, Switch("couplings only favour equal states")] = False,
    wrap: Annotated[bool, Switch("join opposite borders to a torus")] = False,
    seed: Seed = 0,
) -> Model:
    """Random grid with couplings and fields drawn uniformly (the law of MPLP's test program).

    log ψ_ij(x_i, x_j) = w_ij·[x_i = x_j] + F_i(x_i)/deg(i) + F_j(x_j)/deg(j), with w_ij ~
    U[−coupling, coupling] (U[0, coupling] if attractive) and F_i(x) ~ U[−field, field]. The
    fields are folded into the edges, so every factor has two variables.

    The draw is part of the definition: one stream of U[0, 1) numbers from PCG64(seed), first
    one for each state of each variable (variables row by row), then one for each edge. Edges
    come in the order of their first variable, the one to the right before the one below. So
    coupling and field only scale a fixed pattern.
    """
    n = rows * cols
    edges = neighbours(rows, cols, wrap)
    rng = stream(seed)
    fields = field * (2 * rng.random((n, states)) - 1)
    draws = rng.random(len(edges))
    couplings = coupling * (draws if attractive else 2 * draws - 1)

    variables = tuple(
        Variable.numbered(f"{r},{c}", states) for r in range(rows) for c in range(cols)
    )
    name = f"grid-{rows}x{cols}-s{seed}"
    if not edges:  # a single variable has no edge to hold its field
        return Model(variables, (Factor((0,), fields[0]),), name=name)
    ends = np.array(edges)
    shares = fields / np.bincount(ends.ravel(), minlength=n)[:, None]
    tables = (
        couplings[:, None, None] * np.eye(states)
        + shares[ends[:, 0], :, None]
        + shares[ends[:, 1], None, :]
        + 0.0
    )  # turns -0 into 0
    return Model(variables, tuple(map(Factor, edges, tables)), name=name)


def neighbours(rows: int, cols: int, wrap: bool = False) -> list[tuple[int, int]]:
    """Pairs of neighbours; a torus of one or two rows has no row to close over, since that edge is
    there or joins a variable to itself.
    """
    right = range(cols if wrap and cols > 2 else cols - 1)
    below = range(rows if wrap and rows > 2 else rows - 1)
    edges = []
    for r in range(rows):
        for c in range(cols):
            if c in right:
                edges.append((r * cols + c, r * cols + (c + 1) % cols))
            if r in below:
                edges.append((r * cols + c, (r + 1) % rows * cols + c))
    return edges
