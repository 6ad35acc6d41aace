"""Relax, Compensate and then Recover: approximate inference with bounds that close."""

from rcr.formats import load_model, save_model
from rcr.generators import generate
from rcr.model import Factor, Model, ModelError, Variable
from rcr.run import Run
from rcr.state import Bounds, Certificate, State

__version__ = "0.1.0"
__all__ = [
    "Bounds",
    "Certificate",
    "Factor",
    "Model",
    "ModelError",
    "Run",
    "State",
    "Variable",
    "generate",
    "load_model",
    "save_model",
]
