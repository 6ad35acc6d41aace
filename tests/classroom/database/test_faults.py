"""Locked, full, lost, damaged, stopped: each a sentence, nothing lost, and well again by itself."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import psycopg
import pytest

from rcr import ModelError
from rcr.classroom import NotKept, Store, StoreDown, StoreError, Visitor
from rcr.classroom.database import engine
from tests.classroom.helpers import chain, full_disk, open_store, step
from tests.classroom.postgres import new_place, running_postgres

BRIEF = 0.05  # seconds of patience, so that a test waits no longer


@contextmanager
def locked(place: str) -> Iterator[None]:
    """Somebody else writes and does not end."""
    if "://" not in place:
        connection = sqlite3.connect(place, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
    else:
        connection = psycopg.connect(place)
        connection.execute("LOCK TABLE runs, visitors, steps IN EXCLUSIVE MODE")
    try:
        yield
    finally:
        connection.rollback() if "://" in place else connection.execute("ROLLBACK")
        connection.close()


def test_a_locked_store_gives_a_sentence_and_recovers(place: str):
    store = open_store(place, patience=BRIEF)
    visitor, _ = store.visitors.new()
    key = store.runs.create(visitor, chain(1))
    with locked(place):
        for _ in range(3):
            with pytest.raises(StoreError, match="busy with somebody else's work"):
                store.runs.append_step(visitor, key, step(2))
        assert store.runs.open(visitor, key.number).document == chain(1)  # reading goes on
    store.runs.append_step(visitor, key, step(2))
    assert store.runs.open(visitor, key.number).current == 2


def test_after_waiting_in_vain_the_next_uses_do_not_wait(tmp_path: Path):
    store = open_store(str(tmp_path / "s.sqlite"), patience=BRIEF, rest=1e9)
    _, secret = store.visitors.new()
    with locked(str(tmp_path / "s.sqlite")), pytest.raises(StoreDown, match="busy") as first:
        store.visitors.new()
    with pytest.raises(StoreDown) as second:  # free again, but it is not even asked
        store.visitors.new()
    assert str(second.value) == str(first.value)
    store.visitors.enter(secret.text)  # reading was never in doubt


def test_a_refusal_that_concerns_one_visitor_stops_nobody_else(place: str):
    store = open_store(place, rest=1e9)
    visitor, _ = store.visitors.new()
    with pytest.raises(NotKept):
        store.progress.add_answer(Visitor(10**6), "l", 1, "x", True, 1)
    with pytest.raises(StoreError, match="as JSON"):
        store.progress.add_answer(visitor, "l", 1, object(), True, 1)
    store.progress.add_answer(visitor, "l", 1, "x", True, 1)


def test_a_full_disk_gives_a_sentence_and_recovers(tmp_path: Path):
    store = open_store(str(tmp_path / "s.sqlite"))
    visitor, _ = store.visitors.new()
    key = store.runs.create(visitor, chain(0))
    acknowledged: list[int] = []
    sentence = ""
    with full_disk(store):
        try:
            while len(acknowledged) < 10_000:
                key = store.runs.append_step(visitor, key, step(len(acknowledged) + 1))
                acknowledged.append(len(acknowledged) + 1)
        except StoreError as error:
            sentence = str(error)
        assert re.match("the disk of the store .* is full; make room", sentence)
        assert acknowledged
        assert [s.number for s in store.runs.open(visitor, key.number).steps] == acknowledged
    key = store.runs.append_step(visitor, key, step(len(acknowledged) + 1))
    assert len(store.runs.open(visitor, key.number).steps) == len(acknowledged) + 1


def test_a_full_disk_of_a_server_gives_a_sentence(server: Any):
    place = new_place(server)
    store = open_store(place)
    visitor, _ = store.visitors.new()
    key = store.runs.create(visitor, chain(0))
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql "
            "AS $$ BEGIN RAISE SQLSTATE '53100'; END $$"
        )
        connection.execute(
            "CREATE TRIGGER filled BEFORE INSERT ON steps EXECUTE FUNCTION no_room()"
        )
        with pytest.raises(StoreError, match="is full; make room"):
            store.runs.append_step(visitor, key, step(1))
        connection.execute("DROP TRIGGER filled ON steps")
    store.runs.append_step(visitor, key, step(1))


@pytest.mark.slow
def test_a_server_that_stops_and_starts_again(server_of_its_own: Any):
    store = open_store(new_place(server_of_its_own))
    visitor, secret = store.visitors.new()
    key = store.runs.create(visitor, chain(1))
    server_of_its_own.stop()
    for _ in range(3):
        with pytest.raises(StoreDown, match="cannot be reached; see that it runs"):
            store.runs.append_step(visitor, key, step(2))
        assert "cannot be reached" in store.trouble()
    server_of_its_own.start()
    assert store.trouble() is None
    key = store.runs.append_step(visitor, key, step(2))
    assert store.visitors.enter(secret.text) == visitor
    assert [s.number for s in store.runs.open(visitor, key.number).steps] == [1, 2]


@pytest.mark.slow
def test_a_server_that_is_silent_is_given_up(
    server_of_its_own: Any, monkeypatch: pytest.MonkeyPatch
):
    """Stopped, not ended: its connections are open and nothing ever comes back."""
    place = new_place(server_of_its_own)
    visitor, secret = open_store(place).visitors.new()
    monkeypatch.setattr(engine, "SILENCE_SECONDS", 1.0)
    store = open_store(place)
    assert store.visitors.enter(secret.text) == visitor
    postmaster = server_of_its_own.get_postmaster_info().process
    family = [postmaster, *postmaster.children()]
    for process in family:
        process.suspend()
    try:
        for _ in range(2):  # on a connection from before, and on a new one
            with pytest.raises(StoreDown, match="cannot be reached"):
                store.visitors.enter(secret.text)
    finally:
        for process in family:
            process.resume()
    monkeypatch.undo()
    assert store.visitors.enter(secret.text) == visitor


@pytest.fixture
def server_of_its_own() -> Iterator[Any]:
    with running_postgres() as server:
        yield server


def test_a_server_that_is_not_there(tmp_path: Path):
    store = open_store(f"postgresql://nobody:hush@/rcr?host={tmp_path}")
    with pytest.raises(StoreDown, match=f"the store rcr on {tmp_path} cannot be reached") as error:
        store.visitors.new()
    assert "hush" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda url: url.replace("/postgres?", "/nowhere?"), "does not exist; create it"),
        (lambda url: url.replace("//postgres:", "//nobody:"), "does not exist; create it"),
    ],
)
def test_a_wrong_database_or_user_on_a_server(
    server: Any, change: Callable[[str], str], sentence: str
):
    with pytest.raises(StoreError, match=sentence):
        open_store(change(server.get_uri())).visitors.new()


def test_a_reader_who_must_not_write(server: Any):
    place = new_place(server).replace("options=", "options=-cdefault_transaction_read_only%3Don%20")
    with pytest.raises(StoreError, match="must not be written"):
        open_store(place).visitors.new()


def test_a_file_that_is_no_store(tmp_path: Path):
    file = tmp_path / "notes.txt"
    file.write_text("these are my notes, not a database\n" * 100)
    with pytest.raises(StoreError, match="is damaged or is no store of this program"):
        open_store(str(file)).visitors.new()
    assert file.read_text().startswith("these are my notes")


def test_a_folder_in_the_place_of_the_file(tmp_path: Path):
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(str(tmp_path)).visitors.new()


def test_a_folder_that_cannot_be_made(tmp_path: Path):
    tmp_path.joinpath("file").write_text("")
    with pytest.raises(StoreError, match=r"cannot be made .*RCR_STORE"):
        open_store(str(tmp_path / "file" / "store.sqlite")).visitors.new()


def test_a_file_removed_under_the_program_is_made_anew(tmp_path: Path):
    """Connections that are open still write to the removed file, where nobody would find it."""
    place = tmp_path / "s.sqlite"
    store = open_store(str(place))
    _, secret = store.visitors.new()
    for part in tmp_path.iterdir():
        part.unlink()
    with pytest.raises(NotKept):
        store.visitors.enter(secret.text)
    _, fresh = store.visitors.new()
    assert open_store(str(place)).visitors.enter(fresh.text)


def test_a_file_removed_and_made_anew_by_another_process_is_used(tmp_path: Path):
    place = tmp_path / "s.sqlite"
    store, other = open_store(str(place)), open_store(str(place))
    store.visitors.new()
    for part in tmp_path.iterdir():
        part.unlink()
    visitor, secret = other.visitors.new()
    assert store.visitors.enter(secret.text) == visitor
    _, second = store.visitors.new()
    store.close()
    assert other.visitors.enter(second.text) != visitor


def test_a_file_put_in_the_place_of_another_is_used(tmp_path: Path):
    place, elsewhere = tmp_path / "s.sqlite", tmp_path / "t.sqlite"
    other = open_store(str(elsewhere))
    _, secret = other.visitors.new()
    other.close()
    store = open_store(str(place))
    _, old = store.visitors.new()
    store.close()
    elsewhere.replace(place)
    assert store.visitors.enter(secret.text)
    with pytest.raises(NotKept):
        store.visitors.enter(old.text)


def test_tables_dropped_under_the_program_are_made_anew(server: Any):
    place = new_place(server)
    store = open_store(place)
    store.visitors.new()
    schema = place.rpartition("search_path%3D")[2]
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA {schema} CASCADE")
        connection.execute(f"CREATE SCHEMA {schema}")
    with pytest.raises(StoreError, match="not as this program made them"):
        store.visitors.new()
    store.visitors.new()


def test_many_threads_write_at_once_and_none_is_refused(store: Store):
    visitors = [store.visitors.new()[0] for _ in range(2 * engine.MAX_CONNECTIONS)]
    together, failures = Barrier(len(visitors)), []

    def work(visitor: Visitor) -> None:
        together.wait()
        try:
            key = store.runs.create(visitor, chain(0))
            for number in range(1, 6):
                key = store.runs.append_step(visitor, key, step(number))
        except ModelError as error:
            failures.append(error)

    threads = [Thread(target=work, args=(visitor,)) for visitor in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert all(store.runs.open(visitor, 1).current == 5 for visitor in visitors)


def test_more_uses_than_connections_are_told_to_wait(place: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(engine, "MAX_CONNECTIONS", 1)
    store = open_store(place, patience=BRIEF)
    visitor, secret = store.visitors.new()
    with store._database.read(), pytest.raises(StoreError, match="takes no more connections now"):
        store.visitors.enter(secret.text)
    with store._database.write(), pytest.raises(StoreError, match="takes no more connections now"):
        store.visitors.delete(visitor)
    assert store.visitors.enter(secret.text) == visitor


def test_the_writers_of_one_process_wait_for_each_other_in_line(tmp_path: Path):
    """SQLite itself lets them try at random, and some then wait ten times as long as others."""
    store = open_store(str(tmp_path / "s.sqlite"), patience=BRIEF)
    _, secret = store.visitors.new()
    with store._database.write():
        with pytest.raises(StoreError, match="takes no more connections now"):
            store.visitors.new()
        store.visitors.enter(secret.text)  # who reads does not wait
    store.visitors.new()


def test_nothing_typed_is_in_a_failures_text(server: Any):
    place = new_place(server)
    store = open_store(place)
    with psycopg.connect(place, autocommit=True) as connection:
        store.visitors.new()
        connection.execute("ALTER TABLE answers DROP COLUMN tries")
    visitor, _ = store.visitors.new()
    with pytest.raises(StoreError) as error:
        store.progress.add_answer(visitor, "l", 1, "private words", True, 1)
    assert "private words" not in f"{error.value}{error.value.__cause__}"
