"""From a lesson's file to a Lesson; whatever cannot be read is told with file and line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rcr import ModelError
from rcr.course import terms
from rcr.course.actions import read_actions
from rcr.course.lesson import Lesson, LessonError, Notes, Step
from rcr.course.prose import read_prose
from rcr.course.reading.blocks import Entry, RawLesson, RawStep, cut
from rcr.course.reading.tasks import read_task
from rcr.models.generator_call import GeneratorCall
from rcr.models.origin import PortableOrigin, SampleOrigin
from rcr.models.samples import samples

MAX_LESSON_BYTES = 1 << 18
HEAD_KEYS = (
    "title",
    "place",
    "minutes",
    "aims",
    "model",
    "start",
    "task",
    "scheme",
    "heuristic",
    "batch",
    "begin",
)
NEEDED_KEYS = ("title", "place", "minutes", "aims", "model")
STEP_KEYS = ("begin", "with", "hide", "show")
USUAL_PARTS = ("graph", "figures", "chart")  # what a step shows
STARTS = ("decomposed", "forest", "complete")


def read_lesson(path: Path | str, language: str = "en") -> Lesson:
    """Read a lesson's file."""
    path = Path(path)
    try:
        data = path.read_bytes()
        text = data[:MAX_LESSON_BYTES].decode("utf-8")
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise LessonError(path, 1, "the file is not UTF-8 text") from None
    if len(data) > MAX_LESSON_BYTES:
        raise LessonError(path, 1, f"a lesson has at most {MAX_LESSON_BYTES:,} bytes")
    return _lesson(cut(path, text), language)


def _lesson(raw: RawLesson, language: str) -> Lesson:
    head = _front_matter(raw)
    if not raw.steps:
        raise LessonError(
            raw.path, 1, "a lesson has at least one step, headed by '## ' and its title"
        )
    one = {entry.key: entry for entry in head if entry.key != "aims"}
    return Lesson(
        path=raw.path,
        language=language,
        title=one["title"].value,
        place=one["place"].read(int),
        minutes=one["minutes"].read(int),
        aims=tuple(entry.value for entry in head if entry.key == "aims"),
        origin=one["model"].read(read_origin),
        settings=_settings(one),
        begin=one["begin"].read(read_actions) if "begin" in one else (),
        steps=tuple(_step(raw.path, step) for step in raw.steps),
        notes=_notes(raw.teacher),
    )


def _front_matter(raw: RawLesson) -> list[Entry]:
    _check_keys(raw.head, HEAD_KEYS, repeated=("aims",))
    for key in NEEDED_KEYS:
        if not any(entry.key == key and entry.value for entry in raw.head):
            raise LessonError(raw.path, 1, f"the front matter needs {key}")
    return raw.head


def _check_keys(entries: Iterable[Entry], allowed: Iterable[str], repeated: Iterable[str]) -> None:
    known, seen = list(allowed), set[str]()
    for entry in entries:
        if entry.key not in known:
            raise entry.error(f"there is no such key here; there are: {', '.join(known)}")
        if entry.key in seen and entry.key not in repeated:
            raise entry.error("this key is given twice")
        seen.add(entry.key)


def read_origin(text: str) -> PortableOrigin:
    """Where a model comes from: the name of a sample, or a generator's call such as
    ``generate("triangle", seed=0)``.
    """
    if text in samples():
        return SampleOrigin(text)
    if not text.startswith("generate("):
        known = ", ".join(samples())
        raise ModelError(
            f'{text!r} is no model; write generate("triangle", seed=0) or a sample: {known}'
        )
    return GeneratorCall.parse(text)


def _settings(head: dict[str, Entry]) -> dict[str, Any]:
    """The run's settings; what is not said is the paper's: nothing recovered, one constraint at a
    time.
    """
    found: dict[str, Any] = {"start": "decomposed", "batch": 1}
    readers: dict[str, tuple[str, Callable[[str], Any]]] = {
        "start": ("start", _start),
        "task": ("task", str),
        "scheme": ("scheme", str),
        "heuristic": ("recovery", str),
        "batch": ("batch", int),
    }
    for key, (setting, reader) in readers.items():
        if key in head:
            found[setting] = head[key].read(reader)
    return found


def _start(text: str) -> str | tuple[str, ...]:
    return text if text in STARTS else tuple(text.split())


def _step(path: Path, raw: RawStep) -> Step:
    own = [entry for entry in raw.entries if entry.key in STEP_KEYS]
    _check_keys(own, STEP_KEYS, repeated=())
    said = {entry.key: entry for entry in own}
    task = read_task(path, raw.line, [entry for entry in raw.entries if entry.key not in STEP_KEYS])
    text = Entry("text", raw.text, raw.text_line, path).read(read_prose)
    hides = terms.HIDDEN_IN_PREDICTIONS if task.kind == "predict" else ()
    verbs = [action.verb for action in getattr(task, "solution", ())]
    usual = tuple(dict.fromkeys([*verbs, "back"])) if verbs else ()
    return Step(
        title=raw.title,
        text=text,
        task=task,
        begin=said["begin"].read(_beginning) if "begin" in said else None,
        controls=said["with"].words(terms.CONTROLS) if "with" in said else usual,
        hides=said["hide"].words(terms.TERMS) if "hide" in said else hides,
        shows=said["show"].words((*terms.PANELS, *terms.FIGURES))
        if "show" in said
        else USUAL_PARTS,
        line=raw.line,
    )


def _beginning(text: str) -> tuple[Any, ...]:
    return () if text == "start" else read_actions(text)


def _notes(entries: list[Entry]) -> Notes:
    _check_keys(entries, ("ask", "trouble"), repeated=("ask", "trouble"))
    ask, trouble = (tuple(e.value for e in entries if e.key == key) for key in ("ask", "trouble"))
    return Notes(ask, trouble)
