"""Numbers as they are written for a reader."""

from __future__ import annotations

import math


def human_bytes(n: float) -> str:
    """1536 → ``1.5 KiB``, 2048 → ``2 KiB``."""
    for unit in ("B", "KiB", "MiB", "GiB", "TiB", "PiB"):
        if n < 1024 or unit == "PiB":
            break
        n /= 1024
    number = f"{n:,.0f}" if unit == "B" else f"{n:,.1f}".removesuffix(".0")
    return f"{number if n < 1e9 else f'{n:.1e}'} {unit}"


def fixed(value: float, decimals: int = 3) -> str:
    """A number with so many decimals: a proper minus, no negative zero, and −∞ and ∞ as such."""
    if not math.isfinite(value):
        return "−∞" if value < 0 else "∞"
    return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")  # + 0.0 turns −0 into 0
