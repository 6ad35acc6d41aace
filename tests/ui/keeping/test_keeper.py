"""A keeper writes beside the page: nothing waits for the store, and nothing is lost to it."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest

from rcr import Run
from rcr.classroom import NotKept, Store
from rcr.models.generator_call import GeneratorCall
from rcr.run.file import replay_text, to_dict
from rcr.ui.keeping import keeper as room
from rcr.ui.keeping.keeper import Keeper

CALL = GeneratorCall("grid", {"rows": 2, "cols": 3, "seed": 1})
SOON = 20.0  # seconds in which a busy machine has written anything
AT_ONCE = 1.0  # seconds that nothing which waits for a lock of two seconds takes


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


@pytest.fixture
def store(place: Path) -> Store:
    return Store(place, rest=0.0)


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(room, "RETRY_SECONDS", 0.05)


def new_run() -> Run:
    return Run(CALL.make(), origin=CALL)


def kept(store: Store, keeper: Keeper, number: int | None = None) -> Run:
    found = store.runs.open(store.visitors.enter(keeper.secret), number or keeper.number or 0)
    return replay_text(json.dumps(found.document), "the store").run


def test_what_is_acknowledged_is_in_the_store(store):
    run, keeper = new_run(), Keeper(store)
    keeper.keep(run, "a grid", {"panel": "history"})
    for _ in range(3):
        run.step()
        keeper.keep(run)
    assert keeper.flush(SOON)
    assert keeper.is_saved
    assert keeper.trouble is None
    assert to_dict(kept(store, keeper)) == to_dict(run)
    [line] = store.runs.of(keeper.who())
    assert (line.title, line.number) == ("a grid", keeper.number)


def test_a_run_that_moves_on_while_it_is_written_is_written_as_it_was_told(store):
    """The writer has a fork of its own; what nobody told it of is not in the store."""
    run, keeper = new_run(), Keeper(store)
    run.step()
    keeper.keep(run)
    told = to_dict(run)
    run.sweep()
    assert keeper.flush(SOON)
    assert to_dict(kept(store, keeper)) == told


def test_another_run_is_kept_beside_the_first_and_a_fork_is_the_same_run(store):
    first, second, keeper = new_run(), new_run(), Keeper(store)
    keeper.keep(first, "first")
    fork = first.fork()
    fork.sweep()
    keeper.keep(fork)
    keeper.keep(second, "second")
    assert keeper.flush(SOON)
    assert sorted(line.title for line in store.runs.of(keeper.who())) == ["first", "second"]
    assert to_dict(kept(store, keeper, 1)) == to_dict(fork)


def test_how_the_page_looks_is_kept_with_the_run(store):
    run, keeper = new_run(), Keeper(store)
    keeper.look({"panel": "lost: there is no run yet"})
    keeper.keep(run)
    keeper.look({"panel": "history"})
    assert keeper.flush(SOON)
    assert store.runs.open(keeper.who(), keeper.number).view == {"panel": "history"}


def test_a_kept_run_goes_on_under_its_number(store):
    run, before = new_run(), Keeper(store)
    before.keep(run)
    assert before.flush(SOON)
    after = Keeper(store, before.secret)
    found = store.runs.open(after.who(), before.number)
    again = replay_text(json.dumps(found.document), "the store").run
    after.resume(found, again)
    again.step()
    after.keep(again)
    assert after.flush(SOON)
    assert after.number == before.number
    assert to_dict(kept(store, after)) == to_dict(again)


def test_a_locked_store_keeps_nobody_waiting_and_is_written_to_when_it_is_free(store, place):
    run, keeper = new_run(), Keeper(store)
    keeper.keep(run)
    assert keeper.flush(SOON)
    lock = sqlite3.connect(place, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    for _ in range(5):
        run.step()
        keeper.keep(run)
    assert time.monotonic() - began < AT_ONCE
    deadline = time.monotonic() + SOON
    while keeper.trouble is None and time.monotonic() < deadline:
        keeper.flush(0.05)
    assert "busy" in str(keeper.trouble)
    assert not keeper.is_saved
    lock.execute("ROLLBACK")
    assert keeper.flush(SOON)
    assert keeper.trouble is None
    assert to_dict(kept(store, keeper)) == to_dict(run)


def test_a_store_that_is_lost_is_made_again_with_what_the_page_knows(store, place):
    run, keeper = new_run(), Keeper(store)
    keeper.keep(run, "a grid")
    assert keeper.flush(SOON)
    for file in place.parent.iterdir():
        file.unlink()
    run.step()
    keeper.keep(run)
    assert keeper.flush(SOON)
    assert to_dict(kept(store, keeper)) == to_dict(run)


def test_an_address_that_nobody_owns_is_given_up_for_a_secret_of_our_own(store):
    """Whoever chose it may have chosen something that others guess."""
    keeper = Keeper(store, "1234")
    with pytest.raises(NotKept):
        keeper.who()
    keeper.begin_anew()
    keeper.keep(new_run())
    assert keeper.flush(SOON)
    assert len(keeper.secret) >= 32
    with pytest.raises(NotKept):
        store.visitors.enter("1234")


def test_an_address_from_a_time_without_a_store_is_looked_up_by_the_writer(store):
    keeper = Keeper(store, "somebody's")
    keeper.keep(new_run())
    assert keeper.flush(SOON)
    assert keeper.secret != "somebody's"
