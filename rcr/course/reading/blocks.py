"""A lesson's file cut into front matter, steps and fenced blocks, every part with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from rcr.course.lesson import LessonError
from rcr.model import ModelError

FENCES = ("```", "~~~")
KEY = re.compile(r"\s*([a-z]+):(?:\s+(.*)|$)")

Made = TypeVar("Made")


@dataclass(frozen=True)
class Entry:
    """``key: value`` of front matter or of a block, with its line; values may go on over several
    lines.
    """

    key: str
    value: str
    line: int
    path: Path

    def error(self, message: str) -> LessonError:
        return LessonError(self.path, self.line, f"{self.key}: {message}")

    def read(self, reader: Callable[[str], Made]) -> Made:
        """The value made into something; what is wrong with it is told with file and line."""
        try:
            return reader(self.value)
        except ModelError as error:
            raise self.error(str(error)) from None
        except ValueError:
            raise self.error(f"{self.value!r} is no number") from None

    def words(self, allowed: Iterable[str]) -> tuple[str, ...]:
        """Words separated by commas, each from a closed list."""
        known = list(allowed)
        found = tuple(word for word in map(str.strip, self.value.split(",")) if word)
        for word in found:
            if word not in known:
                raise self.error(f"{word!r} is unknown; there are: {', '.join(known)}")
        return found


@dataclass(frozen=True)
class RawStep:
    """A heading, the text below it, and the entries of its task block."""

    title: str
    text: str
    entries: list[Entry]
    line: int
    text_line: int


@dataclass(frozen=True)
class RawLesson:
    """A file cut into parts, nothing of it understood yet."""

    path: Path
    head: list[Entry]
    steps: list[RawStep]
    teacher: list[Entry]


def cut(path: Path, text: str) -> RawLesson:
    """Front matter between ``---`` lines, then ``## `` headings, each with text and a task block; a
    teacher block at the end.
    """
    lines = list(enumerate(text.splitlines(), start=1))
    if not lines or lines[0][1].strip() != "---":
        raise LessonError(path, 1, "a lesson begins with front matter between two lines of ---")
    end = next((n for n, line in lines[1:] if line.strip() == "---"), None)
    if end is None:
        raise LessonError(path, 1, "the front matter is not closed; end it with a line of ---")
    head = list(entries(path, lines[1 : end - 1]))
    steps: list[RawStep] = []
    teacher: list[Entry] = []
    for heading, body in _sections(path, lines[end:]):
        blocks, prose = _blocks(path, body)
        for name, inside in blocks:
            if name == "teacher":
                teacher += entries(path, inside)
        tasks = [inside for name, inside in blocks if name == "task"]
        if len(tasks) != 1:
            raise LessonError(path, heading[0], f"a step has one task block, this has {len(tasks)}")
        first = next((n for n, line in prose if line.strip()), heading[0])
        words = "\n".join(line for _, line in prose).strip()
        title = heading[1].removeprefix("## ").strip()
        steps.append(RawStep(title, words, list(entries(path, tasks[0])), heading[0], first))
    return RawLesson(path, head, steps, teacher)


Numbered = tuple[int, str]


def _sections(path: Path, lines: list[Numbered]) -> Iterator[tuple[Numbered, list[Numbered]]]:
    """The headings with the lines below each."""
    heading: Numbered | None = None
    body: list[Numbered] = []
    for n, line in lines:
        if line.startswith("## "):
            if heading is not None:
                yield heading, body
            heading, body = (n, line), []
        elif heading is not None:
            body.append((n, line))
        elif line.strip():
            raise LessonError(
                path, n, "text before the first step; a step begins with '## ' and its title"
            )
    if heading is not None:
        yield heading, body


def _blocks(
    path: Path, lines: list[Numbered]
) -> tuple[list[tuple[str, list[Numbered]]], list[Numbered]]:
    """The fenced blocks by name, and the lines outside them."""
    blocks: list[tuple[str, list[Numbered]]] = []
    prose: list[Numbered] = []
    inside: list[Numbered] | None = None
    opened = 0
    for n, line in lines:
        if line.strip().startswith(FENCES):
            name = line.strip()[len(FENCES[0]) :]
            if inside is not None:
                inside = None
            elif name not in ("task", "teacher"):
                raise LessonError(path, n, f"a block is a task or a teacher block, not {name!r}")
            else:
                inside, opened = [], n
                blocks.append((name, inside))
        else:
            (prose if inside is None else inside).append((n, line))
    if inside is not None:
        raise LessonError(path, opened, f"this block is not closed; end it with {FENCES[0]}")
    return blocks, prose


def entries(path: Path, lines: Iterable[Numbered]) -> Iterator[Entry]:
    """``key: value`` lines; a line without a key goes on with the value before it, ``- item`` is an
    entry of the same key.
    """
    current: Entry | None = None
    for n, line in lines:
        found, bare = KEY.fullmatch(line), line.strip()
        if found is None and bare and current is None:
            raise LessonError(path, n, f"a line here is 'key: value', not {bare!r}")
        if found is None and bare.startswith("- ") and current is not None:
            if current.value:
                yield current
            current = Entry(current.key, bare[2:], n, path)
        elif found is not None:
            if current is not None:
                yield current
            current = Entry(found[1], (found[2] or "").strip(), n, path)
        elif bare and current is not None:
            current = Entry(current.key, f"{current.value} {bare}".strip(), current.line, path)
    if current is not None:
        yield current
