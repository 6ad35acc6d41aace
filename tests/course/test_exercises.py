"""Every kind of exercise on 200 seeds: clear answers, and marks that an oracle gives as well."""

from functools import cache

import numpy as np
import pytest

from rcr import ModelError, Run
from rcr.course.exercise import exercise_kinds, new_exercise
from rcr.course.forms import PARTLY, RIGHT, WRONG, Form
from rcr.run.link import from_link, to_link
from tests.course.exercise_oracles import ORACLES
from tests.haste import slow_after_the_first

SEEDS = range(200)
FEW = 24
KINDS = sorted(exercise_kinds())
every_kind = pytest.mark.parametrize("kind", slow_after_the_first(KINDS))
few_and_all = pytest.mark.parametrize(
    "count", [FEW, pytest.param(len(SEEDS), marks=pytest.mark.slow)]
)
NONSENSE = [
    None,
    "",
    "c0",
    7,
    [],
    [None],
    ["x", "y"],
    [[1], [2]],
    {"a": 1},
    [float("nan")] * 9,
    [True],
]


@cache
def instance(kind, seed):
    return new_exercise(kind, seed, 1 + seed % 3)


def instances(kind, count=FEW):
    return [instance(kind, seed) for seed in SEEDS[:count]]


def test_a_form_that_cannot_mark_is_refused_when_it_is_made():
    class Unmarked(Form):
        solution = 1

        def guess(self, rng):
            return 1

    with pytest.raises(TypeError, match="mark"):
        Unmarked()


@few_and_all
@every_kind
def test_the_model_solution_is_right_and_clear(kind, count):
    for posed in instances(kind, count):
        marking = posed.mark(posed.form.solution)
        assert marking.score == 1.0
        assert marking.verdict == RIGHT
        assert posed.posed.question
        assert posed.posed.explanation
        assert posed.form.written(posed.form.solution)


@few_and_all
@every_kind
def test_a_random_answer_gets_the_mark_that_the_oracle_gives(kind, count):
    """The oracle knows only what is shown: the model, the state, and the answer."""
    oracle, verdicts = ORACLES[kind], set()
    for posed in instances(kind, count):
        rng = np.random.default_rng(posed.seed)
        for answer in (posed.form.guess(rng), posed.form.solution):
            marking = posed.mark(answer)
            assert marking.score == pytest.approx(oracle(posed, answer), abs=1e-9), posed.seed
            assert 0 <= marking.score <= 1
            verdicts.add(marking.verdict)
    assert {RIGHT, WRONG} <= verdicts
    assert verdicts <= {RIGHT, PARTLY, WRONG}


@every_kind
def test_marking_leaves_the_run_where_it_is_and_nonsense_earns_nothing(kind):
    for posed in instances(kind)[:6]:
        state, count = posed.run.state, len(posed.run.states)
        for answer in NONSENSE:
            assert posed.mark(answer).verdict != RIGHT
            assert posed.mark(answer).score == 0
        assert posed.run.state is state
        assert len(posed.run.states) == count


@every_kind
def test_an_instance_is_made_again_from_kind_seed_and_level(kind):
    for posed in instances(kind)[:6]:
        again = new_exercise(kind, posed.seed, posed.level)
        assert again.form.solution == posed.form.solution
        assert again.posed.question == posed.posed.question
        assert again.posed.given == posed.posed.given
        assert again.run.state.value == posed.run.state.value


@few_and_all
@every_kind
def test_different_seeds_give_different_questions(kind, count):
    digests = {posed.run.model.digest for posed in instances(kind, count)}
    assert len(digests) > 0.95 * count


@every_kind
def test_the_shown_state_opens_in_explore(kind):
    posed = instances(kind)[0]
    again = from_link(to_link(posed.run))
    assert isinstance(again, Run)
    assert again.state.value == posed.run.state.value


def test_wrong_kinds_levels_and_seeds_are_refused():
    with pytest.raises(ModelError, match="there is no exercise"):
        new_exercise("juggling", 0)
    with pytest.raises(ModelError, match="level must lie between 1 and 3"):
        new_exercise("violated", 0, 4)
    with pytest.raises(ModelError, match="the seed of an exercise"):
        new_exercise("violated", -1)


def test_a_loop_that_is_right_but_for_one_factor_earns_half():
    form = new_exercise("frustrated", 0, 2).form
    more = next(i for i in form.scopes if i not in form.right)
    short, long = form.mark(form.solution[:-1]), form.mark([*form.solution, more])
    assert (short.score, long.score) == (0.5, 0.5)
    assert "missing" in short.parts[0].feedback
    assert "too many" in long.parts[0].feedback
