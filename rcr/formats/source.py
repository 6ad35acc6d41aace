"""The bytes of a file, an upload or a pasted text, plain or gzipped: bounded, and every failure
told in one sentence.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rcr.model import ModelError
from rcr.text.numbers import human_bytes

MAX_TEXT_BYTES = 256 * 2**20
MAX_UNPACKED_BYTES = 4 * 2**20  # that every gzipped file may hold
# beyond that, a gzipped file may hold so many times its own size; models and haplotypes stay far
# below
MAX_INFLATION_RATIO = 100
Stop = Callable[[], bool]  # whether nobody wants the text any more
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # Windows editors put it in front


class Source:
    """A stream of text with its name for messages and the most bytes it can hold. Whoever reads it
    asks many times a second whether to ``go_on``.
    """

    def __init__(
        self, name: str, raw: io.BufferedReader, size: int | None, stop: Stop = lambda: False
    ) -> None:
        self.name, self._stop = name, stop
        self._seen = 0
        self._ahead = b""  # was looked at, but not read yet
        self._stream: io.BufferedReader | gzip.GzipFile = raw
        self.at_most = MAX_TEXT_BYTES if size is None else size
        if raw.peek(2)[:2] == b"\x1f\x8b":  # by content: an upload often loses its .gz
            self._stream = gzip.GzipFile(fileobj=raw)
            self.at_most = _most_unpacked(self.at_most)
        elif self.at_most > MAX_TEXT_BYTES:
            raise self._too_long(MAX_TEXT_BYTES)

    def _too_long(self, limit: int) -> ModelError:
        return ModelError(
            f"{self.name}: the text is longer than {human_bytes(limit)}, the limit for such "
            "a file; give a smaller file"
        )

    def go_on(self) -> None:
        """Ends the reading where nobody wants it any more."""
        if self._stop():
            raise ModelError(f"{self.name}: reading it was stopped")

    def read(self, size: int) -> bytes:
        """The next ``size`` bytes, fewer only at the end."""
        self.go_on()
        data, self._ahead = self._ahead[:size], self._ahead[size:]
        return data + self._read(size - len(data)) if len(data) < size else data

    def _read(self, size: int) -> bytes:
        unpacks = isinstance(self._stream, gzip.GzipFile)
        try:
            data = self._stream.read(min(size, self.at_most + 1 - self._seen) if unpacks else size)
            if not self._seen and data.startswith(_BYTE_ORDER_MARK):
                data = data[len(_BYTE_ORDER_MARK) :] + self._stream.read(len(_BYTE_ORDER_MARK))
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise ModelError(
                f"{self.name}: the gzip data are damaged ({error}); compress the file again "
                "or fetch a fresh copy"
            ) from error
        self._seen += len(data)
        if self._seen > MAX_TEXT_BYTES:
            raise self._too_long(MAX_TEXT_BYTES)
        if unpacks and self._seen > self.at_most:
            raise ModelError(
                f"{self.name}: it unpacks to more than {MAX_INFLATION_RATIO} times its size; "
                "unpack it and give the plain file"
            )
        return data

    def peek(self, size: int) -> bytes:
        """The next ``size`` bytes, which stay to be read."""
        self._ahead += self._read(max(0, size - len(self._ahead)))
        return self._ahead[:size]

    def read_all(self, limit: int) -> bytes:
        """Everything to the end, if it is at most ``limit`` bytes."""
        data = self.read(limit + 1)
        if len(data) > limit:
            raise self._too_long(limit)
        return data


def _most_unpacked(size: int) -> int:
    """The bytes that a gzipped file of this size may hold: a small one must not cost the time and
    the memory of a large one.
    """
    return min(MAX_TEXT_BYTES, max(MAX_UNPACKED_BYTES, MAX_INFLATION_RATIO * size))


def packed(data: bytes, path: Path, level: int = 9) -> bytes:
    """The gzipped data, the same for the same data, if they will be unpacked again."""
    smaller = gzip.compress(data, compresslevel=level, mtime=0)
    if len(data) > _most_unpacked(len(smaller)):
        raise ModelError(
            f"{path}: gzipped, the text would be more than {MAX_INFLATION_RATIO} times smaller and "
            "not be read; save without .gz"
        )
    return smaller


def text_source(text: str | bytes, name: str, stop: Stop = lambda: False) -> Source:
    """A source from memory."""
    data = text.encode(errors="replace") if isinstance(text, str) else text
    return Source(name, io.BufferedReader(io.BytesIO(data)), len(data), stop)


@contextmanager
def told_in_a_sentence(path: Path, action: str) -> Iterator[None]:
    """Turn what the system says about a file into a ``ModelError`` with a remedy; ``action`` is
    ``read`` or ``written``.
    """
    try:
        if path.is_dir():  # asked first, because Windows reports a directory as missing permission
            raise ModelError(f"{path}: this is a directory; give the name of a file in it")
        yield
    except FileNotFoundError as error:
        raise ModelError(
            f"{path}: no such file or folder; check the spelling and the folder"
        ) from error
    except PermissionError as error:
        raise ModelError(
            f"{path}: permission denied, it cannot be {action}; change its permissions or "
            "choose another file"
        ) from error
    except OSError as error:
        raise ModelError(
            f"{path}: it cannot be {action} ({error.strerror or error}); check the disk or "
            "choose another file"
        ) from error


@contextmanager
def file_source(path: Path) -> Iterator[Source]:
    """A source from a file, closed afterwards."""
    with told_in_a_sentence(path, "read"), open(path, "rb") as raw:
        status = os.fstat(raw.fileno())
        # pipes have no size, and what the system keeps under /proc claims to have none
        size = status.st_size if stat.S_ISREG(status.st_mode) and status.st_size else None
        yield Source(str(path), raw, size)
