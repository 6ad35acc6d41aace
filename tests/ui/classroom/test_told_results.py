"""A teacher reads titles and what was chosen, not ids and places in a list."""

from __future__ import annotations

from rcr import Run, generate
from rcr.classroom import Store, wrong_answers
from rcr.classroom.polls import EDGE, Poll
from rcr.course.exercise import new_exercise
from rcr.course.learner import SHOWN
from rcr.course.lesson import Choice
from rcr.course.lesson_folders import lessons
from rcr.models.generator_call import GeneratorCall
from rcr.ui.classroom.told_results import told_results
from rcr.ui.learn.words import words


def test_results_in_words(tmp_path):
    store = Store(tmp_path / "store.sqlite")
    desk, _ = store.classes.found("Monday")
    seat, _ = store.classes.join(desk.info().code, "Anna", "here")
    lesson = lessons()["best-state"]
    n = next(n for n, step in enumerate(lesson.steps) if isinstance(step.task, Choice))
    asked = (("best-state", n, 0), ("best-state", 0, "7"), ("best-state", 99, 0), ("gone", 0, 1))
    asked += (("best-state", n, SHOWN),)
    for where in asked:
        store.progress.add_answer(seat.visitor, *where, False, 1)
    store.progress.add_exercise(seat.visitor, "update", 1, 5, [1], 0.0, 9.0)
    right = new_exercise("certificate", 5, 1).form
    for answer in (list(right.solution), [99, 99]):
        store.progress.add_exercise(seat.visitor, "certificate", 1, 5, answer, 1.0, 9.0)
    run = Run(generate("triangle"), origin=GeneratorCall("triangle", {}))
    task = desk.tasks.set("poll", Poll.on(run, EDGE, "Which?").payload, title="Which?")
    seat.vote(task.id, "c0")
    results = told_results(desk)
    told = [(r.item, r.part, r.answer) for r in results]
    chosen, typed, older, unknown, shown, exercise, options, damaged, poll = told
    assert chosen[:2] == (lesson.title, f"step {n + 1}: {lesson.steps[n].title}")
    assert isinstance(chosen[2], str)
    assert len(chosen[2]) > 3
    assert typed == (lesson.title, f"step 1: {lesson.steps[0].title}", "7")
    assert older == (lesson.title, "step 100", 0)
    assert unknown == ("gone", "step 1", 1)
    assert shown[2] == "was shown"
    assert shown[2] not in [wrong.answer for wrong in wrong_answers(results)]
    assert exercise[0] == words().exercises["update"]
    assert options[2] == right.written(right.solution)
    assert damaged[2] == "99, 99"
    assert poll[2].startswith("c0 (")
    store.close()
