"""Bayesian networks from and to conditional tables in the form that pgmpy uses."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from math import prod
from typing import Any

import numpy as np

from rcr.bayesian_network import families
from rcr.model import Factor, Model, ModelError, Variable
from rcr.models.interchange.parts import array_of, factor_of, plain, variables_of


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
    variables = variables_of(
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
    values = array_of(t["values"], where)
    values = values[:, None] if values.ndim == 1 and not parents else values
    if values.shape != (card, prod(cards)):
        raise ModelError(
            f"{where}: its values have the shape {values.shape}; {card} rows and "
            f"{prod(cards)} columns are needed"
        )
    return factor_of(
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


def to_cpds(model: Model) -> list[dict[str, Any]]:
    """The tables of a Bayesian network as arguments of pgmpy's ``TabularCPD``, parents first.

    Evidence is left behind; ``evidence_of`` has it.
    """
    made = {}
    for factor, child in zip(model.factors, families(model).child, strict=True):
        parents = [v for v in factor.scope if v != child]
        own, others = model.variables[child], [model.variables[v] for v in parents]
        values = np.moveaxis(plain(factor, model), factor.scope.index(child), 0)
        made[child] = {
            "variable": own.name,
            "variable_card": own.card,
            "values": values.reshape(own.card, -1),
            "evidence": [v.name for v in others],
            "evidence_card": [v.card for v in others],
            "state_names": {v.name: list(v.states) for v in (own, *others)},
        }
    return [made[v] for v in sorted(made)]
