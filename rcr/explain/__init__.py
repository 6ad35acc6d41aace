"""A step in words, as an equation, and with its numbers."""

from rcr.explain.explanation import Explanation, PairChange
from rcr.explain.step import explain

__all__ = ["Explanation", "PairChange", "explain"]
