"""A server that is started again goes on with the class that was open."""

from __future__ import annotations

from pathlib import Path

import pytest

from rcr.classroom import Key, NotKept, Store
from rcr.classroom.last_class import open_class


def test_the_class_of_last_time_goes_on(store: Store, tmp_path: Path):
    file = tmp_path / "folder" / "teacher.json"
    desk, key = open_class(store, "Monday", file=file)
    again, same = open_class(store, "", file=file)
    assert same == key
    assert again.info() == desk.info()
    assert key.desk(store.classes).info().title == "Monday"
    assert file.stat().st_mode & 0o077 == 0


def test_another_class_when_one_is_wanted(store: Store, tmp_path: Path):
    file = tmp_path / "teacher.json"
    first, _ = open_class(store, "Monday", file=file)
    second, _ = open_class(store, "Tuesday", another=True, file=file)
    assert second.info().public_id != first.info().public_id
    assert open_class(store, "", file=file)[0].info().title == "Tuesday"


def test_a_deleted_class_and_a_damaged_file_give_a_new_one(store: Store, tmp_path: Path):
    file = tmp_path / "teacher.json"
    desk, key = open_class(store, "Monday", file=file)
    desk.delete()
    _, other = open_class(store, "Monday", file=file)
    assert other != key
    file.write_text("{")
    assert open_class(store, "Monday", file=file)[1] != other


def test_a_key_of_another_store_is_not_tried(store: Store, tmp_path: Path, new_store_place):
    file = tmp_path / "teacher.json"
    _, key = open_class(store, "Monday", file=file)
    elsewhere = Store(tmp_path / "elsewhere.sqlite")
    assert open_class(elsewhere, "Monday", file=file)[1] != key
    elsewhere.close()


@pytest.mark.parametrize("text", ["", ".", "nobody.nothing", "a.b.c", "é.é", "\ud800.x", "a\0.b"])
def test_what_is_no_key_opens_nothing(store: Store, text: str):
    with pytest.raises(NotKept):
        Key.read(text).desk(store.classes)
    with pytest.raises(NotKept):
        Key.read(text).seat(store.classes)


def test_a_key_says_its_secret_to_nobody(store: Store):
    desk, secret = store.classes.found()
    key = Key(desk.info().public_id, secret.text)
    assert secret.text not in repr(key)
    assert Key.read(key.text) == key
