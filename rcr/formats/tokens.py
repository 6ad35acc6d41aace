"""Words between white space, read from a source piece by piece; a line number is worked out only
when something is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from rcr.formats.source import Source
from rcr.model import ModelError
from rcr.text.numbers import human_bytes

_CHUNK_BYTES = 2**18
_MAX_COMMENT_BYTES = 2**22  # of all comments together
_WORD = re.compile(rb"\S+")
_SPACES = (b" ", b"\n", b"\t", b"\r", b"\v", b"\f")


def quoted(token: bytes) -> str:
    """A word of the file as it may stand in a message: printable and short."""
    text = "".join(
        sign if sign.isprintable() else repr(sign)[1:-1]
        for sign in token[:40].decode("ascii", "backslashreplace")
    )
    return f"'{text}…'" if len(token) > 40 else f"'{text}'"


class Tokens:
    """The words of a text without its ``/* comments */``.

    Only one chunk of the text is held at a time, so that neither a file of the wrong kind nor
    text after the last table costs memory.
    """

    def __init__(self, source: Source, chunk: int = _CHUNK_BYTES) -> None:
        self._source = source
        self._chunk = chunk
        self._rest = b""  # was read, but its last word may go on in the next chunk
        self._rest_line = 1
        self._comments = 0  # bytes of comments so far
        self._at_end = False
        self._text = b""
        self._text_line = 1
        self._tokens: list[bytes] = []
        self._first = 0  # of the piece handed out last
        self._next = 0

    def pieces(self, count: int) -> Iterator[list[bytes]]:
        """The next ``count`` words in lists of what is at hand; fewer if the text ends."""
        while count:
            if self._next == len(self._tokens) and not self._refill():
                return
            piece = self._tokens[self._next : self._next + count]
            self._first, self._next = self._next, self._next + len(piece)
            count -= len(piece)
            yield piece

    def ahead(self, count: int) -> list[bytes]:
        """The next ``count`` words, which stay to be read; fewer where the chunk ends."""
        return self._tokens[self._next : self._next + count]

    def skip(self, count: int) -> None:
        """Read past words that were looked at."""
        self._first, self._next = self._next, self._next + count

    def error(self, sentence: str, k: int | None = None) -> ModelError:
        """An error at word ``k`` of the last piece, or else at the last word read."""
        index = max(self._next - 1, 0) if k is None else self._first + k
        words = islice(_WORD.finditer(self._text), index, None)
        start = next((word.start() for word in words), 0)
        return self._error_on(self._text_line + self._text.count(b"\n", 0, start), sentence)

    def _error_on(self, line: int, sentence: str) -> ModelError:
        return ModelError(f"{self._source.name}, line {line}: {sentence}")

    def _refill(self) -> bool:
        while not self._at_end:
            line = self._rest_line
            text = self._next_text()
            self._rest_line += text.count(b"\n")
            if tokens := text.split():
                self._text, self._text_line, self._tokens, self._first, self._next = (
                    text,
                    line,
                    tokens,
                    0,
                    0,
                )
                return True
        return False

    def _next_text(self) -> bytes:
        """The next stretch of text that ends where a word ends, comments blanked out."""
        text = self._without_comments(self._read_on(self._rest))
        while not self._at_end:
            end = max(text.rfind(space) for space in _SPACES)
            if end >= 0:
                self._rest = text[end + 1 :]
                return text[: end + 1]
            if len(text) > self._chunk:
                raise self._error_on(
                    self._rest_line,
                    f"{quoted(text)} goes on for more than {self._chunk} characters; a UAI "
                    "file starts with MARKOV or BAYES and has spaces "
                    "between its numbers",
                )
            text = self._without_comments(self._read_on(text))
        return text

    def _read_on(self, text: bytes) -> bytes:
        more = self._source.read(self._chunk)
        self._at_end = len(more) < self._chunk
        if b"\0" in more:
            raise self._error_on(
                self._rest_line,
                "this is binary data, not text; give a UAI text file (it may be gzipped)",
            )
        return text + more

    def _without_comments(self, text: bytes) -> bytes:
        while (start := text.find(b"/*")) >= 0:
            shorter, opened = _blanked(text, start)
            self._comments += len(text) - len(shorter)
            text = shorter
            line = self._rest_line + text.count(b"\n", 0, max(opened, 0))
            if self._comments + (len(text) - opened if opened >= 0 else 0) > _MAX_COMMENT_BYTES:
                limit = human_bytes(_MAX_COMMENT_BYTES)
                raise self._error_on(
                    line,
                    f"the comments take more than {limit}; shorten them, or close the one "
                    "that is open with */",
                )
            if opened >= 0:
                if self._at_end:
                    raise self._error_on(
                        line, "a comment opens here with /* and does not close; close it with */"
                    )
                text = self._read_on(text)
        return text


def _blanked(text: bytes, start: int) -> tuple[bytes, int]:
    """The text without its comments, the first of which is at ``start``; and where a comment is
    left open, or −1.
    """
    parts, done = [], 0
    while start >= 0:
        end = text.find(b"*/", start + 2)
        if end < 0:
            break
        # line ends inside a comment stay, or every later line number would be wrong
        parts += [text[done:start], b" ", b"\n" * text.count(b"\n", start, end)]
        done = end + 2
        start = text.find(b"/*", done)
    shorter = b"".join([*parts, text[done:]])
    return shorter, (start if start < 0 else start + len(shorter) - len(text))
