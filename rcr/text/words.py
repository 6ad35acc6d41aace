"""Counts and lists in words."""

from __future__ import annotations

from collections.abc import Sequence


def counted(n: int, noun: str) -> str:
    """So many of a thing: ``1 sweep``, ``2,000 sweeps``."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def listed(names: Sequence[str], most: int) -> str:
    """The names one after the other; of more than ``most``, the first and how many are left out."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def joined(names: Sequence[str], last: str) -> str:
    """The names in a sentence: ``a, b or c``, where ``last`` is the word before the last one."""
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
