"""Numbers, names and aligned lines in LaTeX."""

from __future__ import annotations

import math
from collections.abc import Iterable

MAX_LINES = 6  # states whose numbers are written out


def number(value: float) -> str:
    """A number for LaTeX: four decimals, −∞ as such."""
    if not math.isfinite(value):
        return r"-\infty" if value < 0 else r"\infty"
    return f"{value:.4f}" if abs(value) >= 5e-5 or value == 0 else "0.0000"


def minus(value: float) -> str:
    """A number to be subtracted: in brackets if it is negative."""
    return f"({number(value)})" if value < 0 and number(value) != "0.0000" else number(value)


def text(name: str) -> str:
    """A name as LaTeX text, its special characters escaped."""
    special = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"} | {
        c: "\\" + c for c in "_&%$#{}"
    }
    return r"\text{" + "".join(special.get(c, c) for c in name) + "}"


def shown(states: tuple[str, ...]) -> list[tuple[int, str]]:
    """The states whose numbers are written out, each with its name."""
    return [(x, text(name)) for x, name in enumerate(states[:MAX_LINES])]


def lines(rows: Iterable[str], left_out: int = 0) -> str:
    """Lines aligned at their ``&``."""
    more = [rf"&\;\;\vdots\quad\text{{({left_out} more)}}"] if left_out > 0 else []
    return r"\begin{aligned}" + r" \\ ".join([*rows, *more]) + r"\end{aligned}"


def state_lines(rows: Iterable[str], states: tuple[str, ...]) -> str:
    """Lines about the states that are written out, and how many states are left out."""
    return lines(rows, len(states) - MAX_LINES)
