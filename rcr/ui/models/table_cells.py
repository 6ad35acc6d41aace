"""The entries of a factor's table as cells to edit, and a draft with what was edited."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rcr import Model, ModelError
from rcr.models.editing import with_entries
from rcr.ui.models.workbench import Draft
from rcr.views.factor_table import Slice


def cells(model: Model, part: Slice, log_space: bool) -> list[dict[str, Any]]:
    """The part as rows for the table editor: the row's state, then a number for each column; of
    logarithms, zero is an empty cell.
    """
    logs, (rows, _) = part.values(model), part.labels(model)
    values = logs if log_space else np.exp(logs)
    return [
        {"": state} | {str(c): float(x) if math.isfinite(x) else None for c, x in enumerate(line)}
        for state, line in zip(rows, values, strict=True)
    ]


def apply_cells(
    draft: Draft,
    part: Slice,
    before: list[dict[str, Any]],
    after: list[dict[str, Any]],
    log_space: bool,
) -> Draft:
    """The draft with the edited numbers in that part of the table; an empty cell is a zero. Cells
    left alone keep every bit.
    """
    model = draft.model
    logs = part.values(model).copy()
    changed = [
        (r, c)
        for r, row in enumerate(after)
        for c in range(logs.shape[1])
        if row[str(c)] != before[r][str(c)]
    ]
    if not changed:
        return draft
    for r, c in changed:
        value = after[r][str(c)]
        logs[r, c] = _log(value, log_space)
    edited = with_entries(
        model, part.factor, part.index(model), part.back(model, logs), log_space=True
    )
    cell = f"{len(changed)} entries" if len(changed) > 1 else "an entry"
    return draft.edit(edited, f"{cell} of factor {part.factor} changed")


def _log(value: float | None, log_space: bool) -> float:
    if value is None:
        return -math.inf
    if log_space:
        return float(value)
    if not 0 <= value < math.inf:
        raise ModelError(f"an entry of a table is a number, 0 or more, not {value:g}")
    return math.log(value) if value > 0 else -math.inf
