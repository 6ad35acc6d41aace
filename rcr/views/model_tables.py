"""What a model holds, as rows of tables: its variables, its factors, and the figures that sum it
up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rcr.bayesian_network import ROW_SUM_TOLERANCE, describe
from rcr.model import Model
from rcr.models.editing import coupling
from rcr.text.words import counted

MAX_ROWS = 500  # of a table on the screen
MAX_SHOWN_NAMES = 6  # states or variables written out in a cell


@dataclass(frozen=True)
class Summary:
    """A model in figures."""

    variables: int
    factors: int
    observed: int
    domains: tuple[int, int]
    arity: int
    entries: int
    zero_share: float
    constraints: int
    bayesian: bool
    network: str

    @property
    def domain(self) -> str:
        low, high = self.domains
        return str(low) if low == high else f"{low} to {high}"


def summarise(model: Model) -> Summary:
    """The figures of a model."""
    tables = [f.log_table for f in model.factors]
    entries = sum(t.size for t in tables)
    network, misses = describe(model)
    return Summary(
        variables=len(model.variables),
        factors=len(tables),
        observed=len(model.evidence),
        domains=(
            int(model.cards.min(initial=model.cards.max(initial=0))),
            int(model.cards.max(initial=0)),
        ),
        arity=max((t.ndim for t in tables), default=0),
        entries=entries,
        zero_share=sum(int(np.isneginf(t).sum()) for t in tables) / entries if entries else 0.0,
        constraints=sum(len(f.scope) for f in model.conditioned if len(f.scope) >= 2),
        bayesian=misses is not None and misses <= ROW_SUM_TOLERANCE,
        network=network,
    )


def size(model: Model) -> str:
    """A model in a few words."""
    observed = f", {len(model.evidence):,} observed" if model.evidence else ""
    return (
        f"{counted(len(model.variables), 'variable')}, "
        f"{counted(len(model.factors), 'factor')}{observed}"
    )


def degrees(model: Model) -> np.ndarray:
    """In how many factors over two or more variables each variable takes part."""
    counts = np.zeros(len(model.variables), dtype=np.int64)
    for f in model.factors:
        if len(f.scope) >= 2:
            counts[list(f.scope)] += 1
    return counts


def find_variables(model: Model, wanted: str = "", observed_only: bool = False) -> list[int]:
    """The variables whose name contains the wanted text."""
    return [
        v
        for v, x in enumerate(model.variables)
        if wanted in x.name and (v in model.evidence or not observed_only)
    ]


def find_factors(model: Model, wanted: str = "", only_with: int | None = None) -> list[int]:
    """The factors that hold a variable whose name contains the wanted text, and this one
    variable.
    """
    named = set(find_variables(model, wanted)) if wanted else None
    return [
        i
        for i, f in enumerate(model.factors)
        if (only_with is None or only_with in f.scope)
        and (named is None or any(v in named for v in f.scope))
    ]


def variable_rows(model: Model, chosen: list[int]) -> list[dict[str, Any]]:
    """Name, states, degree and observed state of these variables."""
    degree = degrees(model)
    return [
        {
            "variable": model.variables[v].name,
            "states": model.variables[v].card,
            "called": _short(iter(model.variables[v].states), model.variables[v].card),
            "degree": int(degree[v]),
            "observed": model.variables[v].states[model.evidence[v]] if v in model.evidence else "",
        }
        for v in chosen
    ]


def factor_rows(model: Model, chosen: list[int]) -> list[dict[str, Any]]:
    """Scope, size, zeros and coupling (where there is one) of these factors."""
    rows = []
    for i in chosen:
        f = model.factors[i]
        w = coupling(f)
        rows.append(
            {
                "factor": i,
                "over": scope_name(model, i),
                "entries": f.log_table.size,
                "zeros": int(np.isneginf(f.log_table).sum()),
                "coupling": None if w is None else round(w, 4),
            }
        )
    return rows


def scope_name(model: Model, i: int) -> str:
    """The variables of a factor in words."""
    scope = model.factors[i].scope
    return _short((model.variables[v].name for v in scope), len(scope)) or "a constant"


def _short(names: Iterator[str], count: int) -> str:
    shown = [name for name, _ in zip(names, range(MAX_SHOWN_NAMES), strict=False)]
    more = count - MAX_SHOWN_NAMES
    return " · ".join(shown) + (f" … {more} more" if more > 0 else "")
