"""What a visitor asks: a model, and how to relax, compensate and recover it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rcr import Model
from rcr.models.origin import PortableOrigin


@dataclass(frozen=True, eq=False)
class ChosenModel:
    """A model with its title and lesson, and the call that makes it where there is one."""

    model: Model
    title: str
    lesson: str
    origin: PortableOrigin | None


@dataclass(frozen=True, eq=False)
class Question:
    """A model and the settings of a run on it."""

    about: ChosenModel
    settings: dict[str, Any]

    @property
    def key(self) -> tuple[str, str]:
        """Two questions with the same key have the same answers."""
        return self.about.model.digest, repr(sorted(self.settings.items()))
