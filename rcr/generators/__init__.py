"""Generators: one family of models a file, parameters declared in the signature.

A call gives the same model, bit for bit, on every machine. This rests on three things and
nothing else: the PCG64 stream and the way ``Generator.random`` turns it into doubles (both
pinned by digests in the tests), counting, and single IEEE additions, subtractions,
multiplications and divisions in a fixed order. No family uses a sum whose order a library may
choose, a linear algebra routine, or the platform's own log and exp (``portable.logarithms``
takes their place).
"""

from __future__ import annotations

from typing import Any

from rcr import registry
from rcr.model import Model


def generate(family: str, **parameters: Any) -> Model:
    """A model of a family, such as ``generate("grid", rows=10, cols=10, seed=0)``."""
    model: Model = registry.get("generator", family)(**parameters)
    return model
