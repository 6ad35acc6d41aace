"""Models and evidence from files and texts, and back.

The ending of the name chooses the format, with ``.gz`` on top of any; without a known ending the
first word of the text does. A format is one file (or folder) here that registers itself.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rcr import registry
from rcr.formats import uai
from rcr.formats.format import Format
from rcr.formats.source import Source, Stop, file_source, packed, text_source, told_in_a_sentence
from rcr.formats.tokens import quoted
from rcr.model import Model, ModelError
from rcr.text.words import joined

__all__ = [
    "Format",
    "formats",
    "left_out",
    "load_evidence",
    "load_evidence_text",
    "load_model",
    "load_model_text",
    "save_evidence",
    "save_model",
]

_FIRST_WORD = re.compile(rb"(?:\s++|//[^\n\r]*+|/\*.*?\*/)*+(\{|\w+|\S+)", re.DOTALL)


def formats() -> dict[str, Format]:
    """Every format by name."""
    return {name: found() for name, found in registry.plugins("format").items()}


def _stem_and_format(name: str) -> tuple[str, Format | None]:
    """``water.uai.gz`` is ``water`` in the format of ``.uai``; None where no ending is known."""
    known = {found.ending.lower(): found for found in formats().values()}
    path, ending = Path(name), ""
    while (suffix := path.suffix.lower()) in (*known, ".gz"):
        ending = ending or suffix.replace(".gz", "")
        path = path.with_suffix("")
    return path.name, known.get(ending)


def _read(source: Source, name: str) -> Model:
    stem, found = _stem_and_format(name)
    with _uncollected():
        return (found or _recognise(source)).read(source, stem)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the garbage collector: of a model nothing is garbage, and looking through hundreds of
    thousands of its parts again and again takes as long as reading them.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _recognise(source: Source) -> Format:
    """The format of a text without an ending."""
    match = _FIRST_WORD.match(source.peek(2**20))
    word = match[1] if match is not None else b""
    told = [(name, found) for name, found in formats().items() if found.openings]
    for _, found in told:
        if word.lower() in (opening.lower().encode() for opening in found.openings):
            return found
    fault = f"the text starts with {quoted(word)}" if word else "there is no model in it"
    ways = [f"{joined(found.openings, 'or')} ({name.upper()})" for name, found in told]
    raise ModelError(f"{source.name}: {fault}; a model starts with {joined(ways, 'or')}")


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


def load_model_text(text: str | bytes, name: str = "model", stop: Stop = lambda: False) -> Model:
    """The model in a pasted text or an uploaded file (gzipped bytes too); ``name`` stands in
    messages, and its ending gives the format. Once ``stop`` says so, the reading ends with a
    ``ModelError``.
    """
    return _read(text_source(text, name, stop), name)


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
    _, found = _stem_and_format(path.name)
    if found is None:
        endings = joined([known.ending for known in formats().values()], "or")
        raise ModelError(
            f"{path}: the ending of the name says the format; end it in {endings}, with .gz "
            "after it to compress"
        )
    text = found.write(model)
    if len(text) > found.max_bytes:
        raise ModelError(
            f"{path}: the text would be {len(text) / 2**20:.0f} MiB long, too long to be read "
            "again; save it as .uai or .LG"
        )
    _write(text, path)


def left_out(model: Model, path: str | Path) -> list[str]:
    """What of a model the format of a file cannot hold, in words; evidence apart."""
    _, found = _stem_and_format(Path(path).name)
    return [] if found is None else found.left_out(model)


def save_evidence(model: Model, path: str | Path) -> None:
    """Write the evidence of a model."""
    _write(uai.format_evidence(model), Path(path))


def _write(text: str, path: Path) -> None:
    data = text.encode()
    if path.suffix.lower() == ".gz":
        data = packed(data, path)
    with told_in_a_sentence(path, "written"):
        path.write_bytes(data)
