"""What only the teacher may do, and what a student's page learns of it."""

from __future__ import annotations

import math

import pytest
from sqlalchemy import select

from rcr.classroom import NotKept, Standing, Store, StoreError
from rcr.classroom.classes.board import MAX_CURVE_POINTS, thinned
from rcr.classroom.classes.seat import SEEN_SECONDS
from rcr.classroom.database import tables
from tests.classroom.helpers import Clock, chain, step


def test_a_task_reaches_every_seat(store: Store, room, clock: Clock):
    assert room.seats[0].now().task is None
    payload = {"lesson": "02-cutting", "steps": [1, 4], "name": "<b>\0"}
    task = room.desk.tasks.set("lesson", payload, title="Cutting", up_to=2, seconds=90)
    for seat in room.seats:
        assert seat.now().task == task
    assert task.payload == payload
    assert (task.kind, task.title, task.up_to, task.ends_at) == (
        "lesson",
        "Cutting",
        2,
        clock.time + 90,
    )
    assert (task.paused, task.revealed) == (False, False)


def test_every_change_by_the_teacher_is_seen(store: Store, room, clock: Clock):
    tasks, seat = room.desk.tasks, room.seats[0]
    first = tasks.set("lesson", {})
    changes = [
        (lambda: tasks.pace(first.id, 5), lambda now: now.task.up_to == 5),
        (lambda: tasks.pause(first.id), lambda now: now.task.paused),
        (lambda: tasks.pause(first.id, False), lambda now: not now.task.paused),
        (lambda: tasks.set_timer(first.id, 60), lambda now: now.task.ends_at == clock.time + 60),
        (lambda: tasks.set_timer(first.id, None), lambda now: now.task.ends_at is None),
        (
            lambda: tasks.reveal(first.id, {"a": 1}),
            lambda now: now.task.revealed and now.task.payload == {"a": 1},
        ),
        (lambda: tasks.set("poll", {}), lambda now: now.task.kind == "poll"),
        (lambda: tasks.choose(first.id), lambda now: now.task.id == first.id),
        (lambda: tasks.choose(None), lambda now: now.task is None),
        (lambda: room.desk.rename("Tuesday"), lambda now: now.title == "Tuesday"),
        (lambda: room.desk.set_door(False), lambda now: not now.door_open),
    ]
    for change, seen in changes:
        before = seat.now()
        assert not seen(before)
        change()
        after = seat.now()
        assert seen(after)
        assert after.revision == before.revision + 1  # one write, of which no page sees a half
    assert [task.kind for task in tasks.all()] == ["lesson", "poll"]


def test_a_task_has_one_of_the_known_kinds(room):
    with pytest.raises(StoreError, match="a task is one of lesson, exercise"):
        room.desk.tasks.set("homework", {})
    assert room.desk.tasks.all() == []


def test_a_class_cannot_touch_anothers_tasks(store: Store, room):
    task = room.desk.tasks.set("poll", {})
    other, _ = store.classes.found()
    for attempt in (
        lambda: other.tasks.choose(task.id),
        lambda: other.tasks.reveal(task.id, {}),
        lambda: other.tasks.pause(task.id),
    ):
        with pytest.raises(NotKept, match="no such task"):
            attempt()
    assert room.seats[0].now().task == task
    assert other.tasks.votes(task.id) == {}


def test_a_poll_counts_each_member_once_until_it_is_revealed(store: Store, room, clock: Clock):
    anna, ben, cem = room.seats
    poll = room.desk.tasks.set("poll", {"ask": "which edge next?"}, seconds=60)
    anna.vote(poll.id, "c1")
    anna.vote(poll.id, "c2")
    ben.vote(poll.id, "c2")
    cem.vote(poll.id, "<i>c1</i>")
    assert room.desk.tasks.votes(poll.id) == {"c2": 2, "<i>c1</i>": 1}
    assert anna.my_vote(poll.id) == "c2"
    assert ben.votes(poll.id) == {}
    room.desk.tasks.pause(poll.id)
    _refused(anna, poll.id)
    room.desk.tasks.pause(poll.id, False)
    clock.time += 60
    _refused(anna, poll.id)
    room.desk.tasks.set_timer(poll.id, None)
    anna.vote(poll.id, "c3")
    room.desk.tasks.reveal(poll.id, poll.payload)
    _refused(anna, poll.id)
    assert ben.votes(poll.id) == {"<i>c1</i>": 1, "c2": 1, "c3": 1}


def test_a_vote_needs_a_poll_of_ones_own_class_that_is_on(store: Store, room):
    lesson, poll = room.desk.tasks.set("lesson", {}), room.desk.tasks.set("poll", {})
    other, _ = store.classes.found()
    theirs = other.tasks.set("poll", {})
    stranger, _ = store.classes.join(other.info().code, "Dora", "there")
    _refused(room.seats[0], theirs.id)
    _refused(stranger, poll.id)
    room.desk.tasks.choose(lesson.id)
    _refused(room.seats[0], lesson.id)
    _refused(room.seats[0], poll.id)
    assert room.seats[0].my_vote(poll.id) is None
    other.tasks.reveal(theirs.id, {})
    assert room.seats[0].votes(theirs.id) == {}


def _refused(seat, task: int) -> None:
    with pytest.raises(StoreError, match="takes no answers"):
        seat.vote(task, "c9")


def test_the_board_shows_everybodys_last_standing(store: Store, room, clock: Clock):
    task = room.desk.tasks.set("challenge", {})
    clock.time += 3
    standing = Standing(
        task.id,
        recovered=4,
        gap=0.25,
        step=7,
        curve=[3.0, 2.5, math.inf],
        picture={"recovered": ["c1"]},
        status="stuck",
    )
    room.seats[1].post(Standing(task.id, recovered=1))
    room.seats[1].post(standing)
    room.seats[2].post(Standing(task.id, gap=math.inf, status="finished"))
    anna, ben, cem = room.desk.board(task.id)
    assert (anna.nickname, anna.task, anna.gap, anna.moved) == ("Anna", None, None, None)
    assert (ben.task, ben.recovered, ben.gap, ben.step, ben.curve) == (
        task.id,
        4,
        0.25,
        7,
        [3.0, 2.5],
    )
    assert (ben.picture, ben.status, ben.moved) == ({"recovered": ["c1"]}, "stuck", clock.time)
    assert (cem.gap, cem.status, cem.task) == (math.inf, "finished", task.id)
    room.seats[2].post(Standing(task.id, gap=math.nan))
    assert room.desk.board(task.id)[2].gap is None


def test_the_board_of_an_earlier_task_stays_as_it_was(room):
    first = room.desk.tasks.set("challenge", {})
    room.seats[0].post(Standing(first.id, recovered=4, status="finished"))
    second = room.desk.tasks.set("explore", {})
    room.seats[0].post(Standing(second.id, recovered=1))
    assert [tile.recovered for tile in room.desk.board(first.id)] == [4, 0, 0]
    assert [tile.recovered for tile in room.desk.board(second.id)] == [1, 0, 0]
    assert [tile.task for tile in room.desk.board(None)] == [None] * 3
    assert [(tile.task, tile.recovered) for tile in room.desk.standings()] == [
        (first.id, 4),
        (second.id, 1),
    ]


def test_a_standing_needs_a_task_of_ones_own_class(store: Store, room):
    other, _ = store.classes.found("Tuesday")
    foreign = other.tasks.set("explore", {})
    for task in (foreign.id, 10_000):
        with pytest.raises(NotKept):
            room.seats[0].post(Standing(task))
    assert other.standings() == room.desk.standings() == []


def test_a_standing_that_does_not_fit_is_refused(room):
    task = room.desk.tasks.set("explore", {}).id
    with pytest.raises(StoreError, match="working, finished, stuck"):
        room.seats[0].post(Standing(task, status="asleep"))
    with pytest.raises(StoreError, match="the picture would take"):
        room.seats[0].post(Standing(task, picture="x" * 40_000))


def test_a_long_curve_keeps_its_ends():
    curve = [float(n) for n in range(10_000)]
    thin = thinned(curve)
    assert len(thin) == MAX_CURVE_POINTS
    assert (thin[0], thin[-1]) == (0.0, 9999.0)
    assert thin == sorted(thin)
    assert thinned(curve[:5]) == curve[:5]


def test_looking_is_being_seen(room, clock: Clock):
    anna = room.seats[0]
    joined = room.desk.board(None)[0].last_seen
    clock.time += SEEN_SECONDS / 2
    anna.now()
    assert room.desk.board(None)[0].last_seen == joined
    clock.time += SEEN_SECONDS
    anna.now()
    assert room.desk.board(None)[0].last_seen == clock.time


def test_the_teacher_opens_the_runs_of_the_class_and_no_others(store: Store, room):
    task = room.desk.tasks.set("explore", {})
    anna, ben, _ = room.seats
    store.runs.create(anna.visitor, chain(1), title="warm-up")
    key = store.runs.create(anna.visitor, chain(2), title="mine", task=task.id)
    store.runs.create(ben.visitor, chain(3), task=task.id)
    found = room.desk.runs(task.id)
    assert [(run.nickname, run.run.steps) for run in found] == [("Anna", 2), ("Ben", 3)]
    assert len(room.desk.runs()) == 3
    assert room.desk.open_run(key.id).document == chain(2)
    stranger, _ = store.visitors.new()
    theirs = store.runs.create(stranger, chain(1), task=task.id)
    for attempt in (room.desk.open_run, room.desk.show):
        with pytest.raises(NotKept, match="not of this class"):
            attempt(theirs.id)
    assert len(room.desk.runs(task.id)) == 2


def test_a_run_is_shown_to_all_without_a_name_and_followed(store: Store, room):
    anna, ben, _ = room.seats
    document = chain(2) | {"names": {"Anna was here": 1}, "notes": "by Anna"}
    key = store.runs.create(anna.visitor, document, title="Anna's", view={"me": "Anna"})
    assert ben.now().shown is None
    assert ben.shown_run() is None
    assert ben.shown_steps(0) == ()
    room.desk.show(key.id, 1)
    assert ben.now().shown.state == 1
    shown = ben.shown_run()
    assert "Anna" not in repr(shown) + repr(shown.document)
    assert shown.steps == store.runs.open(anna.visitor, key.number).steps
    room.desk.show(key.id)
    assert ben.now().shown.state == 2
    store.runs.append_step(anna.visitor, key, step(3))
    now = ben.now().shown
    assert (now.run, now.state) == (key.id, 3)
    assert now.stamp != key.stamp
    assert ben.shown_steps(2) == (step(3),)
    room.desk.hide()
    assert ben.now().shown is None
    assert ben.shown_steps(0) == ()


def test_the_teachers_own_run_can_be_followed(store: Store, room):
    key = store.runs.create(room.desk.visitor, chain(1))
    room.desk.show(key.id)
    assert room.seats[0].shown_run().document == chain(1)
    store.runs.delete(room.desk.visitor, key.number)
    assert room.seats[0].now().shown is None
    assert room.seats[0].shown_run() is None


def test_what_everybody_does_and_what_they_are_shown_change_in_one_write(store: Store, room):
    desk, (anna, ben, _) = room.desk, room.seats
    desk.show(store.runs.create(anna.visitor, chain(1)).id)
    led_by, before = store.runs.create(desk.visitor, chain(2)), desk.info().revision
    task = desk.tasks.set("follow", {}, led_by=led_by.id)
    now = ben.now()
    assert (now.task, now.shown.run, now.shown.state) == (task, led_by.id, 2)
    assert now.revision == before + 1
    assert [run.task for run in store.runs.of(desk.visitor)] == [task.id]
    desk.tasks.choose(None)
    now = ben.now()
    assert (now.task, now.shown, now.revision) == (None, None, before + 2)
    stranger, _ = store.visitors.new()
    with pytest.raises(NotKept, match="not of this class"):
        desk.tasks.set("follow", {}, led_by=store.runs.create(stranger, chain(1)).id)
    assert desk.tasks.all() == [task]


def test_a_look_at_the_store_never_sees_half_of_a_change(store: Store, room):
    title = select(tables.classes.c.title)
    with store._database.read() as connection:
        before = connection.execute(title).scalar_one()
        room.desk.rename("Tuesday")
        assert connection.execute(title).scalar_one() == before
    assert room.desk.info().title == "Tuesday"


def test_the_run_of_a_removed_student_is_shown_no_more(store: Store, room):
    anna, ben, _ = room.seats
    key = store.runs.create(anna.visitor, chain(1))
    room.desk.show(key.id)
    room.desk.remove(anna.member)
    assert ben.shown_run() is None
    assert ben.shown_steps(0) == ()


def test_a_deleted_class_is_gone_with_everything(store: Store, room):
    anna = room.seats[0]
    task = room.desk.tasks.set("poll", {})
    anna.vote(task.id, "c1")
    store.runs.create(anna.visitor, chain(2), task=task.id)
    store.runs.create(room.desk.visitor, chain(1))
    store.progress.add_score(anna.visitor, "daily", "g", 1.0, task=task.id)
    other, _ = store.classes.found("Tuesday")
    store.classes.join(other.info().code, "Anna", "here")
    room.desk.delete()
    attempts = [
        room.desk.info,
        room.desk.new_code,
        anna.now,
        lambda: room.desk.set_door(True),
        lambda: room.desk.tasks.set("poll", {}),
        lambda: store.classes.desk(room.public_id, room.teachers_secret.text),
        lambda: store.classes.seat(room.public_id, room.secrets[0].text),
        lambda: store.visitors.enter(room.secrets[0].text),
        lambda: anna.post(Standing(task.id)),
    ]
    for attempt in attempts:
        with pytest.raises(NotKept):
            attempt()
    assert room.desk.board(None) == room.desk.members() == room.desk.tasks.all() == []
    assert store.progress.best_scores("daily", "g") == []
    assert store.runs.of(room.desk.visitor) == store.runs.of(anna.visitor) == []
    assert len(other.board(None)) == 1
