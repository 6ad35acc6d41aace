"""The tables of a small model's factors as html, side by side: what each state, or pair of states,
is worth.
"""

from __future__ import annotations

from html import escape

import numpy as np

from rcr.model import Factor, Model
from rcr.models.editing import coupling
from rcr.text.numbers import fixed

MAX_TABLES = 12  # of pairs; where there are more, each is told by its strength
MAX_FACTORS = 200  # told at all


def tables_html(model: Model, points: str) -> str:
    """Every factor's table; in a model of many pairs, the strength of each instead. What the states
    of a single variable are worth is called ``points``.
    """
    pairs = [f for f in model.factors if len(f.scope) >= 2]
    brief = len(pairs) > MAX_TABLES
    told = model.factors[:MAX_FACTORS]
    shown = [_brief(model, f) if brief else _table(model, f, points) for f in told]
    left = len(model.factors) - len(shown)
    more = f"<p>and {left:,} more factors</p>" if left else ""
    return f'<div class="factor-tables">{"".join(filter(None, shown))}{more}</div>'


def _named(model: Model, factor: Factor) -> str:
    return escape(", ".join(model.variables[v].name for v in factor.scope))


def _brief(model: Model, factor: Factor) -> str:
    strength = coupling(factor)
    if len(factor.scope) < 2 or strength is None:
        return ""
    ends = escape(" – ".join(model.variables[v].name for v in factor.scope))
    return f"<span>{ends}: <b>{fixed(strength, 1)}</b></span>"


def _table(model: Model, factor: Factor, points: str) -> str:
    """One or two variables along the axes; a larger factor is told by its size."""
    variables = [model.variables[v] for v in factor.scope]
    if not 1 <= len(variables) <= 2:
        return f"<span>{_named(model, factor)}: {factor.log_table.size:,} entries</span>"
    values = np.atleast_2d(factor.log_table)
    rows = [""] if len(variables) == 1 else list(variables[0].states)
    across = variables[-1]
    head = "".join(f"<th>{escape(across.name)} = {escape(s)}</th>" for s in across.states)
    body = ""
    for label, row in zip(rows, values, strict=True):
        side = f"{escape(variables[0].name)} = {escape(label)}" if label else points
        cells = "".join(f"<td>{fixed(float(x), 2)}</td>" for x in row)
        body += f"<tr><th>{side}</th>{cells}</tr>"
    return f"<table><tr><td></td>{head}</tr>{body}</table>"
