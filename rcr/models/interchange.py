"""Models from Python data that other libraries keep: a networkx graph with tables, or conditional
tables in the form pgmpy uses.

A pairwise model on a graph:

>>> import networkx as nx
>>> graph = nx.Graph()
>>> graph.add_node("rain", states=["no", "yes"], potential=[0.8, 0.2])
>>> graph.add_node("wet", states=["no", "yes"])
>>> graph.add_edge("rain", "wet", table=[[0.9, 0.1], [0.2, 0.8]], scope=("rain", "wet"))
>>> model = from_networkx(graph)
>>> [(v.name, v.states) for v in model.variables]
[('rain', ('no', 'yes')), ('wet', ('no', 'yes'))]
>>> [f.scope for f in model.factors]
[(0,), (0, 1)]

The same model as a Bayesian network, with the arguments of pgmpy's ``TabularCPD``:

>>> rain = {"variable": "rain", "variable_card": 2, "values": [[0.8], [0.2]],
...         "state_names": {"rain": ["no", "yes"]}}
>>> wet = {"variable": "wet", "variable_card": 2, "values": [[0.9, 0.2], [0.1, 0.8]],
...        "evidence": ["rain"], "evidence_card": [2]}
>>> network = from_cpds([rain, wet], edges=[("rain", "wet")])
>>> round(float(network.log_value([0, 0]) - model.log_value([0, 0])), 12)
0.0
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from rcr.bayesian_network import families
from rcr.model import Factor, Model, ModelError, Variable


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
    variables = _variables(
        [node for node, _ in nodes], [attributes.get("states", 2) for _, attributes in nodes]
    )
    index = {node: i for i, (node, _) in enumerate(nodes)}
    factors = []
    for node, attributes in nodes:
        if attributes.get("potential") is not None:
            factors.append(
                _factor(
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
        table = _array(attributes["table"], where)
        first, second = _ends(
            u, v, table, attributes.get("scope"), graph.is_directed(), variables, index, where
        )
        factors.append(_factor((first, second), table, variables, where, log_space))
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


def from_cpds(
    cpds: Iterable[Any],
    edges: Iterable[tuple[Hashable, Hashable]] | None = None,
    *,
    name: str = "network",
) -> Model:
    """The Bayesian network of conditional probability tables, one for each variable.

    Parameters
    ----------
    cpds
        Mappings with the arguments of pgmpy's ``TabularCPD``: ``variable``, ``variable_card``,
        ``values`` (a row for each state of the variable, a column for each combination of the
        states of the evidence, the last evidence variable running fastest), and where they apply
        ``evidence``, ``evidence_card`` and ``state_names`` (variable to names of states).
        ``TabularCPD`` objects themselves will do.
    edges
        Pairs of parent and child; if given, they must be those that the tables imply.
    name
        What the model is called.
    """
    tables = [_fields(cpd) for cpd in cpds]
    variables = _variables(
        [t["variable"] for t in tables],
        [(t.get("state_names") or {}).get(t["variable"], t["variable_card"]) for t in tables],
    )
    index = {t["variable"]: i for i, t in enumerate(tables)}
    implied = {(parent, t["variable"]) for t in tables for parent in t.get("evidence") or ()}
    if edges is not None and (wrong := {tuple(edge) for edge in edges} ^ implied):
        parent, child = min(wrong, key=str)
        raise ModelError(
            f"the edge {parent} → {child} is in the "
            f"{'tables' if (parent, child) in implied else 'edges'} only; give it in both"
        )
    model = Model(variables, tuple(_family(t, variables, index) for t in tables), "BAYES", name)
    families(model)  # which refuses cycles
    return model


def _family(
    t: Mapping[str, Any], variables: tuple[Variable, ...], index: Mapping[Hashable, int]
) -> Factor:
    """The factor of one table: the parents in their order, then the variable."""
    where, parents = f"the table of {t['variable']}", list(t.get("evidence") or ())
    for parent in parents:
        if parent not in index:
            raise ModelError(f"{where}: its parent {parent} has no table of its own; add one")
    scope = tuple(index[node] for node in (*parents, t["variable"]))
    *cards, card = (variables[v].card for v in scope)
    given = [*(t.get("evidence_card") or cards), t["variable_card"]]
    if given != [*cards, card]:
        raise ModelError(
            f"{where}: evidence_card and variable_card are {given}; by the tables of these "
            f"variables they are {[*cards, card]}"
        )
    for other, names in (t.get("state_names") or {}).items():
        if other in index and tuple(map(str, names)) != variables[index[other]].states:
            raise ModelError(
                f"{where}: it names the states of {other} otherwise than {other}'s own table; "
                "use the same names in the same order"
            )
    values = _array(t["values"], where)
    values = values[:, None] if values.ndim == 1 and not parents else values
    if values.shape != (card, prod(cards)):
        raise ModelError(
            f"{where}: its values have the shape {values.shape}; {card} rows and "
            f"{prod(cards)} columns are needed"
        )
    return _factor(
        scope, np.moveaxis(values.reshape(card, *cards), 0, -1), variables, where, log_space=False
    )


def _fields(cpd: Any) -> Mapping[str, Any]:
    """The fields of a table: of a mapping its own, of a ``TabularCPD`` what it was made of."""
    if not isinstance(cpd, Mapping):
        cpd = {
            "variable": cpd.variable,
            "variable_card": int(cpd.cardinality[0]),
            "values": cpd.get_values(),
            "evidence": list(cpd.variables[1:]),
            "evidence_card": list(cpd.cardinality[1:]),
            "state_names": cpd.state_names,
        }
    missing = [field for field in ("variable", "variable_card", "values") if field not in cpd]
    if missing:
        raise ModelError(
            f"a table has no {missing[0]}; it needs variable, variable_card and values, and "
            "with parents evidence"
        )
    found: Mapping[str, Any] = cpd
    return found


def _variables(nodes: Sequence[Hashable], states: Sequence[Any]) -> tuple[Variable, ...]:
    """A variable for each node; ``states`` has their names, or how many there are."""
    names = list(map(str, nodes))
    if len(set(names)) < len(names):
        raise ModelError(
            "two nodes are called "
            f"{next(n for i, n in enumerate(names) if n in names[:i])!r}; rename one of them"
        )
    made = []
    for name, own in zip(names, states, strict=True):
        if isinstance(own, int | np.integer):
            made.append(Variable.numbered(name, int(own)))
        else:
            made.append(Variable(name, tuple(map(str, own))))
    return tuple(made)


def _array(values: Any, where: str) -> np.ndarray:
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ModelError(
            f"{where}: its values are no table of numbers; give lists of equal length or an array"
        ) from None


def _factor(
    scope: tuple[int, ...],
    values: Any,
    variables: tuple[Variable, ...],
    where: str,
    log_space: bool,
) -> Factor:
    table, shape = _array(values, where), tuple(variables[v].card for v in scope)
    if table.shape != shape:
        raise ModelError(
            f"{where}: its table has the shape {table.shape}; its variables need {shape}"
        )
    try:
        return Factor(scope, table) if log_space else Factor.of(scope, table)
    except ModelError as error:
        raise ModelError(f"{where}: {error}") from None
