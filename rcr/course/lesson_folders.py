"""Where lessons are: those of the course, in each language, and a teacher's own folder."""

from __future__ import annotations

import os
from pathlib import Path

from rcr.course.lesson import Lesson
from rcr.course.reading import read_lesson
from rcr.model import ModelError

FOLDER = Path(__file__).parent / "lessons"
APP_LESSONS = "RCR_LESSONS"  # environment variable that names a teacher's folders to the app
LANGUAGES = {"en": "English", "de": "Deutsch"}
ENGLISH = "en"


def folder(language: str, root: Path = FOLDER) -> Path:
    """The folder of a language; English lessons lie at the top."""
    if language not in LANGUAGES:
        raise ModelError(f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}")
    return root if language == ENGLISH else root / language


def lesson_files(language: str = ENGLISH, root: Path = FOLDER) -> dict[str, Path]:
    """The lessons' files of a language by their id."""
    return {path.stem: path for path in sorted(folder(language, root).glob("*.md"))}


def lessons(language: str = ENGLISH) -> dict[str, Lesson]:
    """The course in its order, then the teacher's own lessons; what is not translated is in
    English.

    A teacher's lesson with the id of one of the course takes its place.
    """
    found: dict[str, Lesson] = {}
    for root in (FOLDER, *own_folders()):
        for tongue in dict.fromkeys((ENGLISH, language)):
            files = lesson_files(tongue, root)
            found |= {name: read_lesson(path, tongue) for name, path in files.items()}
    tongues = {ENGLISH, language}
    own = {n for root in own_folders() for tongue in tongues for n in lesson_files(tongue, root)}
    return dict(sorted(found.items(), key=lambda item: (item[0] in own, item[1].place, item[0])))


def own_folders() -> list[Path]:
    """The folders named in the environment; one that is missing is refused."""
    found = [Path(part) for part in os.environ.get(APP_LESSONS, "").split(os.pathsep) if part]
    for path in found:
        if not path.is_dir():
            raise ModelError(f"{path}: there is no such folder of lessons")
    return found
