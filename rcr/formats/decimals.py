"""Written numbers to log values and back, so that what was read can be written as it stood."""

from __future__ import annotations

import decimal
import sys
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from rcr.model import ModelError

_MIN_NORMAL = float(
    np.finfo(np.float64).tiny
)  # below this a double loses digits, above its largest value it has none
_WIDE_CONTEXT = decimal.Context(prec=40, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX, traps=[])
_MAX_DIGITS = (
    2000  # in a number beyond the range of a double; more take time and memory and mean nothing
)
MIN_COMPILED_TOKENS = 10_000
_MAX_LOG = 1e18  # the exponents of the decimal module end soon after


def floats(tokens: Sequence[bytes]) -> np.ndarray:
    """The numbers that the tokens spell, up to the first token that spells none."""
    try:
        # compiled code is quicker, where loading it does not take longer than it spares
        if len(tokens) >= MIN_COMPILED_TOKENS and "numba" in sys.modules:
            return _quick_floats(tokens)
        return np.fromiter(map(float, tokens), np.float64, len(tokens))
    except ValueError:
        found = []
        for token in tokens:
            try:
                found.append(float(token))
            except ValueError:
                break
        return np.array(found, dtype=np.float64)


def _quick_floats(tokens: Sequence[bytes]) -> np.ndarray:
    from rcr.compiled.digits import parse

    found, sure = np.empty(len(tokens)), np.empty(len(tokens), np.bool_)
    parse(np.frombuffer(b" ".join([*tokens, b""]), np.uint8), found, sure)
    for k in np.flatnonzero(~sure).tolist():
        found[k] = float(tokens[k])
    return found


def logs(tokens: Sequence[bytes], values: np.ndarray, log_space: bool) -> np.ndarray:
    """The log values of tokens that spell ``values``; ``nan`` where the number is not allowed in a
    table.

    Numbers beyond the range of a double (1e400, 1e-400) are read as decimals: their logarithms
    are ordinary numbers.
    """
    if log_space:
        return np.where(values == np.inf, np.nan, values)
    with np.errstate(divide="ignore", invalid="ignore"):
        result: np.ndarray = np.log(values)
    for k in np.flatnonzero((np.abs(values) < _MIN_NORMAL) | np.isposinf(values)).tolist():
        result[k] = _log_decimal(tokens[k]) if len(tokens[k]) <= _MAX_DIGITS else np.nan
    return result


@lru_cache(maxsize=4096)
def _log_decimal(token: bytes) -> float:
    number = _WIDE_CONTEXT.create_decimal(token.decode())
    if number.is_zero():
        return -np.inf
    return float(_WIDE_CONTEXT.ln(number)) if number.is_finite() and number > 0 else np.nan


def spell(log_values: np.ndarray, log_space: bool) -> list[str]:
    """For each log value the shortest number that is read as exactly that value.

    A log value between −1 and 1 that was computed, not read, can lie between the logarithms of
    two neighbouring doubles; it gets the nearer one. In log space every value is exact.
    """
    bits, where = np.unique(
        np.ascontiguousarray(log_values, dtype=np.float64).view(np.int64), return_inverse=True
    )
    unique = bits.view(np.float64)
    words = list(map(_plain, unique.tolist())) if log_space else _shortest(unique)
    found: list[str] = np.array(words, dtype=object)[where].tolist()
    return found


def _plain(number: float) -> str:
    return repr(number).removesuffix(".0")


def _shortest(wanted: np.ndarray) -> list[str]:
    if (np.abs(wanted[np.isfinite(wanted)]) > _MAX_LOG).any():
        raise ModelError(
            f"a table has a log value beyond ±{_MAX_LOG:g}, which no plain number can "
            "express; save the model as .LG"
        )
    with np.errstate(over="ignore", under="ignore"):
        centre = np.exp(wanted)
    inside = (centre >= _MIN_NORMAL) & (centre < np.inf)
    words = np.empty(len(wanted), dtype=object)
    words[~inside] = [_shortest_beyond(value) for value in wanted[~inside].tolist()]
    words[inside] = _shortest_inside(wanted[inside], centre[inside])
    return words.tolist()


def _read_back(tokens: list[bytes]) -> np.ndarray:
    return logs(tokens, floats(tokens), log_space=False)


def _shortest_beyond(wanted: float) -> str:
    """The spelling of a number that a double cannot hold."""
    centre = _WIDE_CONTEXT.exp(decimal.Decimal(wanted))
    spellings = (format(centre, f".{digits}g") for digits in range(1, 41))
    return next(word for word in spellings if _read_back([word.encode()])[0] == wanted)


def _shortest_inside(wanted: np.ndarray, centre: np.ndarray) -> list[str]:
    """The spellings of doubles: ``centre`` rounded as far as ``wanted`` allows, or else a
    neighbour in full length.

    Up to 12 digits, rounded numbers lie much further apart than the numbers that share a log
    value: if some digits suffice, more do. Beyond, a short number at the very end of those that
    share the value can be missed with more digits. So 12 to 15 are tried one after the other,
    and fewer only where 12 were enough.
    """
    needed = np.full(len(wanted), 16)
    for tried, among in ((range(12, 16), 16), (range(1, 12), 12)):
        left = np.flatnonzero(needed == among)
        for digits in tried:
            hit = _read_back(_rounded(centre[left], digits)) == wanted[left]
            needed[left[hit]] = digits
            left = left[~hit]
    words = np.empty(len(wanted), dtype=object)
    for digits in range(1, 16):
        which = needed == digits
        words[which] = list(map(_pretty, _rounded(centre[which], digits)))
    which = needed == 16
    words[which] = _nearest(wanted[which], centre[which])
    return words.tolist()


def _rounded(values: np.ndarray, digits: int) -> list[bytes]:
    return (
        b"%%.%dg " % digits * len(values) % tuple(values.tolist())
    ).split()  # one format for all is several times faster


def _pretty(token: bytes) -> str:
    # 1000, not 1e+03; what a double cannot hold stays as it is
    value = float(token)
    return _plain(value) if _MIN_NORMAL <= value < np.inf else token.decode()


def _nearest(wanted: np.ndarray, centre: np.ndarray) -> list[str]:
    """The shortest spelling among the doubles around ``centre`` whose logarithm is nearest to
    ``wanted``.
    """
    rows = [centre, floats(_rounded(centre, 16))]
    for direction in (0.0, np.inf):
        step = centre
        for _ in range(3):
            step = np.nextafter(step, direction)
            rows.append(step)
    doubles = np.array(rows)
    miss = np.abs(np.log(doubles) - wanted)
    words = [""] * len(wanted)
    for row, best in zip(doubles, miss == miss.min(axis=0), strict=True):
        for k, word in zip(
            np.flatnonzero(best).tolist(), map(_plain, row[best].tolist()), strict=True
        ):
            if not words[k] or len(word) < len(words[k]):
                words[k] = word
    return words
