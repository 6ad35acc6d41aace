"""Models from and to those of pgmpy: Bayesian networks, Markov networks and factor graphs."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from rcr.bayesian_network import is_network
from rcr.model import Model, ModelError
from rcr.models.interchange.cpds import from_cpds, to_cpds
from rcr.models.interchange.parts import factor_of, library, plain_factors, variables_of


def from_pgmpy(network: Any, *, name: str = "network") -> Model:
    """The model that a ``DiscreteBayesianNetwork``, ``DiscreteMarkovNetwork`` or ``FactorGraph``
    of pgmpy holds.
    """
    if hasattr(network, "get_cpds"):
        return from_cpds(network.get_cpds(), network.edges(), name=name)
    factors = list(network.get_factors())
    states = {node: factor.state_names[node] for factor in factors for node in factor.variables}
    given = getattr(network, "get_variable_nodes", network.nodes)()
    nodes = [node for node in given if node in states]
    if missing := [node for node in given if node not in states]:
        raise ModelError(f"the node {missing[0]} is in no factor, so its states are not known")
    variables = variables_of(nodes, [states[node] for node in nodes])
    index = {node: i for i, node in enumerate(nodes)}
    made = []
    for factor in factors:
        where = f"the factor over {', '.join(map(str, factor.variables))}"
        for node in factor.variables:
            if list(factor.state_names[node]) != list(states[node]):
                raise ModelError(
                    f"{where}: it names the states of {node} otherwise than another factor; use "
                    "the same names in the same order"
                )
        scope = tuple(index[node] for node in factor.variables)
        made.append(factor_of(scope, factor.values, variables, where, log_space=False))
    return Model(variables, tuple(made), "MARKOV", name)


def to_pgmpy(model: Model) -> Any:
    """A ``DiscreteBayesianNetwork`` of pgmpy where the model is a Bayesian network, and a
    ``DiscreteMarkovNetwork`` otherwise. Evidence is left behind; ``evidence_of`` has it.
    """
    models, tables = library("pgmpy.models"), library("pgmpy.factors.discrete")
    if is_network(model):
        cpds = [tables.TabularCPD(**table) for table in to_cpds(model)]
        network = models.DiscreteBayesianNetwork()
        network.add_nodes_from(variable.name for variable in model.variables)
        network.add_edges_from((p, cpd.variable) for cpd in cpds for p in cpd.variables[1:])
        network.add_cpds(*cpds)
        return network
    network = models.DiscreteMarkovNetwork()
    network.add_nodes_from(variable.name for variable in model.variables)
    for scope, values in plain_factors(model).items():
        own = [model.variables[v] for v in scope]
        names = [variable.name for variable in own]
        network.add_edges_from(combinations(names, 2))
        states = {variable.name: list(variable.states) for variable in own}
        network.add_factors(tables.DiscreteFactor(names, values.shape, values, states))
    return network
