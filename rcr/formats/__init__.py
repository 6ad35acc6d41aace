"""Models and evidence from files and texts, and back.

The ending of the name chooses the format (``.uai``, ``.LG``, ``.bif``, ``.json``, with ``.gz``
on top of any); without a known ending the first word of the text does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from rcr.formats import model_json, uai
from rcr.formats.bif.reader import read_model as read_bif
from rcr.formats.bif.text import MAX_BIF
from rcr.formats.bif.writer import format_model as format_bif
from rcr.formats.source import (
    MAX_TEXT,
    Source,
    file_source,
    packed,
    text_source,
    told_in_a_sentence,
)
from rcr.formats.tokens import quoted
from rcr.model import Model, ModelError, Variable

__all__ = [
    "left_out",
    "load_evidence",
    "load_evidence_text",
    "load_model",
    "load_model_text",
    "save_evidence",
    "save_model",
]

_READERS: dict[str, Callable[[Source, str], Model]] = {
    ".uai": partial(uai.read_model, log_space=False),
    ".lg": partial(uai.read_model, log_space=True),
    ".bif": read_bif,
    ".json": model_json.read_model,
}
_WRITERS: dict[str, Callable[[Model], str]] = {
    ".uai": partial(uai.format_model, log_space=False),
    ".lg": partial(uai.format_model, log_space=True),
    ".bif": format_bif,
    ".json": model_json.format_model,
}
_LIMITS = {".bif": MAX_BIF, ".json": model_json.MAX_JSON}
_OPENINGS = {
    b"markov": ".uai",
    b"bayes": ".uai",
    b"network": ".bif",
    b"variable": ".bif",
    b"probability": ".bif",
    b"{": ".json",
}
_FIRST_WORD = re.compile(rb"(?:\s++|//[^\n\r]*+|/\*.*?\*/)*+(\{|\w+|\S+)", re.DOTALL)
_ENDINGS = "end it in .uai, .LG, .bif or .json, with .gz after it to compress"


def _stem_and_ending(name: str) -> tuple[str, str | None]:
    """``water.uai.gz`` is ``water`` in ``.uai``; no ending is returned where none is known."""
    path, ending = Path(name), None
    while (suffix := path.suffix.lower()) in (*_READERS, ".gz"):
        ending = ending or (suffix if suffix != ".gz" else None)
        path = path.with_suffix("")
    return path.name, ending


def _read(source: Source, name: str) -> Model:
    stem, ending = _stem_and_ending(name)
    return _READERS[ending or _recognise(source)](source, stem)


def _recognise(source: Source) -> str:
    """The ending that a text without one should have."""
    match = _FIRST_WORD.match(source.peek(2**20))
    word = match[1] if match is not None else b""
    if word.lower() in _OPENINGS:
        return _OPENINGS[word.lower()]
    fault = f"the text starts with {quoted(word)}" if word else "there is no model in it"
    raise ModelError(
        f"{source.name}: {fault}; a model starts with MARKOV or BAYES (UAI), network or "
        f"variable (BIF), or {{ (JSON)"
    )


def load_model(
    path: str | Path, evidence: str | Path | Mapping[int | str, int | str] | None = None
) -> Model:
    """The model in a file, under evidence from another file or a mapping."""
    path = Path(path)
    with file_source(path) as source:
        model = _read(source, path.name)
    if evidence is None:
        return model
    return (
        model.observe(evidence)
        if isinstance(evidence, Mapping)
        else replace(model, evidence=load_evidence(evidence, model))
    )


def load_model_text(text: str | bytes, name: str = "model") -> Model:
    """The model in a pasted text or an uploaded file (gzipped bytes too); ``name`` stands in
    messages, and its ending gives the format.
    """
    return _read(text_source(text, name), name)


def load_evidence(path: str | Path, model: Model) -> dict[int, int]:
    """The evidence in a file, variable to state, checked against the model."""
    with file_source(Path(path)) as source:
        return uai.read_evidence(source, model)


def load_evidence_text(text: str | bytes, name: str, model: Model) -> dict[int, int]:
    """The evidence in a pasted text or an uploaded file."""
    return uai.read_evidence(text_source(text, name), model)


def save_model(model: Model, path: str | Path) -> None:
    """Write a model; reading the file gives the same tables, bit for bit if they came from a file
    or go to ``.LG`` or ``.json``.

    Names go into ``.bif`` and ``.json`` only, evidence into ``.json`` only, and only Bayesian
    networks into ``.bif``.
    """
    path = Path(path)
    _, ending = _stem_and_ending(path.name)
    if ending is None:
        raise ModelError(f"{path}: the ending of the name says the format; {_ENDINGS}")
    text = _WRITERS[ending](model)
    if len(text) > _LIMITS.get(ending, MAX_TEXT):
        raise ModelError(
            f"{path}: the text would be {len(text) / 2**20:.0f} MiB long, too long to be read "
            "again; save it as .uai or .LG"
        )
    _write(text, path)


def left_out(model: Model, path: str | Path) -> list[str]:
    """What of a model the format of a file cannot hold, in words; evidence apart."""
    _, ending = _stem_and_ending(Path(path).name)
    lost = []
    if ending in (".uai", ".lg"):
        if any(v.name != f"X{i}" for i, v in enumerate(model.variables)):
            lost.append("the names of the variables")
        if any(v != Variable.numbered(v.name, v.card) for v in model.variables):
            lost.append("the names of the states")
    return lost


def save_evidence(model: Model, path: str | Path) -> None:
    """Write the evidence of a model."""
    _write(uai.format_evidence(model), Path(path))


def _write(text: str, path: Path) -> None:
    data = text.encode()
    if path.suffix.lower() == ".gz":
        data = packed(data, path)
    with told_in_a_sentence(path, "written"):
        path.write_bytes(data)
