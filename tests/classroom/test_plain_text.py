"""Names stay what people typed, on one line, and nothing in them is read as anything but text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr import ModelError
from rcr.classroom import plain_text as text

MARKED_UP = [
    "<b>Anna</b>",
    "<script>alert(1)</script>",
    "**bold** _it_ [x](y)",
    "$\\frac{1}{2}$",
    '=HYPERLINK("x")',
    "Zoë 🧑‍🏫",
    "Robert'); DROP TABLE",
    "محمد",
    "李雷",
]


@pytest.mark.parametrize("name", MARKED_UP)
def test_mark_up_stays_as_it_was_typed(name: str):
    assert text.nickname(name) == unicodedata.normalize("NFC", name)


@given(st.text())
def test_a_line_has_nothing_that_no_screen_shows(typed: str):
    line = text.plain(typed, 30)
    assert len(line) <= 30
    assert line == line.strip()
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in line)
    assert not set("\u202e\u202d\u2066\u200b\ufeff") & set(line)
    line.encode()
    assert text.plain(line, 30) == line


@pytest.mark.parametrize("nothing", ["", "   ", "\0\x07", "\u202e", "\u200d\u200d", "\ud800"])
def test_a_name_must_be_seen(nothing: str):
    with pytest.raises(ModelError, match="the name is empty"):
        text.nickname(nothing)


@given(st.text(min_size=1, max_size=60), st.integers(2, 300))
def test_a_number_behind_a_name_fits(name: str, count: int):
    numbered = text.numbered(text.plain(name, text.MAX_NICKNAME_CHARACTERS), count)
    assert len(numbered) <= text.MAX_NICKNAME_CHARACTERS
    assert numbered.endswith(f" {count}")


def test_names_that_look_the_same_have_the_same_key():
    assert text.name_key("Anna") == text.name_key("ANNA") == text.name_key("Ａｎｎａ")
    assert text.name_key("Anna") != text.name_key("Anne")
