"""Executors keep one contract: every game's outcome once, faults told, cancelled at once."""

from __future__ import annotations

import os
import pickle
import time
from dataclasses import replace
from threading import Event

import pytest

from rcr.model import ModelError
from rcr.results.cluster import Cluster
from rcr.results.game import CANCELLED, Outcome, ignore
from rcr.results.in_this_process import OneByOne, Threads
from rcr.results.processes import Processes
from tests.haste import slow_after_the_first
from tests.results.games import Dies, Double, Endless, Marks, NotPrepared, Refuses
from tests.results.lab import lab

CLUSTER = "cluster"

SLOW_CLUSTER = pytest.param(CLUSTER, marks=pytest.mark.slow)
MANY = pytest.param(Processes(3), marks=pytest.mark.slow)
EVERYWHERE = (OneByOne(), Threads(2), Processes(1), MANY, SLOW_CLUSTER)
every = pytest.mark.parametrize("executor", EVERYWHERE, ids=str, indirect=True)
in_parallel = pytest.mark.parametrize(
    "executor", [Threads(2), Processes(2), SLOW_CLUSTER], ids=str, indirect=True
)


@pytest.fixture(scope="module")
def laboratory(tmp_path_factory):
    with lab(tmp_path_factory.mktemp("lab"), nanny=True) as made:
        yield made


@pytest.fixture
def executor(request):
    """The one that the test is to be done with; a cluster is started when it is first needed."""
    if request.param != CLUSTER:
        return request.param
    return Cluster(str(request.getfixturevalue("laboratory").file))


def outcomes(executor, games, report=ignore, cancel=None):
    return {outcome.key: outcome for outcome in executor.play(games, report, cancel)}


@every
def test_every_game_is_played_once_and_its_reports_come_before_its_end(executor):
    rows = []
    found = []
    games = {str(n): Double(n) for n in range(7)}
    for outcome in executor.play(games, lambda key, row: rows.append((key, row)), None):
        assert (outcome.key, {"number": int(outcome.key)}) in rows
        found.append(outcome)
    assert sorted(found, key=lambda outcome: outcome.key) == [
        Outcome(str(n), 2 * n) for n in range(7)
    ]
    assert sorted(rows) == [(str(n), {"number": n}) for n in range(7)]


@every
def test_no_games_are_no_outcomes(executor):
    assert outcomes(executor, {}) == {}


@every
def test_a_refusal_is_raised_as_it_is(executor):
    with pytest.raises(ModelError, match=r"^this cannot be played$"):
        outcomes(executor, {"bad": Refuses(fault=False), "good": Double(1)})


@every
def test_a_fault_is_raised_with_its_name(executor):
    with pytest.raises((ZeroDivisionError, RuntimeError), match="by nothing") as raised:
        outcomes(executor, {"bad": Refuses(fault=True)})
    assert "ZeroDivisionError" in f"{raised.typename} {raised.value}"


@every
def test_what_is_cancelled_before_it_begins_is_not_played(executor):
    cancel, rows = Event(), []
    cancel.set()
    games = {str(n): Double(n) for n in range(3)}
    found = outcomes(executor, games, lambda key, row: rows.append(row), cancel)
    assert all(outcome.unfinished == CANCELLED for outcome in found.values())
    assert isinstance(executor, Processes) or rows == []


@in_parallel
def test_games_under_way_are_cancelled_and_what_is_finished_stays(executor):
    cancel, begun, finished = Event(), Event(), {}
    games = {"short": Double(4), "endless": Endless(), "too": Endless(), "late": Double(5)}
    for outcome in executor.play(games, lambda key, row: "pid" in row and begun.set(), cancel):
        finished[outcome.key] = outcome
        if outcome.key == "short":
            assert begun.wait(60)
            cancel.set()
    assert finished.pop("short") == Outcome("short", 8)
    assert {"endless", "too"} & set(finished)
    assert {outcome.unfinished for outcome in finished.values()} == {CANCELLED}


@pytest.mark.parametrize("count", slow_after_the_first([1, 2]))
def test_a_process_that_dies_costs_its_own_game_only(count):
    found = outcomes(Processes(count), {"a": Double(1), "b": Dies(), "c": Double(2), "d": Dies()})
    why = "its process ended with code 7"
    assert found == {
        "a": Outcome("a", 2),
        "b": Outcome("b", unfinished=why),
        "c": Outcome("c", 4),
        "d": Outcome("d", unfinished=why),
    }


@pytest.mark.slow
def test_a_game_that_kills_every_worker_is_given_up_and_the_others_are_played(laboratory):
    games = {"a": Double(1), "b": Dies(), "c": Double(2)}
    assert outcomes(Cluster(laboratory.address), games) == {
        "a": Outcome("a", 2),
        "b": Outcome("b", unfinished="every worker that played it died"),
        "c": Outcome("c", 4),
    }


@pytest.mark.slow
def test_processes_end_when_nobody_wants_their_outcomes_any_more():
    pids = []
    playing = Processes(2).play(
        {"a": Double(1), "b": Endless()}, lambda key, row: pids.append(row.get("pid")), None
    )
    assert next(playing).result == 2
    while not any(pids):
        time.sleep(0.01)
    playing.close()
    [pid] = filter(None, pids)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize("executor", [Processes(2), SLOW_CLUSTER], ids=str, indirect=True)
def test_every_process_is_prepared_before_its_first_game(executor, tmp_path):
    games = {str(n): Double(n) for n in range(4)}
    found = outcomes(replace(executor, prepare=Marks(str(tmp_path))), games)
    assert len(found) == 4
    assert 1 <= len(list(tmp_path.iterdir())) <= 2
    assert str(os.getpid()) not in {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("executor", [Processes(2), SLOW_CLUSTER], ids=str, indirect=True)
def test_a_process_that_cannot_be_prepared_ends_it_in_a_sentence(executor):
    with pytest.raises(ModelError, match=r"ended before it was ready|the plug-in is gone"):
        outcomes(replace(executor, prepare=NotPrepared()), {"a": Double(1), "b": Double(2)})


@pytest.mark.slow
def test_what_cannot_be_sent_is_told():
    class Local(Double):
        pass

    with pytest.raises((AttributeError, pickle.PicklingError), match="Local"):
        outcomes(Processes(1), {"a": Local(1)})
