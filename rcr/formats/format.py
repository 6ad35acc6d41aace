"""What a file format is: how a model is read and written, and what of it there is room for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rcr.formats.source import MAX_TEXT_BYTES, Source
from rcr.model import Model, Variable


@dataclass(frozen=True)
class Format:
    """One way to write a model down.

    ``read`` gets the text and the name of the model; ``write`` gives the text, or raises a
    ``ModelError`` that says what it cannot hold. ``openings`` are first words that tell this
    format where the name of a file does not.
    """

    ending: str
    read: Callable[[Source, str], Model]
    write: Callable[[Model], str]
    openings: tuple[str, ...] = ()
    keeps_names: bool = True  # of variables and states
    keeps_evidence: bool = False
    networks_only: bool = False  # Bayesian networks, that is
    offered: bool = True  # in the app, where a model is downloaded
    max_bytes: int = MAX_TEXT_BYTES  # of a text that can be read again

    def left_out(self, model: Model) -> list[str]:
        """What of a model there is no room for, in words; evidence apart."""
        lost = []
        if not self.keeps_names:
            if any(v.name != f"X{i}" for i, v in enumerate(model.variables)):
                lost.append("the names of the variables")
            if any(v != Variable.numbered(v.name, v.card) for v in model.variables):
                lost.append("the names of the states")
        return lost
