"""Models from and to those of pyAgrum: Bayesian networks and Markov random fields.

The names of a pyAgrum tensor count its axes from the last one, as its first variable runs fastest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from rcr.bayesian_network import families, is_network
from rcr.model import Factor, Model, Variable
from rcr.models.interchange.parts import factor_of, library, plain, plain_factors, variables_of


def from_pyagrum(network: Any, *, name: str = "network") -> Model:
    """The model that a ``BayesNet`` or a ``MarkovRandomField`` of pyAgrum holds."""
    nodes = sorted(network.nodes())
    kept = [network.variable(node) for node in nodes]
    variables = variables_of(
        [variable.name() for variable in kept], [variable.labels() for variable in kept]
    )
    if hasattr(network, "cpt"):
        kind, tensors = "BAYES", [network.cpt(node) for node in nodes]
    else:
        kind, tensors = "MARKOV", [network.factor(scope) for scope in network.factors()]
    return Model(variables, tuple(_factors(tensors, variables)), kind, name)


def _factors(tensors: Iterable[Any], variables: tuple[Variable, ...]) -> Iterable[Factor]:
    index = {variable.name: v for v, variable in enumerate(variables)}
    for tensor in tensors:
        names = tuple(reversed(tensor.names))
        where = f"the table over {', '.join(names)}"
        scope = tuple(index[name] for name in names)
        yield factor_of(scope, tensor.toarray(), variables, where, log_space=False)


def to_pyagrum(model: Model) -> Any:
    """A ``BayesNet`` of pyAgrum where the model is a Bayesian network, and a ``MarkovRandomField``
    otherwise. Evidence is left behind; ``evidence_of`` has it.
    """
    gum, bayesian = library("pyagrum"), is_network(model)
    network = gum.BayesNet(model.name) if bayesian else gum.MarkovRandomField(model.name)
    for variable in model.variables:
        network.add(gum.LabelizedVariable(variable.name, variable.name, list(variable.states)))
    names = [variable.name for variable in model.variables]
    if not bayesian:
        for scope, values in plain_factors(model).items():
            own = [names[v] for v in scope]
            _fill(network.addFactor(own), own, values)
        return network
    children = families(model).child
    for factor, child in zip(model.factors, children, strict=True):
        for parent in (v for v in factor.scope if v != child):
            network.addArc(names[parent], names[child])
    for factor, child in zip(model.factors, children, strict=True):
        own = [names[v] for v in factor.scope]
        _fill(network.cpt(names[child]), own, plain(factor, model))
    return network


def _fill(tensor: Any, names: list[str], values: np.ndarray) -> None:
    """Put a table into a tensor; ``names`` are those of the table's axes."""
    axes = [names.index(name) for name in reversed(tensor.names)]
    tensor[:] = np.ascontiguousarray(np.transpose(values, axes))
