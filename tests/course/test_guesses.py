"""Predict, then reveal, over a run: every state is guessed once, and the score is what a guess
gains of the best.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcr import ModelError, Run, generate
from rcr.course.guesses import Guesses, Score, impacts


def new_run(seed=26):
    run = Run(generate("grid", rows=3, cols=3, field=0.3, seed=seed), start="forest")
    run.converge()
    return run


def test_a_guess_reveals_every_impact_and_its_own_rank():
    run, guesses = new_run(), Guesses()
    assert guesses.awaits(run)
    assert guesses.at(run.state) is None
    values = impacts(run)
    best, worst = max(values, key=values.get), min(values, key=values.get)
    found = guesses.guess(run, worst)
    assert found.values == values
    assert found.lost == pytest.approx(values[best] - values[worst])
    assert found.rank > 1
    assert guesses.at(run.state) is found
    assert not guesses.awaits(run)
    with pytest.raises(ModelError, match="nothing to guess"):
        guesses.guess(run, best)


def test_what_is_true_of_an_edge_is_what_recovering_it_would_do_at_once():
    run = new_run()
    for edge, impact in impacts(run).items():
        other = run.fork()
        assert run.state.value - other.recover([edge]).value == pytest.approx(impact, abs=1e-6)


def test_nothing_is_to_be_guessed_where_all_is_proved_or_no_edge_is_left():
    run, guesses = new_run(), Guesses()
    run.solve()
    assert not guesses.awaits(run)
    complete = new_run()
    complete.recover(complete.state.relaxation.relaxed.tolist())
    assert not guesses.awaits(complete)


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 200), choice=st.integers(0, 100))
def test_the_score_is_all_for_the_best_and_never_more(seed, choice):
    run, guesses = new_run(seed), Guesses()
    values = impacts(run)
    if not guesses.awaits(run):
        return
    chosen = sorted(values)[choice % len(values)]
    found = guesses.guess(run, chosen)
    score = guesses.score(run.state.path())
    assert score.count == 1
    assert 0 <= score.share <= 1
    assert score.best == (found.rank == 1)
    if found.rank == 1 and max(values.values()) > 0.01:
        assert score.share > 0.9
    assert guesses.score([]) == Score(0, 0, 1.0)
