"""A student at an exercise: one try, marked at once, then the solution step by step."""

import pytest

from rcr import ModelError
from rcr.course.exercise import exercise_kinds, new_exercise
from rcr.course.exercises.paper_rounds import ROUNDS
from rcr.course.forms import SomeOf
from rcr.course.practice import Exercised, Practice
from tests.haste import slow_after_the_first

every_kind = pytest.mark.parametrize("kind", slow_after_the_first(sorted(exercise_kinds())))


@every_kind
def test_the_model_solution_is_marked_right_kept_and_walked(kind):
    told: list[Exercised] = []
    times = iter([10.0, 52.0])
    practice = Practice(new_exercise(kind, 3, 2), told.append, lambda: next(times))
    state = practice.instance.run.state
    assert practice.hides == practice.instance.posed.hides
    practice.mark(practice.instance.form.solution)
    assert practice.done
    assert practice.hides == ()
    assert practice.marking.score == 1.0
    solution = practice.instance.form.solution
    assert told == [Exercised(kind, 2, 3, solution, 1.0, 42.0)]
    practice.mark(None)
    assert len(told) == 1
    while practice.next is not None:
        practice.advance()
    assert practice.walked == len(practice.instance.posed.walk)
    with pytest.raises(ModelError, match="nothing more"):
        practice.advance()
    assert practice.instance.run.state is state


@every_kind
def test_the_model_solution_is_a_run_to_walk_or_states_to_look_at(kind):
    for seed in range(6):
        posed = new_exercise(kind, seed, 1 + seed % 3).posed
        complete = posed.run.state.relaxation.complete
        assert posed.walk or posed.states or (kind == "certificate" and complete)


def test_putting_the_frustrated_loop_back_lowers_the_bound():
    practice = Practice(new_exercise("frustrated", 3, 1))
    practice.mark(practice.instance.form.solution)
    bounds = []
    while practice.next is not None:
        practice.advance()
        bounds.append(practice.run.state.value)
    assert practice.run.state.relaxation.loops_closed == 1
    assert bounds[-1] < bounds[0] - 0.01


def test_what_is_not_answered_yet_is_not_ready_to_be_marked():
    missing = {
        "violated": ([],),
        "frustrated": ([],),
        "bounds-in-order": ([], ["A", "B"]),
        "certificate": ([None, None], [0, None]),
        "treewidth": ([None],),
        "marginal": (["", "1"], ["1", "two"]),
        "update": ([""],),
        "paper-rounds": ([],),
    }
    assert set(missing) == set(exercise_kinds())
    for kind, answers in missing.items():
        form = new_exercise(kind, 3, 1).form
        assert form.ready(form.solution)
        assert not any(form.ready(answer) for answer in answers), kind


def test_rounds_are_carried_out_and_marked_at_the_end():
    practice = Practice(new_exercise("paper-rounds", 5, 1))
    solution = practice.instance.form.solution
    before = practice.run.state.value
    practice.click(solution[0])
    assert practice.run.state.value < before
    practice.click(solution[0])  # it is put back already
    assert len(practice.chosen) == 1
    for edge in solution[1:]:
        practice.click(edge)
    assert practice.chosen == solution
    assert len(solution) == ROUNDS
    assert practice.marking.score == 1.0


def test_edges_are_chosen_and_taken_back_by_clicks():
    practice = Practice(new_exercise("violated", 2, 1))
    assert isinstance(practice.instance.form, SomeOf)
    practice.click("c1")
    practice.click("c0")
    practice.click("c1")
    practice.click("nothing")
    assert practice.chosen == ["c0"]
    assert not practice.done
    practice.mark(practice.chosen)
    practice.click("c2")
    assert practice.chosen == ["c0"]


def test_the_states_that_a_question_names_can_be_seen():
    practice = Practice(new_exercise("bounds-in-order", 2, 1))
    values = {}
    for name in practice.instance.posed.states:
        practice.go_to(name)
        values[name] = practice.run.state.value
    ordered = sorted(values, key=lambda name: -values[name])
    assert ordered == practice.instance.form.solution
