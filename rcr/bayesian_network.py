"""Whether a model is a Bayesian network: one factor for each variable, its family, whose rows sum
to 1, without directed cycles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.model import Model, ModelError
from rcr.text.words import counted

ROW_SUM_TOLERANCE = 0.01  # a row of probabilities rounded to three digits misses 1 by less


@dataclass(frozen=True)
class Families:
    """The child of each factor, and how far the rows of each factor are from summing to 1 at
    worst.
    """

    child: tuple[int, ...]
    deviation: tuple[float, ...]

    @property
    def worst(self) -> float:
        return max(self.deviation, default=0.0)


def families(model: Model) -> Families:
    """Whose family each factor of the model is; a ``ModelError`` says why it is no Bayesian
    network.

    Scopes alone decide this, whatever order they are written in and whatever the file called
    itself: a variable that occurs in one factor only must be the child of that factor. Taking
    both away leaves a smaller network, until nothing is left or every variable occurs twice.
    """
    names, scopes = [v.name for v in model.variables], [f.scope for f in model.factors]
    where: list[set[int]] = [set() for _ in names]
    for i, scope in enumerate(scopes):
        for v in scope:
            where[v].add(i)
    if len(scopes) != len(names):
        found = f"{counted(len(names), 'variable')} and {counted(len(scopes), 'factor')}"
        raise ModelError(f"it has {found}; a Bayesian network has one factor for each variable")
    child = [-1] * len(scopes)
    leaves = [v for v, factors in enumerate(where) if len(factors) == 1]
    done = 0
    while leaves:
        v = leaves.pop()
        if not where[v]:
            raise ModelError(
                f"variable {names[v]} has no factor of its own; a Bayesian network has one "
                "for each variable"
            )
        (i,) = where[v]
        child[i], done = v, done + 1
        for u in scopes[i]:
            where[u].remove(i)
            if len(where[u]) == 1 and u != v:
                leaves.append(u)
    if done < len(names):
        v = min(set(range(len(names))) - set(child))
        raise ModelError(
            f"no factor can be the family of variable {names[v]}; a Bayesian network has one "
            "for each variable, and no cycle"
        )
    axes = (scope.index(v) for scope, v in zip(scopes, child, strict=True))
    return Families(
        tuple(child), tuple(map(_deviation, (f.log_table for f in model.factors), axes))
    )


def is_network(model: Model) -> bool:
    """Whether the model was given as a Bayesian network and is one, its rows summing to 1."""
    try:
        return model.kind == "BAYES" and families(model).worst <= ROW_SUM_TOLERANCE
    except ModelError:
        return False


def describe(model: Model) -> tuple[str, float | None]:
    """Whether the model is a Bayesian network, in words, and how far a row of its tables is from
    the sum 1 at worst.
    """
    try:
        found = families(model)
    except ModelError as error:
        return f"not a Bayesian network: {error}", None
    many = sum(deviation > ROW_SUM_TOLERANCE for deviation in found.deviation)
    if many:
        fault = (
            f"rows of {many} tables miss the sum 1, at worst by {found.worst:.3g}; "
            "they are used as they are"
        )
        return f"not a Bayesian network: {fault}", found.worst
    within = f" within {found.worst:.1g}" if found.worst > 1e-12 else ""
    return f"a Bayesian network: a table for each variable, its rows sum to 1{within}", found.worst


def _deviation(log_table: np.ndarray, axis: int) -> float:
    with np.errstate(over="ignore"):
        return float(np.abs(np.exp(log_table).sum(axis=axis) - 1).max())
