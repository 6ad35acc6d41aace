"""What every kind of interchange needs: variables and factors made of plain data, and back."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from importlib import import_module
from typing import Any

import numpy as np

from rcr.model import Factor, Model, ModelError, Variable


def variables_of(nodes: Sequence[Hashable], states: Sequence[Any]) -> tuple[Variable, ...]:
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


def array_of(values: Any, where: str) -> np.ndarray:
    """A table of numbers, or a sentence."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ModelError(
            f"{where}: its values are no table of numbers; give lists of equal length or an array"
        ) from None


def factor_of(
    scope: tuple[int, ...],
    values: Any,
    variables: tuple[Variable, ...],
    where: str,
    log_space: bool,
) -> Factor:
    """A factor of plain or log values; ``where`` says which, if something is wrong with it."""
    table, shape = array_of(values, where), tuple(variables[v].card for v in scope)
    if table.shape != shape:
        raise ModelError(
            f"{where}: its table has the shape {table.shape}; its variables need {shape}"
        )
    try:
        return Factor(scope, table) if log_space else Factor.of(scope, table)
    except ModelError as error:
        raise ModelError(f"{where}: {error}") from None


def plain(factor: Factor, model: Model) -> np.ndarray:
    """The values of a factor, refused where plain numbers cannot hold them: a float neither
    overflows nor becomes a zero that forbids something.
    """
    with np.errstate(over="ignore", under="ignore"):
        values: np.ndarray = np.exp(factor.log_table)
    if not np.isfinite(values).all() or ((values == 0.0) & np.isfinite(factor.log_table)).any():
        names = ", ".join(model.variables[v].name for v in factor.scope)
        raise ModelError(
            f"the factor over {names}: its values are beyond the range of plain numbers; other "
            "libraries keep no logarithms, so write the model as .LG or .json instead"
        )
    return values


def plain_factors(model: Model) -> dict[tuple[int, ...], np.ndarray]:
    """One table of plain values for each set of variables, every variable in at least one: factors
    over the same variables are multiplied, and constants go into the first table.
    """
    logs: dict[tuple[int, ...], list[np.ndarray]] = {}
    for factor in model.factors:
        scope = tuple(sorted(factor.scope))
        axes = [factor.scope.index(v) for v in scope]
        logs.setdefault(scope, []).append(np.transpose(factor.log_table, axes))
    for v in {*range(len(model.variables))} - {v for scope in logs for v in scope}:
        logs[v,] = [np.zeros(model.variables[v].card)]
    constants = logs.pop((), [])
    if not logs:
        raise ModelError("a model without variables holds nothing to hand over")
    first = next(iter(logs))
    logs[first] = [*logs[first], *constants]
    tables = {scope: reduce(np.add, some) for scope, some in logs.items()}
    return {scope: plain(Factor(scope, table), model) for scope, table in tables.items()}


def evidence_of(model: Model) -> dict[str, str]:
    """The evidence by names, as the inference of other libraries takes it."""
    observed = ((model.variables[v], state) for v, state in model.evidence.items())
    return {variable.name: variable.states[state] for variable, state in observed}


def library(name: str) -> Any:
    """A library to hand a model to, or a sentence."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise ModelError(
            f"{name} is not installed here; install it, or write the model to a file that it reads"
        ) from None
