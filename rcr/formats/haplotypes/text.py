"""Haplotypes as text.

The cells are separated by commas, semicolons, tabs, spaces or nothing at all. One header line is
allowed, and so are empty lines and lines that start with #.
"""

from __future__ import annotations

import io

import numpy as np

from rcr.formats.haplotypes import limits
from rcr.formats.source import Source
from rcr.formats.tokens import quoted
from rcr.model import ModelError

_ALLELES = {b"0": b"0", b"1": b"1", b"0.0": b"0", b"1.0": b"1"}


class TextRows:
    """The rows of a text, line by line; the first row decides the separator and the number of
    columns.
    """

    def __init__(self, source: Source) -> None:
        self.name, self._go_on = source.name, source.go_on
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
        if data.count(b"\n") > limits.MAX_ROWS:
            raise limits.too_large(self.name)
        header_allowed = True
        for number, line in enumerate(io.BytesIO(data), start=1):
            self._go_on()
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
        if self.columns > limits.MAX_COLUMNS or len(self.digits) > limits.MAX_CELLS:
            raise limits.too_large(self.name)

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
        if len(cells) > limits.MAX_COLUMNS:
            raise limits.too_large(self.name)
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
        return [line[k : k + 1] for k in range(min(len(line), limits.MAX_COLUMNS + 1))]
    cells = line.split(None if separator == b" " else separator, limits.MAX_COLUMNS)
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
