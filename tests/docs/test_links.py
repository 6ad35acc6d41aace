"""No page of the documentation points at a file that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.site import course, python_api

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
MADE = {"notebook.md", "command-line.md", "contributing.md", "changes.md"}
MADE |= {f"course/{name}" for name in course.titles()}
MADE |= {f"api/{name}" for name in python_api.titles()}
NAMED = re.compile(r"`((?:rcr|tests|benchmarks|docs|pages|sample_models)/[\w./-]+)`")
BUILT = {"rcr/_site"}  # by ``make docs``
LINK = re.compile(r"\]\((?!\w+:|#)([^)#]+)")  # no address of the web


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page):
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [
        link for link in links if not (page.parent / link).exists() and not made(page, link)
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_that_is_named_is_there(page):
    named = set(NAMED.findall(page.read_text(encoding="utf-8"))) - BUILT
    assert [name for name in named if not (ROOT / name).exists()] == []


def made(page: Path, link: str) -> bool:
    """Whether a link of a page of the site leads to one that is made when the site is built."""
    place = (page.parent / link).resolve()
    return ROOT / "docs" in page.parents and place in {(ROOT / "docs" / name) for name in MADE}
