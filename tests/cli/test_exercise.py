"""The command ``rcr exercise``: every kind as text and as a worksheet that needs no network."""

import re
from html.parser import HTMLParser
from itertools import combinations

import pytest

from rcr.cli import main
from rcr.course.exercise import exercise_kinds, new_exercise
from rcr.course.worksheet import worksheet
from tests.haste import slow_after_the_first


class Page(HTMLParser):
    """The words of a page before and after the solutions begin, and the addresses it names."""

    def __init__(self, html):
        super().__init__()
        self.words, self.addresses, self.place = {"asked": "", "solved": ""}, [], "asked"
        self.drawn, self.tag = [], ""  # the words in the pictures
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.place = "solved" if ("class", "solutions") in attributes else self.place
        self.addresses += [value for name, value in attributes if name in {"src", "href"}]
        assert tag != "script"
        self.tag = tag

    def handle_data(self, data):
        self.words[self.place] += data
        if self.tag == "text":
            self.drawn.append(data)


@pytest.mark.parametrize("level", slow_after_the_first([1, 2, 3]))
@pytest.mark.parametrize("kind", sorted(exercise_kinds()))
def test_the_worksheet_asks_first_and_solves_on_a_page_of_its_own(kind, level, capsys):
    options = [kind, "--seed", "5", "--level", str(level)]
    assert main(["exercise", *options, "--html"]) == 0
    page = Page(capsys.readouterr().out)
    one = new_exercise(kind, 5, level)
    assert one.posed.question in page.words["asked"]
    assert one.posed.explanation not in page.words["asked"]
    assert one.posed.explanation in page.words["solved"]
    assert one.form.written(one.form.solution) in page.words["solved"]
    assert page.addresses == []
    assert all(text in page.words["asked"] for g in one.posed.given for r in g.rows for text in r)


def test_the_picture_names_what_can_be_chosen(capsys):
    assert main(["exercise", "paper-rounds", "--seed", "5", "--html"]) == 0
    page, run = Page(capsys.readouterr().out), new_exercise("paper-rounds", 5).run
    relaxed = run.cloned.ids(run.state.relaxation.relaxed)
    variables = [v.name for v in run.model.variables]
    assert all(name in page.drawn for name in (*relaxed, *variables))
    assert main(["exercise", "frustrated", "--seed", "5", "--html"]) == 0
    page = Page(capsys.readouterr().out)
    assert set(new_exercise("frustrated", 5).posed.labels.values()) <= set(page.drawn)


def test_names_of_edges_stand_off_the_strengths_beside_them():
    """A strength stands above its factor, the name of a level edge below it."""
    one = new_exercise("paper-rounds", 0, 3)
    drawn = re.findall(r'<text x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)<', worksheet([one]))
    places = {name: (float(x), float(y)) for x, y, name in drawn if name[:1] in "c+−"}
    assert len(places) > 40
    for (x, y), (u, v) in combinations(places.values(), 2):
        assert abs(x - u) > 30 or abs(y - v) > 12


def test_a_hidden_state_is_not_in_the_picture(capsys):
    assert main(["exercise", "violated", "--seed", "5", "--level", "3", "--html"]) == 0
    one = new_exercise("violated", 5, 3)
    assert "states" in one.posed.hides
    assert not {"0", "1"} & set(Page(capsys.readouterr().out).drawn)


def test_several_exercises_follow_one_another(capsys):
    assert main(["exercise", "update", "--seed", "3", "--count", "2"]) == 0
    shown = capsys.readouterr().out
    assert [new_exercise("update", seed).posed.explanation in shown for seed in (3, 4, 5)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "wrong",
    [["juggling"], ["update", "--level", "9"], ["update", "--seed", "-1"], ["update", "--count=0"]],
)
def test_what_cannot_be_made_is_refused_in_a_sentence(wrong, capsys):
    assert main(["exercise", *wrong]) == 2
    assert capsys.readouterr().err.startswith("rcr: ")
