"""The sample models: chosen models that come with the app, each with a lesson and the call that
made it.

``sample_models/NAME.json`` is the model, ``NAME.md`` the lesson, headed by three facts: its
place in the list, the generator's call, tags. JSON, because it keeps names and every bit of the
numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rcr import bundle
from rcr.formats import load_model
from rcr.model import Model
from rcr.models.generator_call import GeneratorCall


@dataclass(frozen=True)
class Sample:
    """One model file and the lesson beside it.

    ``lesson`` is Markdown: what it is, what to look at, what to try, what you should see, how
    it was chosen. ``call`` is what made it.
    """

    path: Path
    place: int
    title: str
    lesson: str
    call: GeneratorCall
    tags: tuple[str, ...]

    def load(self) -> Model:
        return load_model(self.path)


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
    call = GeneratorCall.parse(facts["call"])
    return Sample(lesson.with_suffix(".json"), int(facts["place"]), title, text.strip(), call, tags)
