"""Which cases of a test are left out in haste."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow_after_the_first(cases: Iterable[Any]) -> list[Any]:
    """All cases of a test: in haste the first speaks for the others."""
    first, *others = cases
    rows = (case if isinstance(case, tuple) else (case,) for case in others)
    return [first, *(pytest.param(*row, marks=pytest.mark.slow) for row in rows)]
