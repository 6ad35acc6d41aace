"""The task block of a step: its first key is the kind of task, the others are that kind's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rcr.course.actions import read_actions
from rcr.course.language import NUMBER, TRUTH, Expression, parse
from rcr.course.language.edges import properties_of
from rcr.course.language.vocabulary import vocabulary
from rcr.course.lesson import (
    LARGEST,
    SMALLEST,
    WITH,
    Choice,
    Do,
    EdgeAim,
    Explain,
    LessonError,
    Mistake,
    Number,
    Option,
    Predict,
    Task,
)
from rcr.course.prose import Prose, read_prose
from rcr.course.reading.blocks import Entry
from rcr.model import ModelError

COMMON_KEYS = ("hint", "done", "after", "solution")
COMPUTED = "computed"  # the solution of every task but "do"


def read_task(path: Path, line: int, entries: list[Entry]) -> Task:
    """The task of a step that begins on this line."""
    if not entries or entries[0].key not in READERS:
        raise LessonError(path, line, f"a task block begins with one of: {', '.join(READERS)}")
    reader, own = READERS[entries[0].key]
    parts = _Parts(entries, (*own, *COMMON_KEYS))
    common: dict[str, Any] = {
        "question": entries[0].read(read_prose),
        "hints": tuple(entry.read(read_prose) for entry in parts.all("hint")),
        "done": parts.prose("done"),
        "after": parts.read("after", read_actions, ()),
        "line": entries[0].line,
    }
    if entries[0].key != "do" and parts.read("solution", str, COMPUTED) != COMPUTED:
        raise parts.one("solution").error(
            f"only a 'do' has actions here; any other answer is {COMPUTED}"
        )
    return reader(parts, common)


class _Parts:
    """The entries of a task block by key; options and mistakes keep what follows them."""

    def __init__(self, entries: list[Entry], allowed: tuple[str, ...]) -> None:
        self.first, rest = entries[0], entries[1:]
        for entry in rest:
            if entry.key not in allowed:
                raise entry.error(
                    f"a {self.first.key} task has no such key; it has: {', '.join(allowed)}"
                )
        self.rest = rest

    def all(self, key: str) -> list[Entry]:
        return [entry for entry in self.rest if entry.key == key]

    def one(self, key: str) -> Entry:
        found = self.all(key)
        if len(found) != 1:
            raise self.first.error(f"the task needs one {key!r}, not {len(found)}")
        return found[0]

    def read(self, key: str, reader: Callable[[str], Any], default: Any) -> Any:
        return self.one(key).read(reader) if self.all(key) else default

    def prose(self, key: str) -> Prose:
        found: Prose = self.read(key, read_prose, Prose())
        return found

    def each(self, key: str) -> Iterator[tuple[Entry, dict[str, Entry]]]:
        """Every entry of a key with the entries ``when`` and ``else`` that follow it."""
        for place, entry in enumerate(self.rest):
            if entry.key == key:
                own: dict[str, Entry] = {}
                for follower in self.rest[place + 1 :]:
                    if follower.key not in ("when", "else"):
                        break
                    own[follower.key] = follower
                yield entry, own


def _number_of(text: str) -> Expression:
    return parse(text, NUMBER)


def _truth_of(text: str) -> Expression:
    return parse(text, TRUTH)


def _do(parts: _Parts, common: dict[str, Any]) -> Task:
    goal, solution = parts.one("goal").read(_truth_of), parts.one("solution").read(read_actions)
    return Do(goal=goal, solution=solution, **common)


def _options(parts: _Parts) -> tuple[Option, ...]:
    found = []
    for entry, own in parts.each("option"):
        if "when" not in own:
            raise entry.error("an option needs 'when:' and a condition; what is right is computed")
        otherwise = own["else"].read(read_prose) if "else" in own else Prose()
        found.append(
            Option(entry.read(read_prose), own["when"].read(_truth_of), otherwise, entry.line)
        )
    return tuple(found)


def _choice(parts: _Parts, common: dict[str, Any]) -> Task:
    options = _options(parts)
    if len(options) < 2:
        raise parts.first.error("a choice needs at least two options")
    return Choice(options=options, **common)


def _predict(parts: _Parts, common: dict[str, Any]) -> Task:
    options = _options(parts)
    edge = parts.read("edge", _edge_aim, None)
    if (edge is None) == (len(options) < 2):
        raise parts.first.error("a prediction needs either 'edge:' or at least two options")
    accept = parts.read("accept", int, 1)
    return Predict(options=options, edge=edge, accept=accept, **common)


def _edge_aim(text: str) -> EdgeAim:
    words = tuple(text.replace(",", " ").split())
    if words and words[0] in (LARGEST, SMALLEST):
        known = [
            w.name
            for w in vocabulary().values()
            if w.parameters == ("constraint",) and w.kind == NUMBER
        ]
        if len(words) != 2 or words[1] not in known:
            raise ModelError(f"{words[0]} what? One of: {', '.join(known)}")
        return EdgeAim(words[0], words[1:])
    if not words:
        raise ModelError("say which edge is right, as in 'largest impact' or 'violated'")
    properties_of(words)
    return EdgeAim(WITH, words)


def _number(parts: _Parts, common: dict[str, Any]) -> Task:
    mistakes = []
    for entry, own in parts.each("mistake"):
        if "else" not in own:
            raise entry.error("a mistake needs 'else:' and what it tells")
        mistakes.append(Mistake(entry.read(_number_of), own["else"].read(read_prose), entry.line))
    within = parts.one("within").read(float)
    return Number(
        answer=parts.one("answer").read(_number_of),
        within=within,
        mistakes=tuple(mistakes),
        **common,
    )


def _explain(parts: _Parts, common: dict[str, Any]) -> Task:
    return Explain(model=parts.one("model").read(read_prose), **common)


Reader = Callable[[_Parts, dict[str, Any]], Task]
READERS: dict[str, tuple[Reader, tuple[str, ...]]] = {
    "do": (_do, ("goal",)),
    "predict": (_predict, ("edge", "accept", "option", "when", "else")),
    "number": (_number, ("answer", "within", "mistake", "else")),
    "choice": (_choice, ("option", "when", "else")),
    "explain": (_explain, ("model",)),
}
