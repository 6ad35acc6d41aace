"""Changes to one factor of a model: entries of its table, or the coupling in it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rcr.model import ROUNDING_LOGS, Factor, Model, ModelError


def coupling(factor: Factor) -> float | None:
    """w, if the factor is w·[x = y] + f(x) + g(y) in log space over two variables with as many
    states; None for any other factor.

    A 2×2 table without zeros always is. The part f + g is found by taking the means of rows and
    columns out, leaving w·([x = y] − 1/n).
    """
    table = factor.log_table
    if (
        table.ndim != 2
        or table.shape[0] != table.shape[1]
        or len(table) < 2
        or not np.isfinite(table).all()
    ):
        return None
    n = len(table)
    rest = table - table.mean(axis=0) - table.mean(axis=1, keepdims=True) + table.mean()
    w = float(np.trace(rest)) / (n - 1)
    away = np.abs(rest - w * (np.eye(n) - 1 / n)).max()
    if away > ROUNDING_LOGS * (1 + np.abs(table).max()):
        return None
    return w if abs(w) > ROUNDING_LOGS else 0.0


def with_coupling(model: Model, i: int, w: float) -> Model:
    """The model with another coupling in factor i; what the factor says of each variable alone
    stays.
    """
    factor = model.factors[i]
    before = coupling(factor)
    if before is None:
        raise ModelError(
            f"factor {i} has no coupling; it takes a table without zeros over two variables "
            "with the same number of states"
        )
    return with_table(model, i, factor.log_table + (w - before) * np.eye(len(factor.log_table)))


def with_table(model: Model, i: int, log_table: np.ndarray) -> Model:
    """The model with another table in factor i."""
    factors = list(model.factors)
    factors[i] = Factor(factors[i].scope, log_table)
    return replace(model, factors=tuple(factors))


def with_entries(
    model: Model,
    i: int,
    index: tuple[int | slice, ...],
    values: np.ndarray,
    log_space: bool = False,
) -> Model:
    """The model with these values in a part of the table of factor i, plain or logarithms; a value
    that is no number ≥ 0 is refused.
    """
    values = np.asarray(values, dtype=np.float64)
    if not log_space:
        if not ((values >= 0) & (values < np.inf)).all():  # a nan fails this too
            raise ModelError("an entry of a table is a number, 0 or more; write one in each cell")
        with np.errstate(divide="ignore"):
            values = np.log(values)
    table = model.factors[i].log_table.copy()
    table[index] = values
    return with_table(model, i, table)
