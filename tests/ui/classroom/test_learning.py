"""A lesson or an exercise set for a class: the same for all or each an own, handed in once."""

from __future__ import annotations

import pytest

from rcr.classroom import Key, Store, Task
from rcr.course.learner import Attempt, Learner
from rcr.course.lesson_folders import lessons
from rcr.course.practice import Exercised
from rcr.ui.classroom import following, learning
from rcr.ui.classroom.visit import Sitting
from rcr.ui.learn.visit import LearnVisit
from rcr.ui.visitor import Visitor


def exercise(same: bool) -> Task:
    payload = {"kind": "update", "level": 2, "seed": 5, "same": same}
    return Task(3, "exercise", "", payload, None, False, None, False, 0.0)


def test_everybody_the_same_instance_or_each_an_own():
    together = [learning.address(exercise(True), member) for member in range(30)]
    alone = [learning.address(exercise(False), member) for member in range(30)]
    assert together[0] == {"exercise": "update", "level": "2", "seed": "5"}
    assert together.count(together[0]) == 30
    assert len({named["seed"] for named in alone}) == 30
    assert alone == [learning.address(exercise(False), member) for member in range(30)]
    assert all(0 <= int(named["seed"]) < 2**31 for named in alone)


def test_a_teacher_opens_the_steps():
    learner = Learner.begin(next(iter(lessons().values())), passed={0, 1})
    reached = learner.reachable
    learner.open_steps = 1
    assert learner.reachable == 0
    learner.open_steps = 2
    assert learner.reachable == 1
    learner.open_steps = None
    assert learner.reachable == reached >= 2


def test_a_lesson_from_one_step_to_another():
    lesson = lessons()["cutting"]
    learner = Learner.begin(lesson)
    learner.open_range(2, 4)
    assert learner.n == 2
    assert learner.reachable == 2
    learner.passed.add(2)
    assert learner.reachable == 3
    learner.passed.add(3)
    assert learner.reachable == 3  # the fifth step is not open yet
    assert list(learner.opened) == [2, 3]
    assert learner.finished
    learner.open_range(2, None)
    assert not learner.finished
    learner.passed.update(range(2, len(lesson.steps)))
    assert learner.finished
    learner.open_range(0, None)
    assert not learner.finished


def test_only_the_lesson_that_is_set_is_paced():
    task = Task(3, "lesson", "", {"lesson": "cutting", "first": 1}, 3, False, None, False, 0.0)
    assert learning.opened_steps(task, "cutting") == (1, 3)
    assert learning.opened_steps(task, "another") == (0, None)
    assert learning.opened_steps(None, "cutting") == (0, None)


@pytest.fixture
def seated(tmp_path, monkeypatch):
    store = Store(tmp_path / "store.sqlite")
    monkeypatch.setattr(learning, "store", lambda: store)
    desk, _ = store.classes.found("Monday")
    seat, secret = store.classes.join(desk.info().code, "Anna", "here")
    desk.tasks.set("lesson", {"lesson": "cutting"}, title="Cutting", up_to=2)
    now = seat.now()
    yield desk, Sitting(seat, Key(now.public_id, secret.text), now)
    store.close()


def test_each_answer_is_handed_in_once_for_its_task(seated):
    desk, sitting = seated
    learn = LearnVisit(learner=Learner.begin(lessons()["cutting"]))
    learn.attempts += [Attempt("cutting", 0, "7", False, n) for n in (1, 2, 3)]
    learn.exercised.append(Exercised("update", 1, 5, [1], 0.5, 3.0))
    for _ in range(2):
        learning.hand_in(sitting, learn)
    results = desk.results()
    assert [result.kind for result in results] == ["lesson"] * 3 + ["exercise"]
    assert {result.task for result in results} == {sitting.now.task.id}
    assert desk.board(sitting.now.task.id)[0].status == "stuck"


def test_an_answer_belongs_to_the_task_it_was_given_in(seated, monkeypatch):
    desk, sitting = seated
    visitor = Visitor()
    visitor.classroom.sitting = sitting
    visitor.learn.learner = Learner.begin(lessons()["cutting"])
    visitor.learn.attempts.append(Attempt("cutting", 0, "7", False, 1))
    monkeypatch.setattr(following, "visitor", lambda: visitor)
    before, after = sitting.now.task.id, desk.tasks.set("lesson", {"lesson": "cutting"}, up_to=3).id
    following.look_around()
    assert (sitting.now.task.id, visitor.learn.learner.open_steps) == (after, 3)
    assert [result.task for result in desk.results()] == [before]
    assert [tile.task for tile in desk.standings()] == [before]


def test_who_is_done_has_more_to_do_when_another_step_is_opened(seated):
    desk, sitting = seated
    learn = LearnVisit(learner=Learner.begin(lessons()["cutting"]))
    task = sitting.now.task

    def tile():
        learning.open_steps(sitting.now.task, learn)
        learning.hand_in(sitting, learn)
        (found,) = desk.board(task.id)
        return found.status, found.step, found.picture["steps"]

    assert tile() == ("working", 0, 2)
    learn.learner.passed.update({0, 1})
    assert tile() == ("finished", 2, 2)
    revision = desk.info().revision
    desk.tasks.pace(task.id, 3)
    sitting.now = sitting.seat.now(sitting.now)
    assert tile() == ("working", 2, 3)
    assert desk.info().revision == revision + 1


def test_a_pause_holds_the_lesson(seated):
    learn = LearnVisit(learner=Learner.begin(lessons()["cutting"]), held="paused")
    learn.move(lambda learner: pytest.fail("moved"))
    assert learn.complaint.take() is None  # the class's line says it, on every page


def test_another_lesson_than_the_tasks_is_not_on_the_board(seated):
    desk, sitting = seated
    learn = LearnVisit(learner=Learner.begin(next(iter(lessons().values()))))
    learn.attempts.append(Attempt(learn.learner.lesson.id, 0, "7", True, 1))
    learn.learner.passed.update(range(len(learn.learner.lesson.steps)))
    learning.hand_in(sitting, learn)
    assert len(desk.results()) == 1
    assert desk.standings() == []


@pytest.mark.parametrize(
    ("done", "same", "status"),
    [
        (("update", 2, 5), True, "finished"),
        (("update", 2, 5, -1.0), True, "working"),  # before it was set
        (("update", 2, 6), True, "working"),  # another instance than everybody's
        (("update", 2, 6), False, "finished"),
        (("update", 1, 5), False, "working"),  # an easier one, by an edited address
        (("bound", 2, 5), False, "working"),
    ],
)
def test_only_the_exercise_that_is_set_counts(done, same: bool, status: str):
    kind, level, seed, *at = done
    learn = LearnVisit(exercised=[Exercised(kind, level, seed, [1], 1.0, 3.0, *at)])
    assert learning.standing(exercise(same), learn, 1).status == status
