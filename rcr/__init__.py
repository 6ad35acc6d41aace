"""Relax, Compensate and then Recover: approximate inference with bounds that close.

The names below are fetched from their rooms when they are first asked for, so that what needs no
kernel, such as ``rcr --help``, does not wait for numba.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rcr.version import __version__

if TYPE_CHECKING:
    from rcr.formats import load_model, save_model
    from rcr.generators import generate
    from rcr.model import Factor, Model, ModelError, Variable
    from rcr.run import Run
    from rcr.state import Bounds, Certificate, State

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

_ROOMS = {
    "rcr.formats": ("load_model", "save_model"),
    "rcr.generators": ("generate",),
    "rcr.model": ("Factor", "Model", "ModelError", "Variable"),
    "rcr.run": ("Run",),
    "rcr.state": ("Bounds", "Certificate", "State"),
}


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(room), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
