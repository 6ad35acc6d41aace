"""Relax, Compensate and then Recover: approximate inference with bounds that close."""

from rcr.formats import load_model, save_model
from rcr.generators import generate
from rcr.model import Factor, Model, ModelError, Variable
from rcr.run import Run
from rcr.state import Bounds, Certificate, State
from rcr.version import __version__

__all__ = [
    "Bounds",
    "Certificate",
    "Factor",
    "Model",
    "ModelError",
    "Run",
    "State",
    "Variable",
    "__version__",
    "generate",
    "load_model",
    "save_model",
]
