"""A recorder keeps a run as it goes on: after any fault the store holds what the page shows."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rcr import Run
from rcr.classroom import Change, Recorder, RunKey, Store, StoreError, Visitor
from rcr.models.generator_call import GeneratorCall
from rcr.models.samples import samples
from rcr.run.file import replay_text, to_dict
from tests.classroom.helpers import open_store

CALL = GeneratorCall("grid", {"rows": 2, "cols": 3, "seed": 1})


def new_run() -> Run:
    return Run(CALL.make(), origin=CALL)


def reopened(store: Store, visitor: Visitor, recorder: Recorder) -> tuple[Run, Recorder]:
    kept = store.runs.open(visitor, recorder.number)
    run = replay_text(json.dumps(kept.document), "the store").run
    return run, Recorder.resume(store.runs, visitor, kept, run)


def same(run: Run, kept: Run) -> None:
    assert to_dict(run) == to_dict(kept)


def test_a_run_is_reopened_as_it_was_and_goes_on(store: Store, visitor: Visitor):
    run, recorder = new_run(), Recorder(store.runs, visitor, title="grid")
    assert recorder.number is None
    assert recorder.save(run, {"panel": "equation"}) is None
    run.step("c1")
    run.sweep()
    run.branch("fork")
    assert recorder.save(run) is None
    run.recover(["c0", "c2"])
    run.goto("fork")
    recorder.save(run)
    again, resumed = reopened(store, visitor, recorder)
    same(run, again)
    assert again.state.number == run.state.number
    again.recover(["c1"])
    assert resumed.save(again) is None
    once_more, _ = reopened(store, visitor, resumed)
    same(again, once_more)
    (listed,) = store.runs.of(visitor)
    assert listed.title == "grid"
    assert store.runs.open(visitor, listed.number).view == {"panel": "equation"}


class Faulty:
    """The runs of a store that fails before or after a writing, as told."""

    def __init__(self, store: Store) -> None:
        self._runs, self.fault = store.runs, ""

    def create(self, *given: object, **named: object) -> RunKey:
        return self._faulty(lambda: self._runs.create(*given, **named))

    def write(self, visitor: Visitor, key: RunKey, change: Change) -> RunKey:
        return self._faulty(lambda: self._runs.write(visitor, key, change))

    def _faulty(self, work: Callable[[], RunKey]) -> RunKey:
        if self.fault == "before":
            raise StoreError("refused")
        key = work()
        if self.fault == "after":  # as when the server goes down between commit and answer
            raise StoreError("cut off")
        return key


moves = st.lists(
    st.tuples(
        st.sampled_from(
            ["step", "sweep", "recover", "choose", "goto", "delete", "branch", "note", "reopen"]
        ),
        st.integers(0, 20),
        st.sampled_from(["", "", "before", "after"]),
    ),
    max_size=12,
)


def move(run: Run, verb: str, n: int) -> None:
    numbers = list(run.states)
    relaxed = [run.cloned.constraints[k].id for k in run.state.relaxation.relaxed]
    match verb:
        case "step" if relaxed:
            run.step(relaxed[n % len(relaxed)])
        case "sweep":
            run.sweep()
        case "recover" if relaxed:
            run.recover([relaxed[n % len(relaxed)]])
        case "choose":
            run.go_on_with(replace(run.settings, batch=1 + n, order=("tree", "index")[n % 2]))
        case "goto":
            run.goto(numbers[n % len(numbers)])
        case "delete" if len(numbers) > 1:
            run.delete(numbers[1 + n % (len(numbers) - 1)])
        case "branch":
            run.branch(f"<b>{n % 3}\0")
        case "note":
            run.notes = f"note {n}"


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(moves)
def test_whatever_happens_the_store_holds_what_the_page_shows(
    store: Store, moves: list[tuple[str, int, str]]
):
    visitor, _ = store.visitors.new()
    runs = Faulty(store)
    run, recorder = new_run(), Recorder(runs, visitor)
    for verb, n, fault in moves:
        runs.fault = ""
        if verb == "reopen" and recorder.save(run) is None:
            run, recorder = reopened(store, visitor, recorder)
            recorder._runs = runs
        move(run, verb, n)
        runs.fault = fault
        trouble = recorder.save(run)
        assert recorder.trouble == trouble
        assert trouble is None or fault
    runs.fault = ""
    assert recorder.save(run) is None
    again, _ = reopened(store, visitor, recorder)
    same(run, again)


def test_nothing_is_written_when_nothing_has_changed(store: Store, visitor: Visitor):
    run, recorder = new_run(), Recorder(store.runs, visitor)
    recorder.save(run, {"panel": "a"})
    stamp = store.runs.open(visitor, 1).key.stamp
    recorder.save(run)
    recorder.save(run, {"panel": "a"})
    assert store.runs.open(visitor, 1).key.stamp == stamp
    recorder.save(run, {"panel": "b"})
    assert store.runs.open(visitor, 1).view == {"panel": "b"}


def test_two_windows_on_one_run_both_keep_all_they_did(store: Store, visitor: Visitor):
    first_run, first = new_run(), Recorder(store.runs, visitor, title="grid")
    first.save(first_run)
    second_run, second = reopened(store, visitor, first)
    first_run.step("c0")
    first.save(first_run)
    second_run.recover(["c1"])
    assert second.save(second_run) is None
    assert (first.number, second.number) == (1, 2)
    same(first_run, reopened(store, visitor, first)[0])
    same(second_run, reopened(store, visitor, second)[0])


def test_a_run_deleted_elsewhere_is_kept_anew_when_it_goes_on(store: Store, visitor: Visitor):
    run, recorder = new_run(), Recorder(store.runs, visitor)
    recorder.save(run)
    store.runs.delete(visitor, recorder.number)
    run.sweep()
    assert recorder.save(run) is None
    same(run, reopened(store, visitor, recorder)[0])


def test_another_run_is_kept_beside_the_first(store: Store, visitor: Visitor):
    first, second, recorder = new_run(), new_run(), Recorder(store.runs, visitor)
    first.sweep()
    recorder.save(first)
    recorder.save(second)
    assert [run.steps for run in store.runs.of(visitor)] == [0, 1]


def test_a_visitor_who_is_gone_gets_a_sentence(store: Store, visitor: Visitor):
    run, recorder = new_run(), Recorder(store.runs, visitor)
    recorder.save(run)
    store.visitors.delete(visitor)
    run.sweep()
    assert "forgotten you" in recorder.save(run)
    assert recorder.trouble is not None


def test_the_page_goes_on_without_a_store(tmp_path):
    tmp_path.joinpath("file").write_text("")
    store = open_store(str(tmp_path / "file" / "store.sqlite"))
    run, recorder = new_run(), Recorder(store.runs, Visitor(1))
    assert "cannot be made" in recorder.save(run)
    run.sweep()
    assert "cannot be made" in recorder.save(run)
    assert recorder.number is None


@pytest.mark.parametrize("sample", ["triangle", "parity-checks"])
def test_a_model_from_a_file_is_kept_with_its_run(store: Store, visitor: Visitor, sample: str):
    run, recorder = Run(samples()[sample].load()), Recorder(store.runs, visitor)
    run.sweep()
    assert recorder.save(run) is None
    same(run, reopened(store, visitor, recorder)[0])
