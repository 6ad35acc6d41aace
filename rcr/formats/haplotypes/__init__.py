"""Haplotypes: a matrix of 0 and 1, a row for each haplotype and a column for each site, from text
(CSV) or numpy files (.npz, .npy).
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from rcr.formats.haplotypes import limits
from rcr.formats.haplotypes.numpy_files import checked, read_npy, read_npz
from rcr.formats.haplotypes.text import TextRows
from rcr.formats.source import Source, Stop, file_source, packed, text_source, told_in_a_sentence


def load_haplotypes(path: str | Path) -> np.ndarray:
    """The haplotypes in a file, as an ``int8`` matrix; also gzipped."""
    with file_source(Path(path)) as source:
        return _read(source)


def load_haplotypes_text(
    text: str | bytes, name: str = "haplotypes", stop: Stop = lambda: False
) -> np.ndarray:
    """The haplotypes in a pasted text or an uploaded file; ``name`` stands in messages. Once
    ``stop`` says so, the reading ends with a ``ModelError``.
    """
    return _read(text_source(text, name, stop))


def save_haplotypes(haplotypes: np.ndarray, path: str | Path) -> None:
    """Write the matrix: ``.npz`` or ``.csv``, the latter also with ``.gz``."""
    path = Path(path)
    matrix = checked(np.asarray(haplotypes), str(path))
    if path.suffix.lower() == ".npz":
        buffer = io.BytesIO()
        np.savez_compressed(buffer, haplotypes=matrix)
        data = buffer.getvalue()
    else:
        text = np.full((len(matrix), 2 * matrix.shape[1]), ord(","), dtype=np.uint8)
        text[:, ::2] = matrix + ord("0")
        text[:, -1] = ord("\n")
        data = text.tobytes()
        if path.suffix.lower() == ".gz":
            data = packed(data, path, level=6)  # 9 takes minutes
    with told_in_a_sentence(path, "written"):
        path.write_bytes(data)


def _read(source: Source) -> np.ndarray:
    data = source.read_all(limits.MAX_BYTES)
    if data.startswith(b"PK"):
        return read_npz(data, source.name)
    if data.startswith(b"\x93NUMPY"):
        return read_npy(data, source.name)
    return TextRows(source).read(data)
