"""The pictures of a challenge."""

from rcr import Run, generate
from rcr.views.contest import contest_chart, score_card


def test_everybody_has_a_curve_of_bounds_over_constraints():
    run = Run(generate("triangle", seed=22), start="decomposed")
    run.converge()
    other = run.fork()
    other.solve(recovery="cycle")
    made = contest_chart(list(run.state.path()), {"cycle": list(other.state.path())})
    assert [trace["name"] for trace in made["data"]] == ["you", "cycle"]
    assert made["data"][1]["x"][-1] == other.state.relaxation.count
    assert made["data"][1]["y"][-1] == other.state.upper
    assert len({trace["line"]["dash"] for trace in made["data"]}) == 2


def test_the_card_says_the_score_and_escapes():
    card = score_card(generate("triangle", seed=22), "A < B", ["score: 7", "par: 6"])
    assert card.startswith("<svg ")
    assert "A &lt; B" in card
    assert "score: 7" in card
    assert "http" not in card.replace("http://www.w3.org/2000/svg", "")
