"""Many written numbers to doubles at once, compiled: each the nearest double, or left to Python.

A number is m / 10^k with whole m, of up to 19 digits, and k. With m = hi + lo, hi the nearest
double, and 10^k exact as a double up to k = 22, the quotient is q + (r + lo) / 10^k, where q is
hi / 10^k rounded and r the remainder, which is exact (Dekker's product). The sum of the two terms
is the nearest double unless what is rounded off is next to half of a unit in the last place; such
numbers, and those of any other form, are said to be unsure.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import compiled, inner

_MAX_DIGITS = 18  # below 2^63
_POWERS = np.array([float(10**k) for k in range(23)])
_HALVING_FACTOR = 134217729.0  # 2^27 + 1 halves the digits of a double
_MAX_DOUBT_ULP = 2.0**-30  # of a unit in the last place; what is neglected is smaller by far
_SPACE_BYTE, _MINUS_BYTE, _POINT_BYTE, _ZERO_BYTE, _NINE_BYTE = b" -.09"


@inner
def _remainder(a: float, q: float, b: float) -> float:
    """a − q·b without rounding, where q is a / b rounded."""
    t = _HALVING_FACTOR * q
    q_high = t - (t - q)
    t = _HALVING_FACTOR * b
    b_high = t - (t - b)
    q_low, b_low = q - q_high, b - b_high
    product = q * b
    error = ((q_high * b_high - product) + q_high * b_low + q_low * b_high) + q_low * b_low
    return (a - product) - error


@inner
def _quotient(m: int, k: int) -> tuple[float, bool]:
    """m / 10^k as the nearest double, and whether that is sure."""
    hi, power = float(m), _POWERS[k]
    lo = float(m - int(hi))
    q = hi / power
    more = (_remainder(hi, q, power) + lo) / power
    found = q + more
    off = abs(more - (found - q))
    half = 0.5 * np.spacing(found)
    return found, abs(off - half) > _MAX_DOUBT_ULP * half


@compiled
def parse(text: np.ndarray, out: np.ndarray, sure: np.ndarray) -> None:
    """The numbers in a text of so many words, with one space after each."""
    i = 0
    for n in range(len(out)):
        negative = text[i] == _MINUS_BYTE
        if negative:
            i += 1
        m, k, digits, point = 0, 0, 0, False
        while text[i] != _SPACE_BYTE and digits <= _MAX_DIGITS:
            if text[i] == _POINT_BYTE and not point:
                point = True
            elif _ZERO_BYTE <= text[i] <= _NINE_BYTE:
                digits += digits > 0 or text[i] > _ZERO_BYTE
                m = 10 * m + (text[i] - _ZERO_BYTE)
                k += point
            else:
                break
            i += 1
        plain = text[i] == _SPACE_BYTE and digits > 0 and k < len(_POWERS)
        while text[i] != _SPACE_BYTE:
            i += 1
        i += 1
        out[n], sure[n] = 0.0, False
        if plain and digits <= _MAX_DIGITS:
            value, sure[n] = _quotient(m, k)
            out[n] = -value if negative else value
