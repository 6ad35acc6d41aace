"""Union-find over one flat array, for compiled code."""

from __future__ import annotations

import numpy as np

from rcr.compiled import inner


@inner
def find(parent: np.ndarray, a: int) -> int:
    """The representative of ``a`` in a union-find forest, halving the path on the way."""
    while parent[a] != a:
        parent[a] = parent[parent[a]]
        a = parent[a]
    return a
