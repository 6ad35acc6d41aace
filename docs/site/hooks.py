"""What mkdocs calls while it builds the site: the pages that are made, and links to them.

Made are the course, the command line's reference, the list of Python modules, the page of the
notebook, and the repository's own CONTRIBUTING.md and CHANGELOG.md.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).parents[2]))

from docs.site import command_line, course, maths, notebook, python_api

ROOT = Path(__file__).parents[2]
OWN = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md"}


def made_pages() -> dict[str, str]:
    """Every page that no file holds, by its place on the site."""
    pages = {"notebook.md": notebook.page(), "command-line.md": command_line.page()}
    pages |= {f"course/{name}": text for name, text in course.pages().items()}
    pages |= {f"api/{name}": text for name, text in python_api.pages().items()}
    for file, place in OWN.items():
        pages[place] = (ROOT / file).read_text(encoding="utf-8").replace("](docs/", "](")
    return pages


def on_config(config: Any) -> Any:
    """Put the made pages into the menu, in their order."""
    folders = {"course/": course.titles(), "api/": python_api.titles()}
    config.nav = [_entry(entry, folders) for entry in config.nav]
    return config


def _entry(entry: Any, folders: dict[str, dict[str, str]]) -> Any:
    """An entry of the menu; in place of a folder stand the pages made for it."""
    if isinstance(entry, dict):
        return {title: _entry(inside, folders) for title, inside in entry.items()}
    if isinstance(entry, list):
        return [_entry(one, folders) for one in entry]
    titles = folders.get(entry)
    return [{title: entry + name} for name, title in titles.items()] if titles else entry


def on_files(files: Any, config: Any) -> Any:
    """Add the made pages, and the library of their figures."""
    for place, text in made_pages().items():
        files.append(File.generated(config, place, content=text))
    files.append(File.generated(config, "site/plotly.min.js", content=notebook.plotly_library()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links to files of the repository that are pages here."""
    up = "../" * page.file.src_uri.count("/")
    for file, place in OWN.items():
        markdown = re.sub(rf"\]\((\.\./)*{re.escape(file)}", f"]({up}{place}", markdown)
    return markdown


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """The formulas of the notes, set."""
    return maths.typeset(html) if page.file.src_uri in maths.NOTES else html


def on_post_build(config: Any) -> None:
    """Leave out what only those need who work on the theme."""
    for path in Path(config.site_dir).rglob("*.map"):
        path.unlink()
