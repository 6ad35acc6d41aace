"""Every kernel is compiled ahead of its first use, by two processes that fill one cache; later
starts load them from there.
"""

from __future__ import annotations

from collections.abc import Callable

from rcr.warmup.lanes import FIRST_CLICK
from rcr.warmup.progress import Warmup

__all__ = ["FIRST_CLICK", "Warmup", "begin", "begun"]

_begun: list[Warmup] = []  # by this process


def begin(report: Callable[[str], None]) -> Warmup:
    """Compile what is missing behind what this process does; once, however often it is asked."""
    if not _begun:
        _begun.append(Warmup(report))
    return _begun[0]


def begun() -> Warmup | None:
    """What this process has begun, if it has."""
    return _begun[0] if _begun else None
