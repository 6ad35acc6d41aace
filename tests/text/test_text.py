"""How things are written: counts, lists, numbers and tables."""

import csv
import io
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.text.html_page import html_page, html_table
from rcr.text.numbers import fixed, human_bytes
from rcr.text.tables import csv_text
from rcr.text.words import counted, joined, listed

UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")


@pytest.mark.parametrize(
    ("n", "text"), [(0, "0 sweeps"), (1, "1 sweep"), (2, "2 sweeps"), (1234, "1,234 sweeps")]
)
def test_one_of_a_thing_is_no_plural(n, text):
    assert counted(n, "sweep") == text


@given(st.lists(st.sampled_from(("c0", "c1", "c2"))), st.integers(0, 5))
def test_a_list_names_the_first_and_counts_the_others(names, most):
    told = listed(names, most)
    if len(names) <= most:
        assert told == ", ".join(names)
    else:
        assert told == f"{', '.join(names[:most])} and {len(names) - most} more"


@pytest.mark.parametrize(
    ("names", "text"), [("", ""), ("a", "a"), ("ab", "a or b"), ("abc", "a, b or c")]
)
def test_names_in_a_sentence(names, text):
    assert joined(tuple(names), "or") == text


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0 B"),
        (1023, "1,023 B"),
        (1536, "1.5 KiB"),
        (2048, "2 KiB"),
        (1 << 27, "128 MiB"),
        (1e30, "8.9e+14 PiB"),
        (math.inf, "inf PiB"),
    ],
)
def test_bytes_in_the_unit_that_suits_them(n, text):
    assert human_bytes(n) == text


@given(st.integers(0, 1 << 60))
def test_bytes_are_told_within_a_twentieth_of_a_unit(n):
    number, unit = human_bytes(n).split()
    scale = 1024 ** UNITS.index(unit)
    assert abs(float(number.replace(",", "")) - n / scale) <= 0.05 + 1e-9


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.23456, "1.235"), (-0.5, "−0.500"), (-1e-9, "0.000"), (-math.inf, "−∞"), (math.inf, "∞")],
)
def test_numbers_have_a_proper_minus_and_no_negative_zero(value, text):
    assert fixed(value) == text


cells = st.one_of(st.none(), st.integers(), st.text("ab,\"\n '", max_size=5))


@given(st.lists(st.dictionaries(st.sampled_from(("x", "y", "z")), cells)))
def test_a_table_is_read_back_as_it_was_written(rows):
    columns = list(dict.fromkeys(key for row in rows for key in row))
    if columns:
        read = list(csv.DictReader(io.StringIO(csv_text(rows), newline="")))
        wanted = [{c: "" if row.get(c) is None else str(row[c]) for c in columns} for row in rows]
        assert read == wanted
    assert csv_text(rows, ("y",)).startswith("y\n")


def test_a_table_holds_plain_text_under_its_head_and_says_when_it_is_empty():
    made = html_table([("<b>", 1)], ("name", "x & y"), "A caption")
    assert made == (
        "<table><caption>A caption</caption><tr><th>name</th><th>x &amp; y</th></tr>"
        "<tr><td>&lt;b&gt;</td><td>1</td></tr></table>"
    )
    assert html_table([], ("name",)) == "<p>none yet</p>"


def test_a_page_has_its_style_in_it_and_its_title_as_text(tmp_path):
    (tmp_path / "own.css").write_text("p { color: red; }")
    made = html_page("a < b", "<p>here</p>", tmp_path / "own.css")
    assert "<title>a &lt; b</title>" in made
    assert "<style>p { color: red; }</style></head><body><p>here</p></body>" in made
    assert "border-collapse" in html_page("", "")
