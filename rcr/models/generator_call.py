"""A generator's call: its name and its parameters, as plain data and as the text of the call."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rcr import registry
from rcr.generators import generate
from rcr.model import Model, ModelError


@dataclass(frozen=True)
class GeneratorCall:
    """What makes a model again, bit for bit: ``generate("grid", rows=5, seed=121)``."""

    generator: str
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def parse(cls, text: str) -> GeneratorCall:
        """The call that a text spells, its parameters checked; nothing in it is executed."""
        try:
            call = ast.parse(text.strip(), mode="eval").body
            if not (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Name)
                and call.func.id == "generate"
            ):
                raise SyntaxError
            (name,) = map(ast.literal_eval, call.args)
            given = {str(k.arg): ast.literal_eval(k.value) for k in call.keywords}
        except (SyntaxError, ValueError):
            raise ModelError(
                f"{text!r} is no model; write a generator's call, such as "
                'generate("grid", rows=5, seed=0)'
            ) from None
        registry.get("generator", str(name)).check(given)
        return cls(str(name), given)

    def __str__(self) -> str:
        words = [repr(self.generator), *(f"{n}={v!r}" for n, v in self.parameters.items())]
        return f"generate({', '.join(words)})".replace("'", '"')

    def to_dict(self) -> dict[str, Any]:
        """The call as plain JSON data."""
        return {"generator": self.generator, "parameters": dict(self.parameters)}

    def make(self) -> Model:
        """The model, made by the generator."""
        return generate(self.generator, **self.parameters)
