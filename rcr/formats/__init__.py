"""Models and evidence from files and texts, and back; the ending of the name chooses the format, ``.gz`` on top of any."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from rcr.formats import model_json, uai
from rcr.formats.source import Source, file_source, text_source, told_in_a_sentence
from rcr.model import Model, ModelError

__all__ = ["load_evidence", "load_evidence_text", "load_model", "load_model_text", "save_evidence", "save_model"]

_READERS: dict[str, Callable[[Source, str], Model]] = {
    ".uai": partial(uai.read_model, log_space=False),
    ".lg": partial(uai.read_model, log_space=True),
    ".json": model_json.read_model,
}
_WRITERS: dict[str, Callable[[Model], str]] = {
    ".uai": partial(uai.format_model, log_space=False),
    ".lg": partial(uai.format_model, log_space=True),
    ".json": model_json.format_model,
}


def _stem_and_ending(name: str) -> tuple[str, str | None]:
    """``water.uai.gz`` is ``water`` in ``.uai``; no ending is returned where none is known."""
    path, ending = Path(name), None
    while (suffix := path.suffix.lower()) in (*_READERS, ".gz"):
        ending = ending or (suffix if suffix != ".gz" else None)
        path = path.with_suffix("")
    return path.name, ending


def _read(source: Source, name: str) -> Model:
    stem, ending = _stem_and_ending(name)
    return _READERS[ending or ".uai"](source, stem)


def load_model(path: str | Path, evidence: str | Path | Mapping[int | str, int | str] | None = None) -> Model:
    """The model in a file, under evidence from another file or a mapping; unknown endings are read as UAI."""
    path = Path(path)
    with file_source(path) as source:
        model = _read(source, path.name)
    if evidence is None:
        return model
    return model.observe(evidence) if isinstance(evidence, Mapping) else replace(model, evidence=load_evidence(evidence, model))


def load_model_text(text: str | bytes, name: str = "model.uai") -> Model:
    """The model in a pasted text or an uploaded file (gzipped bytes too); ``name`` gives the format and stands in messages."""
    return _read(text_source(text, name), name)


def load_evidence(path: str | Path, model: Model) -> dict[int, int]:
    """The evidence in a file, variable to state, checked against the model."""
    with file_source(Path(path)) as source:
        return uai.read_evidence(source, model)


def load_evidence_text(text: str | bytes, name: str, model: Model) -> dict[int, int]:
    """The evidence in a pasted text or an uploaded file."""
    return uai.read_evidence(text_source(text, name), model)


def save_model(model: Model, path: str | Path) -> None:
    """Write a model without its evidence; reading the file gives the same tables, bit for bit if they came from a file or go to ``.LG``."""
    path = Path(path)
    _, ending = _stem_and_ending(path.name)
    if ending is None:
        raise ModelError(f"{path}: the ending of the name says the format; end it in .uai, .LG or .json, with .gz after it to compress")
    _write(_WRITERS[ending](model), path)


def save_evidence(model: Model, path: str | Path) -> None:
    """Write the evidence of a model."""
    _write(uai.format_evidence(model), Path(path))


def _write(text: str, path: Path) -> None:
    data = text.encode()
    if path.suffix.lower() == ".gz":
        data = gzip.compress(data, mtime=0)  # the same model gives the same bytes
    with told_in_a_sentence(path, "written"):
        path.write_bytes(data)
