"""Haplotypes in numpy files: what their headers promise is checked before numpy believes it."""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib

import numpy as np

from rcr.formats.haplotypes import limits
from rcr.model import ModelError

_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    ValueError,
    OSError,
    EOFError,
    KeyError,
    NotImplementedError,
    RuntimeError,
)
_NPY_HEADER = re.compile(
    rb"\{'descr': '[<>|=]?[biuf](\d{1,2})', 'fortran_order': (?:True|False), 'shape': "
    rb"\((\d{1,9}), (\d{1,9})\), \} *\n"
)


def read_npz(data: bytes, where: str) -> np.ndarray:
    """The only matrix of a zip of numpy arrays, or the one called haplotypes."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [info for info in archive.infolist() if info.filename.endswith(".npy")]
            chosen = [info for info in names if info.filename == "haplotypes.npy"] or names
            if len(chosen) != 1:
                found = (
                    ", ".join(info.filename.removesuffix(".npy")[:40] for info in names[:8])
                    or "none"
                )
                raise ModelError(
                    f"{where}: the arrays in it are {found}; call the matrix haplotypes, or "
                    "save nothing else with it"
                )
            if chosen[0].compress_type not in (
                zipfile.ZIP_STORED,
                zipfile.ZIP_DEFLATED,
            ):  # numpy writes no other; some take any memory
                raise zipfile.BadZipFile
            with archive.open(chosen[0]) as member:
                content = member.read(limits.MAX_BYTES)
                if member.read(1):
                    raise limits.too_large(where)
    except ModelError:
        raise
    except _DAMAGE as error:
        raise ModelError(
            f"{where}: the file is damaged ({type(error).__name__}); save it again with "
            "numpy.savez_compressed"
        ) from None
    return read_npy(content, where)


def read_npy(data: bytes, where: str) -> np.ndarray:
    """A matrix in numpy's own format; what its header promises is checked before numpy believes
    it.
    """
    start = 10 if data[6:7] == b"\1" else 12
    header = _NPY_HEADER.fullmatch(data, start, start + int.from_bytes(data[8:start], "little"))
    if header is None:
        raise ModelError(
            f"{where}: this is no matrix of plain numbers; save one with two axes, a row for "
            "each haplotype"
        )
    item, rows, columns = map(int, header.groups())
    if rows > limits.MAX_ROWS or columns > limits.MAX_COLUMNS or rows * columns > limits.MAX_CELLS:
        raise limits.too_large(where)
    if rows * columns * item != len(data) - header.end():
        raise ModelError(
            f"{where}: the file is cut off or damaged; save it again with numpy.savez_compressed"
        )
    try:
        return checked(np.load(io.BytesIO(data), allow_pickle=False), where)
    except _DAMAGE as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(
            f"{where}: the file is damaged ({type(error).__name__}); save it again with "
            "numpy.savez_compressed"
        ) from None


def checked(matrix: np.ndarray, where: str) -> np.ndarray:
    """The matrix as ``int8`` if it has two axes and every entry is 0 or 1."""
    if matrix.ndim != 2 or not matrix.size:
        raise ModelError(
            f"{where}: the array has the shape {matrix.shape}; a row for each haplotype and a "
            "column for each site are needed"
        )
    wrong = (matrix != 0) & (matrix != 1)
    if wrong.any():
        row, column = np.unravel_index(int(wrong.argmax()), matrix.shape)
        raise ModelError(
            f"{where}: row {row + 1}, column {column + 1} is {matrix[row, column]}; an allele "
            "is 0 or 1"
        )
    return matrix.astype(np.int8)
