"""What nobody has used for its time goes, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from rcr.classroom import NotKept, Store, Visitor
from rcr.classroom.database import tables
from rcr.classroom.retention import CLASS_DAYS, PROGRESS_DAYS, RUN_DAYS, Expired
from tests.classroom.helpers import Clock, chain, open_store, step


def test_a_run_goes_30_days_after_its_last_use(store: Store, visitor: Visitor, clock: Clock):
    unused = store.runs.create(visitor, chain(2))
    written, opened = (store.runs.create(visitor, chain(1)) for _ in range(2))
    clock.pass_days(RUN_DAYS - 1)
    store.runs.append_step(visitor, written, step(2))
    store.runs.open(visitor, opened.number)
    assert store.expire().runs == 0
    clock.pass_days(2)
    assert store.expire().runs == 1
    assert {run.number for run in store.runs.of(visitor)} == {written.number, opened.number}
    with pytest.raises(NotKept):
        store.runs.open(visitor, unused.number)
    assert store.expire(clock.time + 365 * 86_400).runs == 2


def test_answers_outlive_runs(store: Store, clock: Clock):
    visitor, secret = store.visitors.new()
    store.runs.create(visitor, chain(2))
    store.progress.add_answer(visitor, "l", 1, "x", True, 1)
    clock.pass_days(RUN_DAYS + 1)
    assert store.expire() == Expired(runs=1, classes=0, visitors=0, models=1)
    assert store.visitors.enter(secret.text) == visitor
    assert len(store.progress.answers(visitor)) == 1
    clock.pass_days(PROGRESS_DAYS + 1)
    assert store.expire().visitors == 1
    assert store.progress.answers(visitor) == []


def test_a_class_goes_30_days_after_its_last_use_unless_kept(store: Store, clock: Clock):
    old, kept, used = (store.classes.found()[0] for _ in range(3))
    seats = [store.classes.join(desk.info().code, "Anna", "here")[0] for desk in (old, kept, used)]
    for seat in seats:
        store.runs.create(seat.visitor, chain(1))
    store.runs.create(old.visitor, chain(1))
    kept.keep()
    clock.pass_days(CLASS_DAYS - 1)
    seats[2].now()
    clock.pass_days(2)
    assert store.expire() == Expired(runs=0, classes=1, visitors=0, models=0)
    with pytest.raises(NotKept):
        old.info()
    assert store.runs.of(seats[0].visitor) == store.runs.of(old.visitor) == []
    for desk, seat in ((kept, seats[1]), (used, seats[2])):
        assert len(desk.board(None)) == 1
        assert len(store.runs.of(seat.visitor)) == 1
    clock.pass_days(400)
    store.expire()
    assert kept.info().kept
    assert len(store.runs.of(seats[1].visitor)) == 1
    kept.keep(False)
    clock.pass_days(CLASS_DAYS + 1)
    assert store.expire().classes == 1
    with pytest.raises(NotKept):
        used.info()


def test_what_is_deleted_is_not_left_in_the_file(tmp_path: Path):
    store = open_store(str(tmp_path / "s.sqlite"))
    desk, _ = store.classes.found()
    seats = [store.classes.join(desk.info().code, f"Name-{n}", "here")[0] for n in range(50)]
    for seat in seats:
        store.progress.add_answer(seat.visitor, "l", 1, "words " * 300, False, 1)
    desk.delete()
    store.close()
    (file,) = tmp_path.iterdir()
    assert b"rcr_schema" in file.read_bytes()
    assert b"Name-" not in file.read_bytes()
    assert b"words" not in file.read_bytes()


def test_sources_of_wrong_codes_are_forgotten_soon(store: Store, clock: Clock):
    with pytest.raises(NotKept):
        store.classes.knock("BBBBB", "10.0.0.1")
    counts = []
    for _ in range(2):
        store.expire()
        with store._database.read() as connection:
            counts.append(connection.execute(select(func.count(tables.buckets.c.source))).scalar())
        clock.time += 3600
    assert counts == [1, 0]
