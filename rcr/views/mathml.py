"""LaTeX as MathML, which a browser shows and prints without any library: the part of LaTeX that the
equations of this program are written in.

A command that is not known is shown by its name, so that an equation from elsewhere is still read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

XMLNS = "http://www.w3.org/1998/Math/MathML"
TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\S", re.DOTALL)
NAMES = {"theta": "θ", "alpha": "α", "lambda": "λ", "psi": "ψ", "infty": "∞"}
FUNCTIONS = {"log", "exp", "max", "min", "Pr"}
SIGNS = {
    "mid": "∣",
    "to": "→",
    "ne": "≠",
    "le": "≤",
    "ge": "≥",
    "cdot": "·",
    "ast": "∗",
    "vdots": "⋮",
    "sum": "∑",
    "{": "{",
    "}": "}",
}
SPACES = {",": 0.17, ":": 0.22, ";": 0.28, " ": 0.25, "!": -0.17, "quad": 1.0, "qquad": 2.0}
SIZES = {"left", "right", "big", "Big", "bigg", "Bigg"}  # of the bracket that follows
OPERATORS_WITH_A_RANGE = {"max", "min", "sum"}  # what they range over stands below them
BRACKETS = "()[]"
BACKSLASH = "\\"
TEXT_SIGNS = {"textbackslash": "\\", "textasciicircum": "^", "textasciitilde": "~"}


def mathml(latex: str) -> str:
    """The formula as one element, to stand on a line of its own."""
    return f'<math display="block" xmlns="{XMLNS}">{_Reader(latex).formula()}</math>'


class _Reader:
    """Reads a formula from left to right; every method returns what it has read as MathML."""

    def __init__(self, latex: str) -> None:
        self._latex, self._at = latex, 0

    def formula(self) -> str:
        return self._row(lambda token: token == "")

    # -- tokens -----------------------------------------------------------------------------------

    def _peek(self) -> str:
        found = TOKEN.search(self._latex, self._at)
        return found.group() if found else ""

    def _next(self) -> str:
        found = TOKEN.search(self._latex, self._at)
        self._at = found.end() if found else len(self._latex)
        return found.group() if found else ""

    def _braces(self) -> str:
        """The text between braces, as it is written."""
        depth, start = 0, self._latex.index("{", self._at) + 1
        for i in range(start - 1, len(self._latex)):
            escaped = i > 0 and self._latex[i - 1] == "\\"
            depth += {"{": 1, "}": -1}.get(self._latex[i], 0) if not escaped else 0
            if depth == 0:
                self._at = i + 1
                return self._latex[start:i]
        self._at = len(self._latex)
        return self._latex[start:]

    # -- parts ------------------------------------------------------------------------------------

    def _row(self, ends: Callable[[str], bool]) -> str:
        """Everything up to a token that ends it, which is left where it is."""
        parts = []
        while (token := self._peek()) and not ends(token):
            parts.append(self._scripted())
        return f"<mrow>{''.join(parts)}</mrow>"

    def _scripted(self) -> str:
        """One thing with what stands below and above it."""
        name = self._peek().removeprefix("\\")
        base, below, above = self._thing(), "", ""
        while self._peek() in ("_", "^", "'"):
            match self._next():
                case "_":
                    below = self._argument()
                case "^":
                    above = self._argument()
                case _:
                    above += "<mo>′</mo>"
        if name in OPERATORS_WITH_A_RANGE and below:
            return f"<munder>{base}{below}</munder>{_space(SPACES[','])}"
        if below and above:
            return f"<msubsup>{base}{below}{above}</msubsup>"
        if below or above:
            tag = "msub" if below else "msup"
            return f"<{tag}>{base}{below or above}</{tag}>"
        return base

    def _argument(self) -> str:
        """What a command applies to: a group in braces, or the next sign or digit."""
        token = self._peek()
        if token == "{" or token.startswith("\\"):
            return self._thing()
        self._at = self._latex.index(token, self._at) + 1
        return _sign(token[:1])

    def _thing(self) -> str:
        token = self._next()
        if token == "{":
            inside = self._row(lambda token: token == "}")
            self._next()
            return inside
        return self._command(token[1:]) if token.startswith("\\") else _sign(token)

    def _command(self, name: str) -> str:
        match name:
            case "frac" | "tfrac":
                return f"<mfrac>{self._argument()}{self._argument()}</mfrac>"
            case "bar":
                return f"<mover>{self._argument()}<mo>¯</mo></mover>"
            case "text":
                return f"<mtext>{escape(_plain(self._braces()))}</mtext>"
            case "mathrm" | "operatorname":
                return f'<mi mathvariant="normal">{escape(_plain(self._braces()))}</mi>'
            case "mathrel" | "mathbin":
                return self._argument()
            case "begin":
                return self._lines(self._braces())
        if name in SIZES:
            return f"<mo>{escape(self._next().removeprefix(BACKSLASH))}</mo>"
        if name in SPACES:
            return _space(SPACES[name])
        if name in NAMES:
            return f"<mi>{NAMES[name]}</mi>"
        if name in SIGNS:
            return f"<mo>{SIGNS[name]}</mo>"
        if name in FUNCTIONS:
            close = self._peek() in ("(", "_", "^", "")
            return f"<mi>{name}</mi>" + ("" if close else _space(SPACES[","]))
        return f"<mtext>{escape(name)}</mtext>"

    def _lines(self, kind: str) -> str:
        """Lines that are aligned at their ``&``: right before it, left after it."""
        rows = [[""]]
        while (token := self._peek()) and token != r"\end":
            if token in ("&", r"\\"):
                self._next()
                rows.append([""]) if token == r"\\" else rows[-1].append("")
                continue
            rows[-1][-1] += self._row(lambda token: token in ("&", r"\\", r"\end"))
        self._next()
        self._braces()
        made = "".join(f"<mtr>{''.join(map(_cell, range(len(row)), row))}</mtr>" for row in rows)
        return f'<mtable displaystyle="true">{made}</mtable>'


def _cell(column: int, inside: str) -> str:
    side = "left" if column % 2 else "right"
    return f'<mtd style="text-align:{side};padding-inline:0.1em">{inside}</mtd>'


def _sign(token: str) -> str:
    """A number, a letter or an operator."""
    if token[:1].isdigit():
        return f"<mn>{token}</mn>"
    if token.isalpha():
        return f"<mi>{escape(token)}</mi>"
    fixed_size = ' stretchy="false"' if token in BRACKETS else ""
    return f"<mo{fixed_size}>{'−' if token == '-' else escape(token)}</mo>"


def _space(width: float) -> str:
    return f'<mspace width="{width:g}em"/>'


def _plain(text: str) -> str:
    """The text of a name, its escapes taken back."""
    return re.sub(r"\\(text\w+)\{\}|\\(.)", lambda m: TEXT_SIGNS.get(m[1], m[2] or ""), text)
