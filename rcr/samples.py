"""The sample models: files that come with the app, each with a short lesson."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rcr import bundle
from rcr.formats import load_model
from rcr.model import Model


@dataclass(frozen=True)
class Sample:
    """One model file and the lesson beside it: a title and what there is to see."""

    path: Path
    title: str
    lesson: str

    def load(self) -> Model:
        return load_model(self.path)


def samples() -> dict[str, Sample]:
    """Every sample by the name of its file."""
    return {path.stem: _sample(path) for path in sorted((bundle.root() / "sample_models").glob("*.uai"))}


def _sample(path: Path) -> Sample:
    heading, _, lesson = path.with_suffix(".md").read_text(encoding="utf-8").partition("\n")
    return Sample(path, heading.removeprefix("# "), lesson.strip())
