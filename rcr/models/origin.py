"""Where a model comes from: a generator's call, a sample, a file, or nowhere but itself.

An origin is small, where the model may be large: run files, links, lessons and comparisons keep the
origin and make the model from it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rcr.formats import load_model, model_json
from rcr.model import Model, ModelError
from rcr.models.generator_call import GeneratorCall
from rcr.models.samples import samples


@dataclass(frozen=True)
class SampleOrigin:
    """One of the sample models, by its name."""

    name: str

    def to_dict(self) -> dict[str, Any]:
        """The origin as plain JSON data."""
        return {"sample": self.name}

    def make(self) -> Model:
        """The model, read from the file that comes with the app."""
        known = samples()
        if self.name not in known:
            raise ModelError(
                f"there is no sample model called {self.name!r}; there are: {', '.join(known)}"
            )
        return known[self.name].load()


@dataclass(frozen=True)
class FileOrigin:
    """A file on this machine; only its user names one, no data from elsewhere does."""

    path: str

    def to_dict(self) -> dict[str, Any]:
        """The origin as plain JSON data."""
        return {"file": self.path}

    def make(self) -> Model:
        """The model, read from the file."""
        return load_model(self.path)


@dataclass(frozen=True, eq=False)
class ModelItself:
    """A model that nothing is known to make again: uploaded, edited, or written in Python."""

    model: Model

    def to_dict(self) -> dict[str, Any]:
        """The whole model as plain JSON data."""
        return model_json.to_dict(self.model)

    def make(self) -> Model:
        """The model."""
        return self.model


PortableOrigin = GeneratorCall | SampleOrigin | ModelItself  # means the same on every machine
Origin = PortableOrigin | FileOrigin


def read_origin(data: Any, where: str) -> PortableOrigin:
    """The origin in the plain data of a run file or a link; ``where`` names the place in messages.

    Such data may come from anybody, so a path of this machine in it is refused.
    """
    match data:
        case {"generator": str(name), "parameters": dict(parameters)}:
            return GeneratorCall(name, parameters)
        case {"sample": str(name)}:
            return SampleOrigin(name)
        case _:
            return ModelItself(model_json.from_dict(data, where))
