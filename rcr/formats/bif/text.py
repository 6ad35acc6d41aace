"""A BIF text cut into blocks, statements and names, without its comments; a line number is worked
out only when something is wrong.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from rcr.formats.source import Source
from rcr.formats.tokens import quoted
from rcr.model import ModelError
from rcr.text.numbers import human_bytes

_MAX_LIST_BYTES = 2**20  # of one list of names
MAX_BIF_BYTES = 16 * 2**20  # the largest network in common use takes 6 MiB
_MAX_PIECES = 250_000  # blocks, statements or comments
_COMMENT = re.compile(
    rb'"[^"\n]*"|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)'
)  # or a quoted name, which may hold // and /*
_BLANK = bytes(sign if sign == ord("\n") else ord(" ") for sign in range(256))
_RUN = rb'(?:[^{}"]++|"[^"\n]*")*+'  # no brace outside quotes
_TO_BRACE = re.compile(_RUN)
_HEAD = re.compile(b"(" + _RUN + rb")([{}])")
_BODY = re.compile(rb"(?:%b\{%b\})*+%b\}" % (_RUN, _RUN, _RUN))
_PART = re.compile(rb'((?:[^{};"]++|"[^"\n]*")*+)([{}]|;[;\s]*+)')
_BLOCK = re.compile(rb"(?:^|\n|;)\s*(network|variable|probability)\b", re.IGNORECASE)
_NAME = re.compile(rb'"([^"\n]*)"|([,|])|[^\s,|"]+')


@dataclass(frozen=True)
class Block:
    """``keyword head { … }``: where the keyword stands in the text, and where the body begins."""

    keyword: str
    head: bytes
    at: int
    body: int


@dataclass(frozen=True)
class Part:
    """A piece of text up to ``{``, ``}`` or ``;`` outside quotes, without the white space around
    it.
    """

    text: bytes
    end: bytes
    at: int
    next: int


class BifText:
    """The text of a BIF file, every comment replaced by as much white space."""

    def __init__(self, source: Source) -> None:
        self.name, self.go_on = source.name, source.go_on
        text = source.read_all(MAX_BIF_BYTES)
        if b"\0" in text:
            self.text = text
            raise self.error(
                text.index(b"\0"),
                "this is binary data, not text; give a BIF text file (it may be gzipped)",
            )
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self.text = text
        if (
            max(text.count(b"{"), text.count(b";"), text.count(b"//") + text.count(b"/*"))
            > _MAX_PIECES
        ):
            raise ModelError(
                f"{self.name}: there are more than {_MAX_PIECES} blocks, statements or "
                "comments in it; give a smaller file"
            )
        if b"//" in text or b"/*" in text:
            self.text = _COMMENT.sub(self._blank, text)
        try:
            text.decode()
            self._encoding = "utf-8"
        except UnicodeDecodeError:
            self._encoding = "latin-1"

    def _blank(self, match: re.Match[bytes]) -> bytes:
        found = match[0]
        if found.startswith(b'"'):
            return found
        if found.startswith(b"/*") and (len(found) < 4 or not found.endswith(b"*/")):
            raise self.error(
                match.start(), "a comment opens here with /* and does not close; close it with */"
            )
        return found.translate(_BLANK)

    def error(self, at: int, sentence: str) -> ModelError:
        """An error at a place in the text."""
        line = self.text.count(b"\n", 0, at) + 1
        return ModelError(f"{self.name}, line {line}: {sentence}")

    def decode(self, word: bytes) -> str:
        return word.decode(self._encoding)

    def blocks(self) -> Iterator[Block]:
        """Every block in order; what stands between blocks is free text."""
        at = 0
        while (match := _HEAD.match(self.text, at)) is not None:
            self.go_on()
            found = deque(_BLOCK.finditer(match[1]), maxlen=1)
            at = match.end()
            if match[2] == b"}":
                raise self.error(at - 1, "a } closes no block; remove it, or open the block with {")
            if not found:
                last = match[1].strip().rpartition(b"\n")[2]
                raise self.error(
                    at - 1,
                    f"a block begins with {quoted(last)}; blocks are network, variable and "
                    "probability",
                )
            word = found[0]
            block = Block(
                word[1].decode().lower(),
                match[1][word.end() :].strip(),
                match.start() + word.start(1),
                at,
            )
            body = _BODY.match(self.text, at)
            at = (
                body.end() if body is not None else max(part.next for part in self.parts(block))
            )  # which says what is wrong
            yield block
        self._check_quotes(at)

    def parts(self, block: Block) -> Iterator[Part]:
        """The parts of a block; the last one ends with its ``}``."""
        at, depth = block.body, 1
        while depth:
            match = _PART.match(self.text, at)
            if match is None:
                self._check_quotes(at)
                raise self.error(
                    block.at,
                    f"the {block.keyword} block that opens here does not close; close it with }}",
                )
            self.go_on()
            text, end = match[1].lstrip(), match[2][:1]
            part = Part(text.rstrip(), end, match.end(1) - len(text), match.end())
            depth += {b"{": 1, b"}": -1, b";": 0}[end]
            if depth > 2 or (depth > 1 and block.keyword == "probability"):
                raise self.error(
                    part.at,
                    "a "
                    f"{{ stands inside a {block.keyword} block; close the block before it with }}",
                )
            yield part
            at = part.next

    def _check_quotes(self, at: int) -> None:
        match = _TO_BRACE.match(self.text, at)
        if match is not None and self.text[match.end() : match.end() + 1] == b'"':
            raise self.error(
                match.end(), 'a quote opens here and does not close on its line; close it with "'
            )

    def readings(self, text: bytes, at: int) -> tuple[list[str], list[str]]:
        """The names in a list: read between commas, so that a name may hold spaces, and read word
        by word.
        """
        if len(text) > _MAX_LIST_BYTES:
            raise self.error(
                at,
                f"a list of names goes on for more than {human_bytes(_MAX_LIST_BYTES)}; shorten it",
            )
        pieces: list[list[str]] = [[]]
        for match in _NAME.finditer(text):
            if match[2]:
                pieces.append([])
            else:
                pieces[-1].append(self.decode(match[0] if match[1] is None else match[1]))
        return [" ".join(piece) for piece in pieces if piece], [
            word for piece in pieces for word in piece
        ]


def shown(name: str) -> str:
    """A name as it may stand in a message: printable and short."""
    text = name if name.isprintable() and name.strip() else repr(name)
    return text if len(text) <= 40 else f"{text[:40]}…"
