"""``rcr lessons``: the course's lessons, and what is wrong with a teacher's own."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from rcr.model import ModelError
from rcr.text.words import counted

ACTIONS_HELP = "list: the course; words: what a lesson may say; check: what is wrong with files"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("action", choices=tuple(ACTIONS), help=ACTIONS_HELP)
    parser.add_argument("files", metavar="FILE", nargs="*", help="lesson files or folders to check")
    parser.add_argument("--language", metavar="L", default="en", help="en or de, for the list")
    add_folder_option(parser)


def add_folder_option(parser: argparse.ArgumentParser) -> None:
    """The option that names a teacher's own lessons."""
    parser.add_argument(
        "--lessons", metavar="DIR", action="append", default=[], help="a folder of your own lessons"
    )


def use_folders(folders: Iterable[str]) -> None:
    """Let the shelf find a teacher's own lessons, here and in every process that is started."""
    from rcr.course.lesson_folders import APP_LESSONS, own_folders

    if given := [os.path.abspath(folder) for folder in folders]:
        os.environ[APP_LESSONS] = os.pathsep.join(given)
    own_folders()


def run_command(args: argparse.Namespace) -> int:
    """List the course, or say what is wrong with files."""
    use_folders(args.lessons)
    return ACTIONS[args.action](args)


def _list(args: argparse.Namespace) -> int:
    from rcr.course.lesson_folders import lessons

    for name, lesson in lessons(args.language).items():
        print(f"{lesson.place:3}  {name:16} {lesson.title} ({lesson.minutes} min)")
        for aim in lesson.aims:
            print(f"{'':22}{aim}")
    return 0


def _words(args: argparse.Namespace) -> int:
    from rcr.course.actions import FORMS
    from rcr.course.language.edges import PROPERTIES
    from rcr.course.language.vocabulary import KINDS, vocabulary
    from rcr.course.terms import CONTROLS, MARKS, PANELS

    sections: dict[str, dict[str, str]] = {}
    for kind in dict.fromkeys(KINDS.values()):
        words = (word for word in vocabulary().values() if word.kind == kind)
        sections[f"words that are a {kind}"] = {str(word): word.meaning for word in words}
    sections["properties of an edge"] = {name: p.__doc__ or "" for name, p in PROPERTIES.items()}
    sections["actions"] = dict(FORMS)
    sections["controls, for 'with:' and (#links)"] = CONTROLS
    sections["marks, for 'hide:' and (#links)"] = MARKS
    sections["panels, for 'show:' and (#links)"] = PANELS
    for title, entries in sections.items():
        print(f"{title}:")
        for name, meaning in entries.items():
            print(f"  {name:32} {meaning}")
    return 0


def _check(args: argparse.Namespace) -> int:
    from rcr.course.checking import check_file
    from rcr.course.lesson_folders import FOLDER

    paths = [path for file in args.files or [FOLDER] for path in _lesson_paths(Path(file))]
    wrong = [finding for path in paths for finding in check_file(path)]
    for finding in wrong:
        print(finding)
    if wrong:
        found = f"{counted(len(wrong), 'thing')} wrong in {counted(len(paths), 'lesson')}"
        print(f"rcr: {found}", file=sys.stderr)
        return 1
    print(f"{counted(len(paths), 'lesson')}: nothing wrong")
    return 0


def _lesson_paths(path: Path) -> list[Path]:
    """The file itself, or every lesson below a folder."""
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob("*.md"))
    if not found:
        raise ModelError(f"{path}: there is no lesson (*.md) in this folder")
    return found


ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "list": _list,
    "words": _words,
    "check": _check,
}
