"""The command ``rcr exercise``: every kind as text and as a worksheet that needs no network."""

from html.parser import HTMLParser

import pytest

from rcr.cli import main
from rcr.course.exercise import exercise_kinds, new_exercise


class Page(HTMLParser):
    """The words of a page before and after the solutions begin, and the addresses it names."""

    def __init__(self, html):
        super().__init__()
        self.words, self.addresses, self.place = {"asked": "", "solved": ""}, [], "asked"
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.place = "solved" if ("class", "solutions") in attributes else self.place
        self.addresses += [value for name, value in attributes if name in {"src", "href"}]
        assert tag != "script"

    def handle_data(self, data):
        self.words[self.place] += data


@pytest.mark.parametrize("level", [1, 2, 3])
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
