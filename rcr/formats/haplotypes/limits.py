"""How large a matrix of haplotypes may be."""

from __future__ import annotations

from rcr.model import ModelError

MAX_ROWS = 1_000_000
MAX_CELLS = 50_000_000
MAX_COLUMNS = 1_000_000
MAX_BYTES = 2 * MAX_CELLS + 2**20  # a cell takes a digit and a separator


def too_large(where: str) -> ModelError:
    limits = f"{MAX_ROWS:,} rows, {MAX_COLUMNS:,} columns or {MAX_CELLS:,} cells"
    return ModelError(
        f"{where}: there are more than {limits}; cut out a window of sites or take fewer haplotypes"
    )
