"""Generators: one family of models a file, parameters declared in the signature."""

from __future__ import annotations

from typing import Any

from rcr import registry
from rcr.model import Model


def generate(family: str, **parameters: Any) -> Model:
    """A model of a family, such as ``generate("grid", rows=10, cols=10, seed=0)``."""
    model: Model = registry.get("generator", family)(**parameters)
    return model
