"""The menu is what the files of pages/ say of themselves."""

from __future__ import annotations

import pytest

from rcr import bundle
from rcr.course.lesson_folders import ENGLISH, LANGUAGES
from rcr.ui.app.menu_words import NAMES
from rcr.ui.app.navigation import LAST_PLACE, Entry, entries


def test_every_page_has_a_title_and_a_place_of_its_own():
    found = entries()
    assert found[0].title == "Explore"
    assert len({entry.place for entry in found}) == len(found)
    for entry in found:
        assert entry.title.lower() == entry.file.removesuffix(".py")
        assert entry.place < LAST_PLACE


@pytest.mark.parametrize(
    ("text", "place", "title"),
    [
        ('"""Left: a page."""\n\nPLACE = 5\n', 5, "Left"),
        ('"""Two words: a page that\ngoes on."""\nPLACE = 15  # in the menu\n', 15, "Two words"),
        ('"""Nowhere: a page without a place."""\n', LAST_PLACE, "Nowhere"),
        ("import streamlit\n", LAST_PLACE, "page"),
    ],
)
def test_a_page_says_where_it_belongs(text, place, title, tmp_path, monkeypatch):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "page.py").write_text(text)
    (tmp_path / "pages" / "middle.py").write_text('"""Middle: another."""\nPLACE = 10\n')
    monkeypatch.setattr(bundle, "root", lambda: tmp_path)
    own, middle = Entry(place, title, "page.py"), Entry(10, "Middle", "middle.py")
    assert entries() == ([own, middle] if place < 10 else [middle, own])


def test_a_page_that_is_saved_again_is_read_again(tmp_path, monkeypatch):
    page = tmp_path / "pages" / "page.py"
    page.parent.mkdir()
    monkeypatch.setattr(bundle, "root", lambda: tmp_path)
    titles = []
    for title in ("First", "Longer"):
        page.write_text(f'"""{title}: a page."""')
        titles += [entry.title for entry in entries()]
    assert titles == ["First", "Longer"]


def test_every_page_has_a_name_in_every_language():
    titles = {entry.title for entry in entries()}
    for tongue in set(LANGUAGES) - {ENGLISH}:
        assert set(NAMES[tongue]) == titles
        assert all(NAMES[tongue].values())


def test_no_page_stops_its_script():
    """Streamlit forgets what was pressed while a script ran that stops itself."""
    for page in (bundle.root() / "pages").glob("*.py"):
        assert "st.stop" not in page.read_text(encoding="utf-8"), page.name
