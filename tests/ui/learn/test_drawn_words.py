"""What is written on charts and drawings of a lesson is in the visitor's language."""

from __future__ import annotations

import re

import pytest

from rcr import Run, generate
from rcr.explain.assignments import assignments
from rcr.explain.pieces import pieces
from rcr.ui.learn import drawn_words
from rcr.ui.learn.drawn_words import chart_in_our_words, in_our_words
from rcr.ui.learn.words import BY_LANGUAGE
from rcr.views.assignments import draw_assignments
from rcr.views.bounds.chart import run_chart
from rcr.views.contest import contest_chart
from rcr.views.pieces import draw_pieces

ONLY_NAMES_AND_NUMBERS = re.compile(r"[\W\d_]*([A-C](_\d)? = \d[\W\d]*)*")


@pytest.fixture
def german(monkeypatch):
    monkeypatch.setattr(drawn_words, "words", lambda: BY_LANGUAGE["de"])


@pytest.fixture
def run() -> Run:
    """Settled, and put back until it is proved: everything that the chart can say is there."""
    found = Run(generate("triangle", seed=22), start="decomposed")
    found.converge()
    found.recover(range(len(found.cloned)))
    return found


def texts_of(drawn: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)<", drawn)


def chart_texts(made) -> list[str]:
    layout = made["layout"]
    notes = [note["text"] for note in layout["annotations"]]
    axes = [layout[axis]["title"]["text"] for axis in ("xaxis", "yaxis")]
    return [*axes, *notes, *(curve["name"] for curve in made["data"] if "name" in curve)]


@pytest.mark.parametrize("axis", ["updates", "recovered"])
def test_nothing_on_the_chart_stays_english(german, run, axis):
    made = run_chart(run, axis, best=2.9)
    before, after = chart_texts(made), chart_texts(chart_in_our_words(made))
    assert all(ours != theirs for ours, theirs in zip(after, before, strict=True))
    assert made["data"][0]["x"] == chart_in_our_words(made)["data"][0]["x"]


def test_nothing_on_the_drawings_stays_english(german, run):
    run.goto(0)
    for drawn in (
        draw_pieces(pieces(run)),
        draw_assignments(assignments(run), run.model),
    ):
        before, after = texts_of(drawn), texts_of(in_our_words(drawn))
        same = [text for text in after if text in before]
        assert len(same) < len(before)
        assert all(ONLY_NAMES_AND_NUMBERS.fullmatch(text) for text in same), same


def test_the_curves_of_a_challenge_are_named_alike(german):
    made = chart_in_our_words(contest_chart("du", [(0, 2.0)], {"paper": [(0, 3.0)]}))
    assert [curve["name"] for curve in made["data"]] == ["du", "paper"]
    assert made["layout"]["xaxis"]["title"]["text"] == "eingesetzte Bedingungen"


def test_the_least_bound_is_called_as_the_lesson_calls_it(run):
    names = chart_texts(chart_in_our_words(run_chart(run, best=2.9)))
    assert "floor" in names
    assert BY_LANGUAGE["en"].figures["floor"].lower() == "floor"
