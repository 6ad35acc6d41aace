"""A student in a lesson: wrong answers bring hints and no progress, solutions can be shown, and one
goes on where one left off.
"""

import pytest

from rcr import ModelError
from rcr.course import walk
from rcr.course.actions import LessonAction
from rcr.course.answers import computed_answer
from rcr.course.lesson import Do, Explain
from rcr.course.shelf import lessons
from rcr.course.study import SHOWN, Attempt, Study, passed_steps

COURSE = lessons()
every_lesson = pytest.mark.parametrize("name", COURSE)


def wrong_answer(study):
    """Something that is surely wrong; None where there is no such thing."""
    task = study.step.task
    right = computed_answer(task, study.run, study.entry)
    match task.kind:
        case "number":
            return float(right) + 1000
        case "choice" | "predict" if study.seen.options:
            return next(i for i in range(len(study.seen.options)) if i != right)
        case "explain":
            return "no"
    return None


@every_lesson
def test_a_lesson_is_learnt_with_wrong_answers_first(name):
    told: list[Attempt] = []
    study = Study.begin(COURSE[name], told.append)
    for n in range(len(study.lesson.steps)):
        assert study.n == n
        assert study.reachable == n
        assert not study.hint
        if (wrong := wrong_answer(study)) is not None:
            before = study.run.state
            study.answer(wrong)
            assert not study.done
            assert n not in study.passed
            assert study.run.state is before
            assert study.hint or isinstance(study.step.task, Explain)
        if isinstance(study.step.task, Do):
            study.ask_hint()
            assert study.hint
            for action in walk.solution(study.lesson, n, study.run, study.entry).actions:
                study.act(action)
        else:
            study.answer(computed_answer(study.step.task, study.run, study.entry))
        assert study.done
        if n + 1 == len(study.lesson.steps) or walk.reveals(study.step.task):
            assert study.hides == ()
        if n + 1 < len(study.lesson.steps):
            study.go(n + 1)
    assert study.finished
    assert passed_steps(told, name) == set(range(len(study.lesson.steps)))
    assert all(attempt.tries >= 1 for attempt in told)


def test_an_answer_does_not_show_what_the_next_question_asks_for():
    """The best assignment is asked for in the fifth step, so no step before shows it."""
    study = Study.begin(COURSE["best-state"])
    for n in range(4):
        study.answer(computed_answer(study.step.task, study.run, study.entry))
        assert study.done
        assert "states" in study.hides
        study.go(n + 1)
    study.answer(computed_answer(study.step.task, study.run, study.entry))
    assert study.hides == ()


@every_lesson
def test_every_solution_can_be_shown_step_by_step(name):
    told: list[Attempt] = []
    study = Study.begin(COURSE[name], told.append)
    for n in range(len(study.lesson.steps)):
        study.show_me()
        while study.demonstration is not None and study.demonstration.next is not None:
            assert not study.done
            study.advance()
        assert study.done
        assert study.solution_shown
        assert told[-1].answer == SHOWN
        assert told[-1].right is False
        assert told[-1].passes
        if n + 1 < len(study.lesson.steps):
            study.go(n + 1)
            assert not study.solution_shown
    assert study.finished
    with pytest.raises(ModelError, match="no solution is being shown"):
        study.advance()


def test_a_student_goes_on_where_he_left_off():
    study = Study.begin(COURSE["pieces"], passed={0, 1, 2})
    assert study.n == 3
    assert study.reachable == 3
    assert study.run.state is study.entry
    again = Study.begin(COURSE["pieces"], passed=set(range(len(COURSE["pieces"].steps))))
    assert again.n == 0
    assert again.finished


def test_a_step_that_is_opened_again_begins_where_the_lesson_says():
    """Whatever was done in between."""
    study = Study.begin(COURSE["cutting"])
    first = study.entry.value
    study.act(LessonAction("relax", ("c3",)))
    assert study.done
    study.go(0)
    assert study.entry.value == first
    assert not study.done


def test_back_does_not_leave_the_question():
    study = Study.begin(COURSE["cutting"])
    study.back()
    assert study.run.state is study.entry
    study.act(LessonAction("relax", ("c3",)))
    study.back()
    assert study.run.state is study.entry


def test_only_what_is_right_or_was_shown_passes():
    assert Attempt("a", 0, 5, True, 1).passes
    assert Attempt("a", 0, "free text", None, 1).passes
    assert Attempt("a", 0, SHOWN, False, 1).passes
    assert not Attempt("a", 0, 4, False, 1).passes
    attempts = [Attempt("a", 0, 5, True, 1), Attempt("b", 1, 5, True, 1)]
    assert passed_steps(attempts, "a") == {0}
