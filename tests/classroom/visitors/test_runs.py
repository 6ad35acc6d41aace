"""Runs are kept step by step, found again whole, and only by their owner."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcr.classroom import Change, NotKept, RunKey, Store, StoreConflict, StoreError, Visitor
from rcr.classroom.database.json_text import as_json
from rcr.classroom.database.tables import MAX_SMALL_BYTES
from rcr.classroom.visitors import run_rows
from tests.classroom.helpers import Clock, chain, entry, step

ODD = "Zoë\0\ud800\u202e<b>$x$</b>\n"


def test_a_run_comes_back_as_the_file_it_was(store: Store, visitor: Visitor, clock: Clock):
    document = chain(3) | {"names": {"here": 2, ODD: 0}, "notes": ODD, "current": 1}
    key = store.runs.create(visitor, document, title="My run", view={"panel": "history"})
    run = store.runs.open(visitor, key.number)
    assert run.document == document
    assert (run.key, run.title, run.task) == (key, "My run", None)
    assert run.view == {"panel": "history"}
    assert run.created == run.last_used == clock.time
    assert run.numbers == (0, 1, 2, 3)


def test_a_run_without_steps_is_kept_too(store: Store, visitor: Visitor):
    key = store.runs.create(visitor, chain(0))
    assert store.runs.open(visitor, key.number).document == chain(0)


def test_steps_are_appended_one_row_each(store: Store, visitor: Visitor):
    key = store.runs.create(visitor, chain(2))
    for number in (3, 4, 5):
        key = store.runs.append_step(visitor, key, step(number))
    run = store.runs.open(visitor, key.number)
    assert [s.number for s in run.steps] == [1, 2, 3, 4, 5]
    assert run.current == 5
    assert run.steps[4].entry == entry(4, "c5")


def test_numbers_may_have_gaps_and_the_file_has_none(store: Store, visitor: Visitor):
    key = store.runs.create(visitor, chain(4) | {"names": {"end": 4}})
    change = Change(steps=(step(7, parent=2),), gone=(3, 4), current=7, names={"fork": 2, "new": 7})
    key = store.runs.write(visitor, key, change)
    run = store.runs.open(visitor, key.number)
    assert run.numbers == (0, 1, 2, 7)
    document = run.document
    assert [action["from"] for action in document["actions"]] == [0, 1, 2]
    assert document["current"] == 3
    assert document["names"] == {"fork": 2, "new": 3}


def test_what_a_change_does_not_name_stays(store: Store, visitor: Visitor):
    key = store.runs.create(visitor, chain(2) | {"names": {"a": 1}, "notes": "n"}, view={"v": 1})
    key = store.runs.write(visitor, key, Change(current=0))
    run = store.runs.open(visitor, key.number)
    assert (run.current, run.names, run.notes, run.view) == (0, {"a": 1}, "n", {"v": 1})


def test_a_writing_sent_twice_is_done_once(store: Store, visitor: Visitor):
    """Whoever was cut off while writing does not know whether it arrived."""
    first = store.runs.create(visitor, chain(0))
    change = Change(steps=(step(1),), current=1)
    once, twice = (store.runs.write(visitor, first, change) for _ in range(2))
    assert once == twice
    assert len(store.runs.open(visitor, first.number).steps) == 1


def test_a_second_window_is_told_and_nothing_of_the_first_is_lost(store: Store, visitor: Visitor):
    start = store.runs.create(visitor, chain(1))
    store.runs.append_step(visitor, start, step(2))
    with pytest.raises(StoreConflict, match="another window"):
        store.runs.append_step(visitor, start, step(2, parent=0))
    run = store.runs.open(visitor, start.number)
    assert [s.entry["from"] for s in run.steps] == [0, 1]


def test_a_failed_writing_leaves_nothing_behind(store: Store, visitor: Visitor):
    key = store.runs.create(visitor, chain(1))
    with pytest.raises(StoreError):
        store.runs.write(visitor, key, Change(steps=(step(2), step(2)), current=2))
    run = store.runs.open(visitor, key.number)
    assert (run.document, run.key) == (chain(1), key)


def test_nobody_else_reads_writes_or_deletes_a_run(store: Store, visitor: Visitor):
    key = store.runs.create(visitor, chain(1))
    stranger, _ = store.visitors.new()
    own = store.runs.create(stranger, chain(0))
    assert own.number == key.number
    theirs = store.runs.create(visitor, chain(2)).number  # the stranger has no run of this number
    refused = [
        lambda: store.runs.write(stranger, key, Change(current=0)),
        lambda: store.runs.append_step(stranger, key, step(2)),
        lambda: store.runs.open(stranger, theirs),
        lambda: store.runs.rename(stranger, theirs, "mine"),
        lambda: store.runs.delete(stranger, theirs),
    ]
    for attempt in refused:
        with pytest.raises(NotKept, match="somebody else's"):
            attempt()
    store.runs.delete(stranger, own.number)
    assert store.runs.open(visitor, key.number).document == chain(1)
    assert store.runs.open(visitor, theirs).document == chain(2)
    assert "mine" not in {run.title for run in store.runs.of(visitor)}


def test_the_list_has_the_last_used_first_and_no_secret(
    store: Store, visitor: Visitor, clock: Clock
):
    first = store.runs.create(visitor, chain(1), title="one")
    clock.time += 1
    second = store.runs.create(visitor, chain(2), title="two")
    clock.time += 1
    store.runs.append_step(visitor, first, step(2))
    listed = store.runs.of(visitor)
    assert [(run.title, run.number, run.steps) for run in listed] == [("one", 1, 2), ("two", 2, 2)]
    assert listed[0].last_used == clock.time
    store.runs.rename(visitor, second.number, "zwei <i>")
    assert [run.title for run in store.runs.of(visitor)] == ["one", "zwei <i>"]


def test_a_number_is_never_given_twice(store: Store, visitor: Visitor):
    """Otherwise the browser's Back button would open another run than it came from."""
    first = store.runs.create(visitor, chain(0))
    store.runs.delete(visitor, first.number)
    assert store.runs.create(visitor, chain(0)).number == first.number + 1
    with pytest.raises(NotKept, match="start a new one"):
        store.runs.open(visitor, first.number)


def test_a_model_is_kept_once_for_all_and_goes_with_its_last_run(
    store: Store, visitor: Visitor, clock: Clock
):
    document = chain(0) | {"model": {"format": "rcr-model", "tables": [0.5, 0.25]}}
    stranger, _ = store.visitors.new()
    keys = [store.runs.create(who, document) for who in (visitor, visitor, stranger)]
    clock.pass_days(2)
    store.runs.delete(visitor, keys[0].number)
    store.runs.delete(visitor, keys[1].number)
    assert store.expire().models == 0
    assert store.runs.open(stranger, keys[2].number).document == document
    store.runs.delete(stranger, keys[2].number)
    assert store.expire().models == 1


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (
            chain(0) | {"settings": "x" * MAX_SMALL_BYTES},
            "the settings would take .*; the store keeps",
        ),
        (chain(0) | {"names": {"n" * MAX_SMALL_BYTES: 0}}, "the names of states would take"),
        (chain(0) | {"settings": float("nan")}, "cannot be kept as JSON"),
        (chain(0) | {"notes": b"bytes"}, "cannot be kept as JSON"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_a_sentence(
    store: Store, visitor: Visitor, document: dict[str, Any], sentence: str
):
    with pytest.raises(StoreError, match=sentence):
        store.runs.create(visitor, document)
    assert store.runs.of(visitor) == []


def test_limits_of_models_runs_and_steps(
    store: Store, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(run_rows, "MAX_RUNS", 2)
    monkeypatch.setattr(run_rows, "MAX_STATE_NUMBER", 5)
    key = store.runs.create(visitor, chain(5))
    with pytest.raises(StoreError, match="up to state 5"):
        store.runs.append_step(visitor, key, step(6))
    store.runs.create(visitor, chain(0))
    with pytest.raises(StoreError, match="delete some"):
        store.runs.create(visitor, chain(0))
    monkeypatch.setattr(run_rows, "MAX_MODEL_BYTES", 10)
    with pytest.raises(StoreError, match="the model would take"):
        store.runs.create(visitor, chain(0))


def test_a_key_of_a_deleted_run_writes_nowhere(store: Store, visitor: Visitor):
    key = store.runs.create(visitor, chain(0))
    store.runs.delete(visitor, key.number)
    newer = store.runs.create(visitor, chain(0))
    assert newer.id != key.id
    with pytest.raises(NotKept):
        store.runs.append_step(visitor, RunKey(key.id, key.number, newer.stamp), step(1))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)  # fmt: skip


@given(json_values)
def test_json_comes_back_as_it_was_and_is_ascii(value: Any):
    text = as_json(value, "it", 10**6)
    assert text.isascii()
    assert "\0" not in text
    assert json.loads(text) == value
