"""Haplotypes: a matrix of 0 and 1, a row for each haplotype and a column for each site, from text
(CSV) or numpy files (.npz, .npy).

The cells of a text are separated by commas, semicolons, tabs, spaces or nothing at all. One
header line is allowed, and so are empty lines and lines that start with #.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from pathlib import Path

import numpy as np

from rcr.formats.source import Source, file_source, packed, text_source, told_in_a_sentence
from rcr.formats.tokens import quoted
from rcr.model import ModelError

MAX_ROWS = 1_000_000
MAX_CELLS = 50_000_000
MAX_COLUMNS = 1_000_000
_MAX_BYTES = 2 * MAX_CELLS + 2**20  # a cell takes a digit and a separator
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
_ALLELES = {b"0": b"0", b"1": b"1", b"0.0": b"0", b"1.0": b"1"}
_NPY_HEADER = re.compile(
    rb"\{'descr': '[<>|=]?[biuf](\d{1,2})', 'fortran_order': (?:True|False), 'shape': "
    rb"\((\d{1,9}), (\d{1,9})\), \} *\n"
)


def load_haplotypes(path: str | Path) -> np.ndarray:
    """The haplotypes in a file, as an ``int8`` matrix; also gzipped."""
    with file_source(Path(path)) as source:
        return _read(source)


def load_haplotypes_text(text: str | bytes, name: str = "haplotypes") -> np.ndarray:
    """The haplotypes in a pasted text or an uploaded file; ``name`` stands in messages."""
    return _read(text_source(text, name))


def save_haplotypes(haplotypes: np.ndarray, path: str | Path) -> None:
    """Write the matrix: ``.npz`` or ``.csv``, the latter also with ``.gz``."""
    path = Path(path)
    matrix = _checked(np.asarray(haplotypes), str(path))
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
    data = source.read_all(_MAX_BYTES)
    if data.startswith(b"PK"):
        return _read_npz(data, source.name)
    if data.startswith(b"\x93NUMPY"):
        return _read_npy(data, source.name)
    return _Rows(source.name).read(data)


def _too_large(where: str) -> ModelError:
    limits = f"{MAX_ROWS:,} rows, {MAX_COLUMNS:,} columns or {MAX_CELLS:,} cells"
    return ModelError(
        f"{where}: there are more than {limits}; cut out a window of sites or take fewer haplotypes"
    )


# -- numpy files ---------------------------------------------------------------------------------


def _read_npz(data: bytes, where: str) -> np.ndarray:
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
                content = member.read(_MAX_BYTES)
                if member.read(1):
                    raise _too_large(where)
    except ModelError:
        raise
    except _DAMAGE as error:
        raise ModelError(
            f"{where}: the file is damaged ({type(error).__name__}); save it again with "
            "numpy.savez_compressed"
        ) from None
    return _read_npy(content, where)


def _read_npy(data: bytes, where: str) -> np.ndarray:
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
    if rows > MAX_ROWS or columns > MAX_COLUMNS or rows * columns > MAX_CELLS:
        raise _too_large(where)
    if rows * columns * item != len(data) - header.end():
        raise ModelError(
            f"{where}: the file is cut off or damaged; save it again with numpy.savez_compressed"
        )
    try:
        return _checked(np.load(io.BytesIO(data), allow_pickle=False), where)
    except _DAMAGE as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(
            f"{where}: the file is damaged ({type(error).__name__}); save it again with "
            "numpy.savez_compressed"
        ) from None


def _checked(matrix: np.ndarray, where: str) -> np.ndarray:
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


# -- text ----------------------------------------------------------------------------------------


class _Rows:
    """The rows of a text, line by line; the first row decides the separator and the number of
    columns.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.separator: bytes | None = (
            None  # a space stands for any white space, nothing for cells without gaps
        )
        self.columns = 0
        self.digits = bytearray()

    def read(self, data: bytes) -> np.ndarray:
        if b"\0" in data:
            raise ModelError(
                f"{self.name}: this is binary data; give a text of 0 and 1, or a numpy file (.npz)"
            )
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if data.count(b"\n") > MAX_ROWS:
            raise _too_large(self.name)
        header_allowed = True
        for number, line in enumerate(io.BytesIO(data), start=1):
            line = line.strip(b" \n")
            if line and not line.startswith(b"#"):
                if not (header_allowed and _is_header(line)):
                    self._add(line, number)
                header_allowed = False
        if not self.digits:
            raise ModelError(
                f"{self.name}: there is no row of 0 and 1 in it; write a line for each haplotype"
            )
        return np.frombuffer(bytes(self.digits), dtype=np.int8).reshape(-1, self.columns) - np.int8(
            ord("0")
        )

    def _add(self, line: bytes, number: int) -> None:
        if self.separator is None:
            self.separator = _separator(line)
        digits = self._plain(line)
        if digits is None:
            digits = self._careful(line, number)
        self.columns = self.columns or len(digits)
        if len(digits) != self.columns:
            raise self._error(
                number,
                f"{len(digits)} cells, but the lines before have {self.columns}; every line "
                "needs as many",
            )
        self.digits += digits
        if self.columns > MAX_COLUMNS or len(self.digits) > MAX_CELLS:
            raise _too_large(self.name)

    def _plain(self, line: bytes) -> bytes | None:
        """The digits of a line in which nothing but single separators stands between them: all at
        once, for speed.
        """
        digits, gaps = (line[::2], line[1::2]) if self.separator else (line, b"")
        plain = (
            not digits.strip(b"01")
            and len(gaps) == (len(digits) - 1 if self.separator else 0)
            and not gaps.strip(self.separator)
        )
        return digits if plain else None

    def _careful(self, line: bytes, number: int) -> bytes:
        """The digits of a line cell by cell, or where it goes wrong."""
        cells = _cells(line, self.separator or b"")
        found = [_ALLELES.get(cell, b"") for cell in cells]
        if len(cells) > MAX_COLUMNS:
            raise _too_large(self.name)
        if b"" in found:
            k = found.index(b"")
            names = "; if the first column holds names, leave it out" if k == 0 else ""
            raise self._error(
                number, f"column {k + 1}: {quoted(cells[k])} is no allele; write 0 or 1{names}"
            )
        return b"".join(found)

    def _error(self, number: int, sentence: str) -> ModelError:
        return ModelError(
            f"{self.name}, line {number}{',' if sentence.startswith('column') else ':'} {sentence}"
        )


def _separator(line: bytes) -> bytes:
    return next((sign for sign in (b",", b";", b"\t", b" ") if sign in line), b"")


def _cells(line: bytes, separator: bytes) -> list[bytes]:
    """The cells of a line, at most a few more than a row may have."""
    if not separator:
        return [line[k : k + 1] for k in range(min(len(line), MAX_COLUMNS + 1))]
    cells = line.split(None if separator == b" " else separator, MAX_COLUMNS)
    return [cell.strip(b' "') for cell in cells]


def _is_header(line: bytes) -> bool:
    """A first line is a header if no cell is an allele, or if the cells count up from 0 or 1 as
    spreadsheets number columns.
    """
    separator = _separator(line)
    if not separator:
        return any(sign not in b"0123456789" for sign in line[:80])
    cells = _cells(line, separator)
    if not any(cell in _ALLELES for cell in cells):
        return True
    return len(cells) > 2 and any(
        cells == [b"%d" % k for k in range(start, start + len(cells))] for start in (0, 1)
    )
