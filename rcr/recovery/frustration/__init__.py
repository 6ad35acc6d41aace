"""Frustrated cycles: what the factors prefer, and the loops on which they cannot all have it."""

from rcr.recovery.frustration.cycles import apart, frustrated_cycles

__all__ = ["apart", "frustrated_cycles"]
