"""Founding, joining and coming back: with the right code or secret, and with no other."""

from __future__ import annotations

import pytest

from rcr import ModelError
from rcr.classroom import NotKept, Store, StoreError
from rcr.classroom.classes import codes, entrance
from rcr.classroom.tokens import CODE_LETTERS
from tests.classroom.helpers import Clock
from tests.classroom.test_plain_text import MARKED_UP


def test_a_class_has_a_code_and_an_open_door(store: Store, clock: Clock):
    desk, secret = store.classes.found("  Inference\n101 ")
    info = desk.info()
    assert (info.title, info.door_open, info.kept, info.task) == (
        "Inference 101",
        True,
        False,
        None,
    )
    assert len(info.code) == 5
    assert set(info.code) <= set(CODE_LETTERS)
    assert info.created == info.last_used == clock.time
    assert store.classes.desk(info.public_id, secret.text).info() == info


def test_two_classes_never_have_the_same_code(store: Store, monkeypatch: pytest.MonkeyPatch):
    drawn = iter(["BBBBB", "BBBBB", "BBBBB", "CCCCC"])
    monkeypatch.setattr(codes, "new_code", lambda: next(drawn))
    first, second = store.classes.found()[0], store.classes.found()[0]
    assert (first.info().code, second.info().code) == ("BBBBB", "CCCCC")


def test_no_code_left_is_said_in_a_sentence(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(codes, "new_code", lambda: "BBBBB")
    store.classes.found()
    with pytest.raises(StoreError, match="no free code"):
        store.classes.found()


def test_joining_by_a_code_typed_in_any_way(store: Store):
    desk, _ = store.classes.found("Monday")
    info = desk.info()
    typed = f" {info.code[:2].lower()} - {info.code[2:]}"
    door = store.classes.knock(typed, "here")
    assert (door.public_id, door.title) == (info.public_id, "Monday")
    seat, secret = store.classes.join(typed, " Anna ", "here")
    assert seat.now().nickname == "Anna"
    again = store.classes.seat(info.public_id, secret.text)
    assert (again.member, again.visitor) == (seat.member, seat.visitor)
    assert store.visitors.enter(secret.text) == seat.visitor


@pytest.mark.parametrize("name", MARKED_UP)
def test_names_are_plain_text_on_the_board(store: Store, name: str):
    desk, _ = store.classes.found(name)
    seat, _ = store.classes.join(desk.info().code, name, "here")
    assert desk.board(None)[0].nickname == desk.members()[0].nickname == seat.now().nickname == name
    assert desk.info().title == name


def test_the_same_name_gets_a_number(store: Store):
    desk, _ = store.classes.found()
    code = desk.info().code
    seats = [
        store.classes.join(code, name, "here")[0] for name in ("Anna", "anna", "ANNA", "Anna 2")
    ]
    names = [seat.now().nickname for seat in seats]
    assert names == ["Anna", "anna 2", "ANNA 3", "Anna 2 2"]
    desk.remove(seats[0].member)
    assert store.classes.join(code, "Anna", "here")[0].now().nickname == "Anna"


def test_a_name_is_needed(store: Store):
    desk, _ = store.classes.found()
    with pytest.raises(ModelError, match="name is empty"):
        store.classes.join(desk.info().code, " \u202e", "here")
    assert desk.members() == []


def test_a_closed_door_and_an_old_code_let_nobody_in(store: Store):
    desk, _ = store.classes.found()
    code = desk.info().code
    seat, secret = store.classes.join(code, "Anna", "here")
    desk.set_door(False)
    for attempt in (store.classes.knock, lambda c, s: store.classes.join(c, "Ben", s)):
        with pytest.raises(StoreError, match="door of this class is closed"):
            attempt(code, "here")
    assert not seat.now().door_open
    desk.set_door(True)
    fresh = desk.new_code()
    assert fresh != code
    assert desk.info().code == fresh
    with pytest.raises(NotKept, match="no class has this code"):
        store.classes.join(code, "Ben", "here")
    store.classes.join(fresh, "Ben", "here")
    assert store.classes.seat(desk.info().public_id, secret.text).now().nickname == "Anna"


def test_a_full_class_says_so(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(entrance, "MAX_MEMBERS", 1)
    desk, _ = store.classes.found()
    seat, _ = store.classes.join(desk.info().code, "Anna", "here")
    with pytest.raises(StoreError, match="as many as fit"):
        store.classes.join(desk.info().code, "Ben", "here")
    desk.remove(seat.member)
    store.classes.join(desk.info().code, "Ben", "here")


def test_only_its_own_secret_opens_a_desk_or_a_seat(store: Store, room):
    other, others_secret = store.classes.found("Tuesday")
    others_id = other.info().public_id
    wrong = ["", "x", "\0", room.secrets[0].text, others_secret.text, room.public_id]
    for secret in wrong:
        with pytest.raises(NotKept, match="not the link of a teacher"):
            store.classes.desk(room.public_id, secret)
    for public_id, secret in [
        (others_id, room.secrets[0].text),
        (room.public_id, room.teachers_secret.text),
        (room.public_id, "x"),
        (room.public_id, store.visitors.new()[1].text),
        ("nowhere", room.secrets[0].text),
    ]:
        with pytest.raises(NotKept, match="freed this seat"):
            store.classes.seat(public_id, secret)
    with pytest.raises(NotKept, match="not the link of a teacher"):
        store.classes.desk("nowhere", room.teachers_secret.text)


def test_a_removed_student_can_do_nothing_more(store: Store, room):
    from rcr.classroom import Standing

    poll = room.desk.tasks.set("poll", {})
    anna = room.seats[0]
    anna.vote(poll.id, "c1")
    store.progress.add_answer(anna.visitor, "l", 1, "x", False, 1)
    room.desk.remove(anna.member)
    with pytest.raises(NotKept, match="freed this seat"):
        store.classes.seat(room.public_id, room.secrets[0].text)
    for attempt in (anna.now, lambda: anna.post(Standing(poll.id))):
        with pytest.raises(NotKept, match="freed this seat"):
            attempt()
    with pytest.raises(StoreError, match="takes no answers"):
        anna.vote(poll.id, "c2")
    assert [tile.nickname for tile in room.desk.board(None)] == ["Ben", "Cem"]
    assert room.desk.tasks.votes(poll.id) == {}
    assert room.desk.results() == []
    assert [member.removed for member in room.desk.members()] == [True, False, False]


def test_nobody_is_removed_from_another_class(store: Store, room):
    other, _ = store.classes.found()
    with pytest.raises(NotKept, match="nobody of this class"):
        other.remove(room.seats[0].member)
    assert len(room.desk.board(None)) == 3
