"""A run: a tree of states, and the steps that lead from one to the next."""

from rcr.run.run import Run
from rcr.run.settings import Settings

__all__ = ["Run", "Settings"]
