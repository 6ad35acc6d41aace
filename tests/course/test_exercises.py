"""Every kind of exercise on 200 seeds: clear answers, and marks that an oracle gives as well."""

from functools import cache

import numpy as np
import pytest

from rcr import ModelError, Run
from rcr.course.exercise import exercise_kinds, new_exercise
from rcr.course.forms import PARTLY, RIGHT, WRONG
from rcr.run.link import from_link, to_link
from tests.course.exercise_oracles import ORACLES

SEEDS = range(200)
KINDS = sorted(exercise_kinds())
every_kind = pytest.mark.parametrize("kind", KINDS)
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
def instances(kind):
    return [new_exercise(kind, seed, 1 + seed % 3) for seed in SEEDS]


@every_kind
def test_the_model_solution_is_right_and_clear(kind):
    for instance in instances(kind):
        marking = instance.mark(instance.form.solution)
        assert marking.score == 1.0
        assert marking.verdict == RIGHT
        assert instance.posed.question
        assert instance.posed.explanation
        assert instance.form.written(instance.form.solution)


@every_kind
def test_a_random_answer_gets_the_mark_that_the_oracle_gives(kind):
    """The oracle knows only what is shown: the model, the state, and the answer."""
    oracle, verdicts = ORACLES[kind], set()
    for instance in instances(kind):
        rng = np.random.default_rng(instance.seed)
        for answer in (instance.form.guess(rng), instance.form.solution):
            marking = instance.mark(answer)
            assert marking.score == pytest.approx(oracle(instance, answer), abs=1e-9), instance.seed
            assert 0 <= marking.score <= 1
            verdicts.add(marking.verdict)
    assert {RIGHT, WRONG} <= verdicts
    assert verdicts <= {RIGHT, PARTLY, WRONG}


@every_kind
def test_marking_leaves_the_run_where_it_is_and_nonsense_earns_nothing(kind):
    for instance in instances(kind)[:6]:
        state, count = instance.run.state, len(instance.run.states)
        for answer in NONSENSE:
            assert instance.mark(answer).verdict != RIGHT
            assert instance.mark(answer).score == 0
        assert instance.run.state is state
        assert len(instance.run.states) == count


@every_kind
def test_an_instance_is_made_again_from_kind_seed_and_level(kind):
    for instance in instances(kind)[:6]:
        again = new_exercise(kind, instance.seed, instance.level)
        assert again.form.solution == instance.form.solution
        assert again.posed.question == instance.posed.question
        assert again.posed.given == instance.posed.given
        assert again.run.state.value == instance.run.state.value


@every_kind
def test_different_seeds_give_different_questions(kind):
    digests = {instance.run.model.digest for instance in instances(kind)}
    assert len(digests) > 0.95 * len(SEEDS)


@every_kind
def test_the_shown_state_opens_in_explore(kind):
    instance = instances(kind)[0]
    again = from_link(to_link(instance.run))
    assert isinstance(again, Run)
    assert again.state.value == instance.run.state.value


def test_wrong_kinds_levels_and_seeds_are_refused():
    with pytest.raises(ModelError, match="there is no exercise"):
        new_exercise("juggling", 0)
    with pytest.raises(ModelError, match="level must lie between 1 and 3"):
        new_exercise("violated", 0, 4)
    with pytest.raises(ModelError, match="the seed of an exercise"):
        new_exercise("violated", -1)
