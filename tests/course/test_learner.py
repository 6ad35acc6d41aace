"""A student in a lesson: wrong answers bring hints and no progress, solutions can be shown, and one
goes on where one left off.
"""

import pytest

from rcr import ModelError
from rcr.course import walk
from rcr.course.actions import LessonAction
from rcr.course.answers import computed_answer
from rcr.course.learner import SHOWN, Attempt, Learner, passed_steps
from rcr.course.lesson import Do, Explain
from rcr.course.lesson_folders import lessons
from tests.haste import slow_after_the_first

COURSE = lessons()
every_lesson = pytest.mark.parametrize("name", slow_after_the_first(COURSE))


def wrong_answer(learner):
    """Something that is surely wrong; None where there is no such thing."""
    task = learner.step.task
    right = computed_answer(task, learner.run, learner.entry)
    match task.kind:
        case "number":
            return float(right) + 1000
        case "choice" | "predict" if learner.seen.options:
            return next(i for i in range(len(learner.seen.options)) if i != right)
        case "explain":
            return "no"
    return None


@every_lesson
def test_a_lesson_is_learnt_with_wrong_answers_first(name):
    told: list[Attempt] = []
    learner = Learner.begin(COURSE[name], told.append)
    for n in range(len(learner.lesson.steps)):
        assert learner.n == n
        assert learner.reachable == n
        assert not learner.hint
        if (wrong := wrong_answer(learner)) is not None:
            before = learner.run.state
            learner.answer(wrong)
            assert not learner.done
            assert n not in learner.passed
            assert learner.run.state is before
            assert learner.hint or isinstance(learner.step.task, Explain)
        if isinstance(learner.step.task, Do):
            learner.ask_hint()
            assert learner.hint
            for action in walk.solution(learner.lesson, n, learner.run, learner.entry).actions:
                learner.act(action)
        else:
            learner.answer(computed_answer(learner.step.task, learner.run, learner.entry))
        assert learner.done
        if n + 1 == len(learner.lesson.steps) or walk.reveals(learner.step.task):
            assert learner.hides == ()
        if n + 1 < len(learner.lesson.steps):
            learner.go(n + 1)
    assert learner.finished
    assert passed_steps(told, name) == set(range(len(learner.lesson.steps)))
    assert all(attempt.tries >= 1 for attempt in told)


def test_an_answer_does_not_show_what_the_next_question_asks_for():
    """The best assignment is asked for in the fifth step, so no step before shows it."""
    learner = Learner.begin(COURSE["best-state"])
    for n in range(4):
        learner.answer(computed_answer(learner.step.task, learner.run, learner.entry))
        assert learner.done
        assert "states" in learner.hides
        learner.go(n + 1)
    learner.answer(computed_answer(learner.step.task, learner.run, learner.entry))
    assert learner.hides == ()


@every_lesson
def test_every_solution_can_be_shown_step_by_step(name):
    told: list[Attempt] = []
    learner = Learner.begin(COURSE[name], told.append)
    for n in range(len(learner.lesson.steps)):
        learner.show_me()
        while learner.demonstration is not None and learner.demonstration.next is not None:
            assert not learner.done
            learner.advance()
        assert learner.done
        assert learner.solution_shown
        assert told[-1].answer == SHOWN
        assert told[-1].right is False
        assert told[-1].passes
        if n + 1 < len(learner.lesson.steps):
            learner.go(n + 1)
            assert not learner.solution_shown
    assert learner.finished
    with pytest.raises(ModelError, match="no solution is being shown"):
        learner.advance()


def test_a_student_goes_on_where_he_left_off():
    learner = Learner.begin(COURSE["pieces"], passed={0, 1, 2})
    assert learner.n == 3
    assert learner.reachable == 3
    assert learner.run.state is learner.entry
    again = Learner.begin(COURSE["pieces"], passed=set(range(len(COURSE["pieces"].steps))))
    assert again.n == 0
    assert again.finished


def test_a_step_that_is_opened_again_begins_where_the_lesson_says():
    """Whatever was done in between."""
    learner = Learner.begin(COURSE["cutting"])
    first = learner.entry.value
    learner.act(LessonAction("relax", ("c3",)))
    assert learner.done
    learner.go(0)
    assert learner.entry.value == first
    assert not learner.done


def test_back_does_not_leave_the_question():
    learner = Learner.begin(COURSE["cutting"])
    learner.back()
    assert learner.run.state is learner.entry
    learner.act(LessonAction("relax", ("c3",)))
    learner.back()
    assert learner.run.state is learner.entry


def test_only_what_is_right_or_was_shown_passes():
    assert Attempt("a", 0, 5, True, 1).passes
    assert Attempt("a", 0, "free text", None, 1).passes
    assert Attempt("a", 0, SHOWN, False, 1).passes
    assert not Attempt("a", 0, 4, False, 1).passes
    attempts = [Attempt("a", 0, 5, True, 1), Attempt("b", 1, 5, True, 1)]
    assert passed_steps(attempts, "a") == {0}
