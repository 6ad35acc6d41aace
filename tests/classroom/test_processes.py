"""Several processes on one store, and processes that are killed: nothing acknowledged is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rcr.classroom import Store
from tests.classroom.helpers import step

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.classroom.worker", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


@pytest.mark.parametrize("acknowledged", [1, 40, 300])
def test_a_killed_process_loses_nothing_that_was_acknowledged(
    store: Store, place: str, acknowledged: int
):
    visitor, secret = store.visitors.new()
    process = start("append", place, secret.text)
    run = int(process.stdout.readline())
    for _ in range(acknowledged):
        process.stdout.readline()
    process.send_signal(signal.SIGKILL)  # most likely in the midst of a writing
    said = process.stdout.read().split("\n")[:-1]
    process.wait()
    last = int(said[-1]) if said else acknowledged
    kept = store.runs.open(visitor, run)
    numbers = [kept_step.number for kept_step in kept.steps]
    assert numbers in (list(range(1, last + 1)), list(range(1, last + 2)))
    assert kept.current == numbers[-1]
    answers = [answer.step for answer in store.progress.answers(visitor, f"run {run}")]
    assert answers[:last] == list(range(1, last + 1))
    store.runs.append_step(visitor, kept.key, step(numbers[-1] + 1))


def test_two_processes_share_a_visitor_and_a_class(store: Store, place: str):
    times = 20
    visitor, secret = store.visitors.new()
    desk, _ = store.classes.found()
    pair = [start("share", place, secret.text, desk.info().code, str(times)) for _ in range(2)]
    for process in pair:
        assert process.stdout.readline() == "ready\n"
    for process in pair:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate()[0] for process in pair] == ["done\n"] * 2
    runs = store.runs.of(visitor)
    assert sorted(run.number for run in runs) == list(range(1, 2 * times + 1))
    assert {run.steps for run in runs} == {3}
    names = [tile.nickname for tile in desk.board(None)]
    assert set(names) == {"Anna", *(f"Anna {n}" for n in range(2, 2 * times + 1))}
