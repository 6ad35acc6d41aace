"""The teacher leads: the class sees where he goes, also after it was shown something else."""

from __future__ import annotations

import pytest

from rcr import Run, generate
from rcr.classroom import Key, Recorder, Store
from rcr.models.generator_call import GeneratorCall
from rcr.ui.classroom import following, showing
from rcr.ui.classroom.task_controls import end
from rcr.ui.classroom.visit import Sitting, Teaching
from rcr.ui.explore import moves
from rcr.ui.explore.commands import Sweep
from rcr.ui.visitor import Visitor


@pytest.fixture
def taught(tmp_path, monkeypatch):
    """A teacher with a run on Explore, a student's seat, and the store."""
    store, teacher = Store(tmp_path / "store.sqlite"), Visitor()
    monkeypatch.setattr(showing, "store", lambda: store)
    monkeypatch.setattr(showing, "visitor", lambda: teacher)
    desk, secret = store.classes.found("Monday")
    seat, _ = store.classes.join(desk.info().code, "Anna", "here")
    moves.begin(teacher.explore, made(), ("", ""))
    teaching = Teaching(desk, Key(desk.info().public_id, secret.text))
    teacher.classroom.teaching = teaching
    yield store, teacher, teaching, seat
    store.close()


def made() -> Run:
    return Run(generate("triangle"), origin=GeneratorCall("triangle", {}), start="forest")


def shown(seat) -> tuple[int, int]:
    found = seat.now().shown
    return found.run, found.state


def test_the_class_follows_again_after_another_run_was_shown(taught):
    store, teacher, teaching, seat = taught
    recorder = Recorder(store.runs, seat.visitor)
    recorder.save(made())
    teaching.desk.show(recorder.run_id)
    showing.follow_me(teaching, teacher.explore.run)
    mine, start = shown(seat)
    assert mine != recorder.run_id
    assert start == 0
    for interlude in (lambda: teaching.desk.show(recorder.run_id, 0), teaching.desk.hide):
        interlude()
        moves.act(teacher.explore, Sweep(), settle=False)
        assert shown(seat) == (mine, teacher.explore.run.state.number)
    assert teacher.explore.complaint.take() is None


def test_a_student_whose_address_names_an_own_run_follows_all_the_same(taught, monkeypatch):
    _, teacher, teaching, seat = taught
    moves.act(teacher.explore, Sweep(), settle=False)
    showing.follow_me(teaching, teacher.explore.run)
    student, now = Visitor(), seat.now()
    student.explore.wanted_number = 1  # as after a reload
    monkeypatch.setattr(following, "visitor", lambda: student)
    following.follow(Sitting(seat, Key(now.public_id, ""), now))
    assert student.explore.opened.state.upper == teacher.explore.run.state.upper
    assert student.explore.wanted_number is None


def test_a_reloaded_page_leads_from_where_it_was(taught, monkeypatch):
    _, teacher, teaching, seat = taught
    showing.follow_me(teaching, teacher.explore.run)
    moves.act(teacher.explore, Sweep(), settle=False)
    seen, task = shown(seat), seat.now().task.id
    again = Visitor()
    monkeypatch.setattr(showing, "visitor", lambda: again)
    showing.lead_again(teaching)
    assert again.explore.opened.state.upper == teacher.explore.run.state.upper
    assert shown(seat) == seen
    end(teaching.desk)
    assert (seat.now().task, seat.now().shown) == (None, None)
    assert again.explore.listeners == []
    teaching.desk.tasks.choose(task)  # the same once more: what was shown is shown again
    showing.lead_again(teaching)
    assert shown(seat) == seen
