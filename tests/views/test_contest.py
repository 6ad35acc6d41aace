"""The pictures of a challenge."""

import re

from rcr import Run, generate
from rcr.ui.learn.words import BY_LANGUAGE
from rcr.views.contest import TITLE_LETTERS, contest_chart, score_card


def test_everybody_has_a_curve_of_bounds_over_constraints():
    made = contest_chart("you", [(0, 3.5)], {"cycle": [(0, 3.5), (6, 2.5)]})
    assert [trace["name"] for trace in made["data"]] == ["you", "cycle"]
    assert made["data"][1]["x"] == [0, 6]
    assert made["data"][1]["y"] == [3.5, 2.5]
    assert len({trace["line"]["dash"] for trace in made["data"]}) == 2


def test_a_way_to_and_fro_is_drawn_as_what_it_has_reached_with_so_many():
    way = [(0, 3.5), (6, 3.5), (4, 3.0), (8, 3.2), (5, 2.5)]
    (yours,) = contest_chart("you", way, {})["data"]
    assert (yours["x"], yours["y"]) == ([0, 4, 5], [3.5, 3.0, 2.5])


def test_the_card_shows_what_was_put_back_says_the_score_and_escapes():
    run = Run(generate("triangle", seed=22), start="decomposed")
    before = score_card(run.state, "A < B", ["score: 7", "par: 6"])
    card = score_card(run.recover(["c0"]), "A < B", ["score: 7", "par: 6"])
    assert card != before
    assert card.startswith("<svg ")
    assert card.count("<svg ") == 2
    assert "max-width:100%" in card
    assert "A &lt; B" in card
    assert "score: 7" in card
    assert "http" not in card.replace("http://www.w3.org/2000/svg", "")


def test_the_cards_title_has_lines_that_fit():
    run, texts = Run(generate("triangle", seed=22)), BY_LANGUAGE.values()
    for goal in (goal for words in texts for goal in words.goals.values()):
        card = score_card(run.state, goal, ["score: 7"])
        lines = re.findall('font-weight="700" fill="#222">([^<]+)<', card)
        assert " ".join(lines) == goal
        assert max(map(len, lines)) <= TITLE_LETTERS
