"""What a visitor asks: a model, and how to relax, compensate and recover it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rcr import Model
from rcr.models.origin import PortableOrigin
from rcr.run.settings import DEFAULT_SCHEME

# what is told of a run whose task or start is not the usual one
UNUSUAL = {"z": "partition function", "decomposed": "from nothing recovered"}


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

    @property
    def title(self) -> str:
        """What a run on it is called where there are others on the same model."""
        task, start, scheme = (self.settings[name] for name in ("task", "start", "scheme"))
        told = [UNUSUAL[choice] for choice in (start, task) if choice in UNUSUAL]
        told += [scheme] if scheme != DEFAULT_SCHEME[task] else []
        return ", ".join((self.about.title, *told))
