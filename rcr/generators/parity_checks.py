"""Parity checks: decoding a noisy word of a random low-density code, where the factors between
variables are nothing but zeros and ones.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from rcr.generators._portable import Seed, noise, refuse_large, shuffled, stream
from rcr.model import Factor, Model, ModelError, Variable
from rcr.registry import Between, plugin

Check = tuple[int, ...]


@plugin("generator", effort=lambda p: p["bits"] * p["checks_per_bit"])
def parity_checks(
    *,
    bits: Annotated[
        int,
        Between(2, 1_000, "bits of a code word, a multiple of the bits per check: the variables"),
    ] = 24,
    checks_per_bit: Annotated[int, Between(1, 6, "parity checks that each bit takes part in")] = 3,
    bits_per_check: Annotated[int, Between(2, 12, "bits of each parity check")] = 6,
    noise_level: Annotated[
        float,
        Between(0.05, 5, "standard deviation of the channel's noise; a bit is sent as +1 or −1"),
    ] = 0.8,
    seed: Seed = 0,
) -> Model:
    """Decode a noisy word of a random code: the bits of every check must add up to an even number.

    A random code word is sent, bit x as 1 − 2x, and y = that + noise is received: log ψ_i(x) =
    (1 − 2x)·y/noise². Each check is a factor that is 1 where its bits add up to an even number
    and 0 elsewhere. The most probable assignment is the maximum-likelihood decoding.
    ``transmission`` gives the checks, the word that was sent and what was received.
    """
    checks, _, received = transmission(bits, checks_per_bit, bits_per_check, noise_level, seed)
    refuse_large(bits + len(checks), 2 * bits + len(checks) * 2**bits_per_check)
    push = received / (noise_level * noise_level)
    even = np.where(np.indices((2,) * bits_per_check).sum(axis=0) % 2, -np.inf, 0.0)
    factors = [Factor(check, even) for check in checks] + [
        Factor((v,), np.array([x, -x])) for v, x in enumerate(push.tolist())
    ]
    variables = tuple(Variable.numbered(f"bit{v}", 2) for v in range(bits))
    return Model(variables, tuple(factors), name=f"parity-checks-{bits}-s{seed}")


def transmission(
    bits: int, checks_per_bit: int, bits_per_check: int, noise_level: float, seed: int
) -> tuple[list[Check], np.ndarray, np.ndarray]:
    """The bits of each check, the code word that is sent (0 and 1) and what is received, for the
    same parameters as the model's.

    Gallager's construction (1962): all bits in random order, cut into checks; once for each
    check that a bit takes part in.
    """
    if bits % bits_per_check:
        fitting = max(bits // bits_per_check, 1) * bits_per_check
        raise ModelError(
            f"{bits} bits cannot be cut into checks of {bits_per_check}; choose a multiple of "
            f"that, such as {fitting}"
        )
    rng = stream(seed)
    checks: list[Check] = []
    for _ in range(checks_per_bit):
        checks += [
            tuple(sorted(check))
            for check in shuffled(rng, bits).reshape(-1, bits_per_check).tolist()
        ]
    sent = _code_word(checks, (rng.random(bits) < 0.5).tolist())
    return checks, sent, (1 - 2 * sent) + noise_level * noise(rng, bits)


def _code_word(checks: list[Check], free: list[bool]) -> np.ndarray:
    """A word that meets every check: elimination over GF(2) solves each check for its last bit,
    all other bits are as given.
    """
    solved: dict[
        int, int
    ] = {}  # last bit -> the check as a whole number with one binary digit for each bit
    for check in checks:
        row = sum(1 << v for v in check)
        while row and (last := row.bit_length() - 1) in solved:
            row ^= solved[last]
        if row:
            solved[last] = row
    word = 0
    for v, value in enumerate(free):
        one = (solved[v] & word).bit_count() % 2 if v in solved else value
        word |= int(one) << v
    return np.array([word >> v & 1 for v in range(len(free))])
