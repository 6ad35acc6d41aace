"""A student's work reaches the store and the board, also what the store refused at first."""

from __future__ import annotations

import sqlite3
import time

import pytest

from rcr import Run, generate
from rcr.classroom import Key, Recorder, Store, StoreError
from rcr.classroom.explorations import USUAL_GOAL, Exploration
from rcr.models.generator_call import GeneratorCall
from rcr.ui.classroom import following, work
from rcr.ui.classroom.visit import Sitting
from rcr.ui.explore import moves
from rcr.ui.explore.commands import Sweep
from rcr.ui.explore.visit import Move
from rcr.ui.visitor import Visitor
from rcr.views.network.drawing import picture
from tests.classroom.helpers import full_disk


@pytest.fixture
def seated(tmp_path, monkeypatch):
    """A student at a challenge on a triangle, and the file of the store."""
    place = tmp_path / "store.sqlite"
    store = Store(place, patience=0.05, rest=0.0)
    monkeypatch.setattr(work, "store", lambda: store)
    desk, _ = store.classes.found("Monday")
    seat, secret = store.classes.join(desk.info().code, "Anna", "here")
    run = Run(generate("triangle"), origin=GeneratorCall("triangle", {}), start="forest")
    task = desk.tasks.set("challenge", Exploration.of(run, goal=USUAL_GOAL).payload, title="Go")
    now = seat.now()
    sitting = Sitting(seat, Key(now.public_id, secret.text), now)
    recorder = Recorder(store.runs, seat.visitor, title="Go", task=task.id)
    yield desk, sitting, work.Worker(sitting, task, recorder), run, place
    store.close()


def test_a_proof_found_while_the_store_is_locked_is_handed_in_later(seated):
    desk, sitting, worker, run, place = seated
    task = sitting.now.task.id
    lock = sqlite3.connect(place, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    run.recover([run.cloned.constraints[k].id for k in run.state.relaxation.relaxed])
    run.converge()
    assert run.state.certificate is not None
    worker(Move(run, None, 0, run.state.number))
    assert worker.owes
    assert "busy" in sitting.trouble
    assert desk.standings() == desk.results() == desk.runs(task) == []
    lock.execute("ROLLBACK")
    lock.close()
    run.goto(0)  # the student goes on before the store is free
    worker.write(run)
    assert (worker.owes, sitting.trouble) == (False, None)
    (result,) = desk.results()
    assert (result.kind, result.score) == ("challenge", float(len(run.cloned)))
    (mine,) = desk.runs(task)
    assert desk.open_run(mine.run.id).current == 0
    worker.write(run)
    assert len(desk.results()) == 1


def test_what_was_refused_is_handed_in_though_the_student_has_left(seated, monkeypatch):
    monkeypatch.setattr(work, "RETRY_SECONDS", 0.02)
    desk, sitting, worker, run, place = seated
    lock = sqlite3.connect(place, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    for _ in range(3):
        run.step()
        worker(Move(run, None, 0, run.state.number))
    assert worker.owes
    lock.execute("ROLLBACK")
    lock.close()
    deadline = time.monotonic() + 20
    while worker.owes:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert sitting.trouble is None
    (mine,) = desk.runs(sitting.now.task.id)
    assert desk.open_run(mine.run.id).current == run.state.number


def test_a_full_disk_costs_no_move_and_is_over_by_itself(seated):
    """Every move goes on; what was taken as kept is there, and the rest when there is room."""
    desk, sitting, worker, run, _ = seated
    kept = []
    with full_disk(work.store()):
        while not worker.owes and len(kept) < 10_000:
            kept.append(run.step().number)
            worker(Move(run, None, 0, run.state.number))
        assert "is full" in sitting.trouble
        (mine,) = desk.runs(sitting.now.task.id)
        assert desk.open_run(mine.run.id).current == kept[-2]
        run.step()
        worker(Move(run, None, 0, run.state.number))
        assert worker.owes
    worker.write(run)
    assert (worker.owes, sitting.trouble) == (False, None)
    (mine,) = desk.runs(sitting.now.task.id)
    assert desk.open_run(mine.run.id).current == run.state.number
    (tile,) = desk.board(sitting.now.task.id)
    assert tile.step == len(run.state.path()) - 1


def test_whoever_is_stuck_is_stuck_on_the_board(seated):
    desk, sitting, worker, run, _ = seated
    worker.write(run)
    sitting.stuck = True
    worker.write(run)
    assert [tile.status for tile in desk.board(sitting.now.task.id)] == ["stuck"]


@pytest.fixture
def page(seated, monkeypatch):
    """The student's page, before it was led to the task."""
    visitor = Visitor()
    visitor.classroom.sitting = seated[1]
    monkeypatch.setattr(following, "visitor", lambda: visitor)
    return visitor


def test_a_task_that_the_store_refuses_is_begun_when_it_takes_it(seated, page, monkeypatch):
    def refuse(*_):
        raise StoreError("busy")

    with monkeypatch.context() as broken:
        broken.setattr(work, "last_kept", refuse)
        for _ in range(2):
            with pytest.raises(StoreError):
                following.begin_task()
    assert following.begin_task() == "explore"
    assert page.explore.opened is not None
    assert following.begin_task() is None


def test_what_is_moved_after_the_end_of_a_task_is_not_on_its_board(seated, page):
    desk, sitting, *_ = seated
    following.begin_task()
    moves.begin(page.explore, page.explore.opened, ("", ""))
    task = sitting.now.task.id
    moves.act(page.explore, Sweep(), settle=False)
    before = desk.board(task)
    assert before[0].step > 0
    desk.tasks.choose(None)
    sitting.now = sitting.seat.now(sitting.now)
    assert following.begin_task() is None
    moves.act(page.explore, Sweep(), settle=False)
    assert desk.board(task) == before


def test_a_class_begins_a_task_with_one_model_and_each_goes_an_own_way(seated):
    desk, anna, _, _, _ = seated
    seat, secret = work.store().classes.join(desk.info().code, "Ben", "here")
    ben = Sitting(seat, Key(seat.now().public_id, secret.text), seat.now())
    pages = [Visitor().explore, Visitor().explore]
    for sitting, explore in zip((anna, ben), pages, strict=True):
        work.begin(sitting, explore, sitting.now.task)
    mine, other = (explore.opened for explore in pages)
    assert mine.model is other.model
    assert picture(mine.cloned) is picture(other.cloned)  # drawn once
    before, states = other.state, set(other.states)
    mine.recover([mine.cloned.constraints[mine.state.relaxation.relaxed[0]].id])
    mine.converge()
    assert (other.state, set(other.states)) == (before, states)
    anew = Exploration.read(anna.now.task.payload).begin()
    assert anew.state.upper == other.state.upper
    assert anew.state.recovered == other.state.recovered
