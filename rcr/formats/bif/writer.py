"""Writing the Bayesian Interchange Format (BIF), for models that are Bayesian networks."""

from __future__ import annotations

import re
from itertools import product

import numpy as np

from rcr.bayesian_network import ROW_SUM_TOLERANCE, families
from rcr.formats.decimals import spell
from rcr.model import Model, ModelError

_PLAIN = re.compile(r"[A-Za-z0-9_.+-]+")  # what every reader of the format takes without quotes


def format_model(model: Model) -> str:
    """The model as BIF text without its evidence: factors in their order, rows over the parents in
    the order of the scope.
    """
    children = _children(model)
    names = _names([v.name for v in model.variables], "variables")
    states = [_names(v.states, f"states of {v.name}") for v in model.variables]
    lines = [f"network {_name(model.name)} {{", "}"]
    for name, own in zip(names, states, strict=True):
        lines += [
            f"variable {name} {{",
            f"  type discrete [ {len(own)} ] {{ {', '.join(own)} }};",
            "}",
        ]
    tables = [
        np.moveaxis(f.log_table, f.scope.index(v), -1)
        for f, v in zip(model.factors, children, strict=True)
    ]
    words = iter(
        spell(np.concatenate([np.empty(0), *(table.ravel() for table in tables)]), log_space=False)
    )
    for factor, child in zip(model.factors, children, strict=True):
        parents = [v for v in factor.scope if v != child]
        given = f" | {', '.join(names[v] for v in parents)}" if parents else ""
        lines.append(f"probability ( {names[child]}{given} ) {{")
        for row in product(*(states[v] for v in parents)):
            head = f"({', '.join(row)})" if parents else "table"
            lines.append(f"  {head} {', '.join(next(words) for _ in states[child])};")
        lines.append("}")
    return "\n".join(lines) + "\n"


def _children(model: Model) -> tuple[int, ...]:
    remedy = "BIF holds Bayesian networks only; save it as .uai or .json"
    try:
        found = families(model)
    except ModelError as error:
        raise ModelError(
            f"the model {model.name} is no Bayesian network: {error}. {remedy}"
        ) from None
    if not found.worst <= ROW_SUM_TOLERANCE:
        child = model.variables[found.child[found.deviation.index(found.worst)]].name
        fault = f"a row of the table of {child} misses the sum 1 by {found.worst:.3g}"
        raise ModelError(f"the model {model.name} is no Bayesian network: {fault}. {remedy}")
    return found.child


def _names(names: tuple[str, ...] | list[str], what: str) -> list[str]:
    if len(set(names)) < len(names):
        double = next(name for i, name in enumerate(names) if name in names[:i])
        raise ModelError(
            f"two {what} are called {double!r}; BIF needs different names, so rename one or "
            "save the model as .json"
        )
    return list(map(_name, names))


def _name(name: str) -> str:
    if _PLAIN.fullmatch(name):
        return name
    if any(sign in name for sign in '"\n\r\0') or not name.isprintable():
        raise ModelError(
            f"BIF has no way to write the name {name!r}; rename it or save the model as .json"
        )
    return f'"{name}"'
