"""What is competed on: a model by its origin, and the seed of random choices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from rcr.model import Model, ModelError
from rcr.models.origin import FileOrigin, ModelItself, Origin


@dataclass(frozen=True)
class Subject:
    """A model to compare on: its name, where it comes from, the seed of this instance, and the
    digest that tells it from others.
    """

    name: str
    origin: Origin
    seed: int
    digest: str

    def make(self) -> Model:
        """The model; refused if it is no longer the one that was asked for."""
        model = _made(self.origin, self.digest)
        if model.digest != self.digest:
            raise ModelError(
                f"{self.name}: the model has changed since the comparison was asked for"
            )
        return model

    def with_its_model(self) -> Subject:
        """The same with the model itself instead of the name of a file."""
        if not isinstance(self.origin, FileOrigin):
            return self
        return replace(self, origin=ModelItself(self.make()))


@lru_cache(maxsize=4)
def _made(origin: Origin, digest: str) -> Model:
    """The last few are kept, since several contestants meet on each; with another digest a file is
    read again.
    """
    return origin.make()


def of_model(origin: Origin, name: str, model: Model, seeds: int = 1) -> list[Subject]:
    """One model with several seeds of random choices."""
    where = ModelItself(model) if model.evidence else origin
    return [Subject(name, where, seed, model.digest) for seed in range(seeds)]


def of_origin(name: str, origin: Origin, seed: int) -> Subject:
    """The one model that an origin makes."""
    return Subject(name, origin, seed, origin.make().digest)
