"""Relaxing: a model with its clones, and the set of equivalence constraints that are recovered."""

from rcr.relaxation.cloned_model import ClonedModel, EquivalenceConstraint
from rcr.relaxation.ground import Ground
from rcr.relaxation.relaxation import Relaxation

__all__ = ["ClonedModel", "EquivalenceConstraint", "Ground", "Relaxation"]
