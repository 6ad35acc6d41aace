"""Texts of a lesson with places to fill in: ``{upper:.3f}`` is computed from the run when the text
is shown.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from rcr.course.language import NUMBER, WORDS, Expression, Scene, parse
from rcr.course.terms import LINK, TERMS, terms_in
from rcr.model import ModelError

FORMAT = re.compile(r"\+?\.[0-6]f|d|\.[0-2]%")
DEFAULT_FORMAT = ".3f"
PLACE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Place:
    """One place to fill in."""

    expression: Expression
    format: str

    def fill(self, scene: Scene) -> str:
        """Its value in a scene, written out."""
        value = self.expression.evaluate(scene)
        return value if isinstance(value, str) else written(float(value), self.format)


@dataclass(frozen=True)
class Prose:
    """A text, cut at its places to fill in: ``pieces`` has one more entry than ``places``."""

    pieces: tuple[str, ...] = ("",)
    places: tuple[Place, ...] = ()

    @property
    def words(self) -> int:
        """How many words it has; a place to fill in is one."""
        shown = LINK.sub(r"\1", "0".join(self.pieces))
        return sum(any(letter.isalnum() for letter in word) for word in shown.split())

    @property
    def raw(self) -> str:
        """The text without what is filled in."""
        return "…".join(self.pieces)

    def fill(self, scene: Scene) -> str:
        """The text in a scene."""
        parts = [self.pieces[0]]
        for place, piece in zip(self.places, self.pieces[1:], strict=True):
            parts += [place.fill(scene), piece]
        return "".join(parts).replace(" = ", "\u00a0=\u00a0")  # no line ends beside an equal sign

    def __bool__(self) -> bool:
        return any(self.pieces) or bool(self.places)


def written(value: float, format: str) -> str:
    """A number as a reader wants it: a true minus sign, ∞, and no minus before zero."""
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞"
    shown = f"{round(value):,}" if format == "d" else f"{value:{format}}"
    if shown.startswith("-") and not any(digit in "123456789" for digit in shown):
        shown = shown[1:]
    return shown.replace("-", "−")


def read_prose(text: str) -> Prose:
    """A text with its places parsed; a ModelError says which place cannot be read, or which link
    points at nothing.
    """
    for words, term in terms_in(text):
        if term not in TERMS:
            raise ModelError(f"[{words}](#{term}) points at nothing; there are: {', '.join(TERMS)}")
    pieces, places, at = [], [], 0
    for found in PLACE.finditer(text):
        pieces.append(text[at : found.start()])
        places.append(_place(found[1]))
        at = found.end()
    pieces.append(text[at:])
    if any("{" in piece or "}" in piece for piece in pieces):
        raise ModelError(f"a brace is left open in {text!r}")
    return Prose(tuple(pieces), tuple(places))


def _place(inside: str) -> Place:
    text, colon, format = inside.rpartition(":")
    text, format = (text, format.strip()) if colon else (inside, "")
    if format and not FORMAT.fullmatch(format):
        raise ModelError(f"{{{inside}}}: the format is .0f to .6f, d or .0% to .2%, not {format!r}")
    try:
        return Place(parse(text.strip(), NUMBER), format or DEFAULT_FORMAT)
    except ModelError:
        if format:
            raise
        return Place(parse(text.strip(), WORDS), "")
