"""The sample models: chosen models that come with the app, each with a lesson and the call that
made it.

``sample_models/NAME.json`` is the model, ``NAME.md`` the lesson, headed by three facts: its
place in the list, the generator's call, tags. JSON, because it keeps names and every bit of the
numbers.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rcr import bundle
from rcr.formats import load_model
from rcr.generators import generate
from rcr.model import Model


@dataclass(frozen=True)
class Sample:
    """One model file and the lesson beside it.

    ``lesson`` is Markdown: what it is, what to look at, what to try, what you should see, how
    it was chosen. ``call`` is what made it, such as ``generate("grid", rows=5, seed=121)``.
    """

    path: Path
    place: int
    title: str
    lesson: str
    call: str
    tags: tuple[str, ...]

    def load(self) -> Model:
        return load_model(self.path)

    @property
    def origin(self) -> tuple[str, dict[str, Any]]:
        """The family and the parameters of the call."""
        call = ast.parse(self.call, mode="eval").body
        assert isinstance(call, ast.Call)
        return ast.literal_eval(call.args[0]), {
            str(k.arg): ast.literal_eval(k.value) for k in call.keywords
        }

    def make(self) -> Model:
        """The model made again by its generator."""
        family, parameters = self.origin
        return generate(family, **parameters)


def samples() -> dict[str, Sample]:
    """Every sample by the name of its file, from the first to show a newcomer to the last."""
    found = map(_sample, (bundle.root() / "sample_models").glob("*.md"))
    return {
        sample.path.stem: sample
        for sample in sorted(found, key=lambda sample: (sample.place, sample.path.stem))
    }


def _sample(lesson: Path) -> Sample:
    head, _, body = lesson.read_text(encoding="utf-8").partition("\n# ")
    facts = dict(line.split(": ", 1) for line in head.strip("-\n").splitlines())
    title, _, text = body.partition("\n")
    tags = tuple(facts["tags"].split(", "))
    return Sample(
        lesson.with_suffix(".json"), int(facts["place"]), title, text.strip(), facts["call"], tags
    )
