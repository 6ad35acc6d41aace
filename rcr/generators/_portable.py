"""Draws and logarithms that come out the same on every machine, and the limit on the size of a
generated model.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.machine.memory import allowed
from rcr.model import ModelError
from rcr.registry import Between
from rcr.text.numbers import human_bytes

Seed = Annotated[int, Between(0, 2**32 - 1, "number that fixes the random draw")]

MAX_BYTES = 2**30
_BYTES_OF_ENTRY, _BYTES_OF_FACTOR = (
    16,
    600,
)  # a table and the copy its factor makes of it; the objects around it
_SQRT_HALF = 0.7071067811865476
_LN2_HIGH, _LN2_LOW = (
    float.fromhex("0x1.62e42feep-1"),
    float.fromhex("0x1.a39ef35793c76p-33"),
)  # ln 2 in two parts: e·high is exact


def stream(seed: int) -> np.random.Generator:
    """The random numbers of a seed; only ``random`` is called on it, the one method whose
    algorithm is a plain shift.
    """
    return np.random.Generator(np.random.PCG64(seed))


def below(rng: np.random.Generator, n: int) -> int:
    """A whole number from 0 to n − 1, for n far below 2**53."""
    return int(rng.random() * n)


def shuffled(rng: np.random.Generator, n: int) -> np.ndarray:
    """The numbers 0 to n − 1 in random order."""
    return np.argsort(rng.random(n), kind="stable")


def noise(rng: np.random.Generator, n: int) -> np.ndarray:
    """Noise of mean 0 and variance 1, near to a normal draw: twelve U[0, 1) added up, less six."""
    total = np.full(n, -6.0)
    for draw in rng.random((12, n)):
        total += draw
    return total


def logarithms(values: np.ndarray | float) -> np.ndarray:
    """ln of every entry, ``-inf`` of 0, within three units of the last digit, in which numpy's own
    log differs from machine to machine.

    ln(m·2^e) = e·ln 2 + 2·artanh(s) with s = (m − 1)/(m + 1) and √½ ≤ m < √2: eleven terms of
    the series, one operation at a time.
    """
    m, e = np.frexp(np.asarray(values, dtype=np.float64))
    low = m < _SQRT_HALF
    m, e = np.where(low, 2 * m, m), e - low
    s = (m - 1) / (m + 1)
    square = s * s
    series = np.zeros_like(s)
    for odd in range(21, 0, -2):
        series = series * square + 1 / odd
    return np.where(m > 0, e * _LN2_HIGH + (e * _LN2_LOW + 2 * s * series), -np.inf)


def refuse_large(factors: int, entries: int) -> None:
    """Refuse a model before it is made if its tables would not fit."""
    size = _BYTES_OF_ENTRY * entries + _BYTES_OF_FACTOR * factors
    if size > (limit := allowed(MAX_BYTES)):
        raise ModelError(
            f"this model would have {factors:,} factors with {entries:,} table entries and "
            f"take about {human_bytes(size)}, more than the limit of {human_bytes(limit)}; "
            "choose fewer variables, "
            "states or neighbours"
        )
