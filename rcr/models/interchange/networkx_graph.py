"""Pairwise models from networkx graphs with tables on their nodes and edges."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from rcr.model import Model, ModelError, Variable
from rcr.models.interchange.parts import array_of, factor_of, variables_of


def from_networkx(graph: Any, *, log_space: bool = False, name: str = "graph") -> Model:
    """The pairwise model on a networkx graph.

    Parameters
    ----------
    graph
        A ``Graph``, ``DiGraph`` or one of their multi-edge kinds. A node may have ``states``
        (names, or how many; two if left out) and ``potential``, one value for each state. An edge
        has ``table``, rows for one end and columns for the other: along a directed edge rows are
        the states of its source. An undirected graph does not remember which end was named first,
        so a table that is not symmetric needs ``scope``, the node of the rows and the node of the
        columns, unless only one way fits its shape.
    log_space
        Whether potentials and tables are natural logarithms.
    name
        What the model is called.
    """
    nodes = list(graph.nodes(data=True))
    variables = variables_of(
        [node for node, _ in nodes], [attributes.get("states", 2) for _, attributes in nodes]
    )
    index = {node: i for i, (node, _) in enumerate(nodes)}
    factors = []
    for node, attributes in nodes:
        if attributes.get("potential") is not None:
            factors.append(
                factor_of(
                    (index[node],), attributes["potential"], variables, f"node {node}", log_space
                )
            )
    for u, v, attributes in graph.edges(data=True):
        where = f"edge {u} – {v}"
        if attributes.get("table") is None:
            raise ModelError(
                f"{where}: it has no table; give the edge the attribute table, rows for one "
                "end and columns for the other"
            )
        table = array_of(attributes["table"], where)
        first, second = _ends(
            u, v, table, attributes.get("scope"), graph.is_directed(), variables, index, where
        )
        factors.append(factor_of((first, second), table, variables, where, log_space))
    return Model(variables, tuple(factors), "MARKOV", name)


def _ends(
    u: Hashable,
    v: Hashable,
    table: np.ndarray,
    scope: Any,
    directed: bool,
    variables: tuple[Variable, ...],
    index: Mapping[Hashable, int],
    where: str,
) -> tuple[int, int]:
    """The variables of the rows and of the columns of an edge's table."""
    i, j = index[u], index[v]
    if scope is not None:
        if sorted(index.get(node, -1) for node in scope) != sorted((i, j)):
            raise ModelError(
                f"{where}: its scope is {scope}; name its two nodes, first the one of the rows"
            )
        return index[scope[0]], index[scope[1]]
    forward, backward = (
        (variables[i].card, variables[j].card),
        (variables[j].card, variables[i].card),
    )
    if directed or i == j or table.shape not in (forward, backward):
        return i, j  # what is wrong with the last two is said where the factor is made
    if forward != backward:
        return (i, j) if table.shape == forward else (j, i)
    if not np.array_equal(table, table.T):
        raise ModelError(
            f"{where}: its table is not symmetric; say which node the rows belong to with "
            f"scope=({u!r}, {v!r}), or use a DiGraph"
        )
    return i, j
