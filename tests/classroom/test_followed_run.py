"""Following a shown run: the same state as the teacher's, step by step, and a copy of one's own."""

from __future__ import annotations

from rcr import Run, generate
from rcr.classroom import Recorder, Store
from rcr.classroom.followed_run import FollowedRun
from tests.classroom.classes.conftest import Room, room

__all__ = ["room"]


def test_everybody_sees_the_teachers_state(store: Store, room: Room):
    run = Run(generate("grid", rows=3, cols=3, seed=1), start="forest", batch=1)
    recorder = Recorder(store.runs, room.desk.visitor)
    recorder.save(run)
    room.desk.show(recorder.run_id)
    followed = FollowedRun()

    def seen(number: int) -> Run:
        seat = room.seats[number]
        found = followed.at(seat, seat.now().shown)
        assert found is not None
        return found

    assert seen(0).state.recovered == run.state.recovered
    run.converge()
    run.recover_suggested()
    recorder.save(run)
    first, second = seen(0), seen(1)
    assert first.state.upper == second.state.upper == run.state.upper
    first.recover_suggested()  # branching off is one's own
    assert second.state.recovered == run.state.recovered
    assert seen(2).state.recovered == run.state.recovered
    run.goto(0)
    recorder.save(run)
    assert seen(0).state.number == 0


def test_deleted_states_are_no_trap(store: Store, room: Room):
    run = Run(generate("grid", rows=3, cols=3, seed=1), start="forest", batch=1)
    recorder = Recorder(store.runs, room.desk.visitor)
    run.converge()
    run.recover_suggested()
    recorder.save(run)
    room.desk.show(recorder.run_id)
    followed, seat = FollowedRun(), room.seats[0]
    assert followed.at(seat, seat.now().shown) is not None
    last = run.state.number
    run.goto(0)
    run.delete(last)
    run.sweep()
    recorder.save(run)
    found = followed.at(seat, seat.now().shown)
    assert found is not None
    assert found.state.upper == run.state.upper


def test_what_is_hidden_again_is_gone(store: Store, room: Room):
    run = Run(generate("triangle"))
    recorder = Recorder(store.runs, room.desk.visitor)
    recorder.save(run)
    room.desk.show(recorder.run_id)
    seat = room.seats[0]
    shown = seat.now().shown
    room.desk.hide()
    assert FollowedRun().at(seat, shown) is None
