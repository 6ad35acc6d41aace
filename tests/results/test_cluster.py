"""A cluster: a killed worker's game is played again, and what is not as it should be is said."""

from __future__ import annotations

import os
import signal

import pytest
from distributed import Client

from rcr.model import ModelError
from rcr.results import cluster, cluster_worker
from rcr.results.cluster import Cluster
from rcr.results.game import Outcome, ignore
from rcr.version import made_with
from tests.results.games import Double, Endless, FirstTimeEndless, WaitsFor
from tests.results.lab import lab, wait_until


@pytest.mark.slow
def test_a_killed_worker_s_game_is_played_by_another(tmp_path):
    games = {"a": Double(1), "b": FirstTimeEndless(str(tmp_path / "begun")), "c": Double(2)}
    killed = []

    def kill(key, row):
        if "pid" in row:
            killed.append(row["pid"])
            os.kill(row["pid"], signal.SIGKILL)

    with lab(tmp_path) as laboratory:
        found = sorted(Cluster(laboratory.address).play(games, kill, None), key=lambda o: o.key)
    assert found == [Outcome("a", 2), Outcome("b", "the second time"), Outcome("c", 4)]
    assert len(killed) == 1


@pytest.mark.slow
def test_an_answer_that_dies_with_its_worker_is_found_again_by_another(tmp_path):
    go = tmp_path / "go"
    games = {"a": Double(1), "b": WaitsFor(str(go))}
    with lab(tmp_path, workers=1) as laboratory, Client(laboratory.address) as onlooker:
        playing = Cluster(laboratory.address).play(games, ignore, None)
        assert next(playing) == Outcome("a", 2)
        go.touch()
        wait_until(lambda: [bool(held) for held in onlooker.who_has().values()] == [True, True])
        laboratory.workers[0].kill()
        wait_until(lambda: not onlooker.nthreads())
        laboratory.hire()
        assert list(playing) == [Outcome("b", "seen")]


@pytest.mark.slow
def test_a_scheduler_that_goes_away_is_told_and_what_came_before_is_not_lost(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 3.0)  # so long a client waits for it
    with lab(tmp_path) as laboratory:
        playing = Cluster(laboratory.address).play(
            {"a": Double(1), "b": Endless()}, lambda key, row: None, None
        )
        assert next(playing) == Outcome("a", 2)
        laboratory.scheduler.kill()
        with pytest.raises(ModelError, match="the connection to the scheduler is lost"):
            next(playing)


def test_nobody_at_the_address_is_one_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    for address in ("tcp://127.0.0.1:1", "nonsense://here"):
        with pytest.raises(ModelError, match=f"{address}: no Dask scheduler answers there"):
            list(Cluster(address).play({"a": Double(1)}, lambda key, row: None, None))


def test_without_the_library_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(ModelError, match=r"pip install 'rcr-explorer\[cluster\]'"):
        list(Cluster("tcp://127.0.0.1:1").play({"a": Double(1)}, lambda key, row: None, None))


def test_other_versions_on_a_worker_are_refused():
    here = made_with()
    older = here | {"numba": "0.1", "python": "3.0.1"}
    said = cluster_worker._different_versions(here, older)
    assert said == f"python 3.0.1 instead of {here['python']}, numba 0.1 instead of {here['numba']}"
    patched = here | {"python": here["python"].rpartition(".")[0] + ".999"}
    assert cluster_worker._different_versions(here, patched) == ""
    call = cluster_worker.Call("name", None, b"never unpickled", older)
    with pytest.raises(ModelError, match=r"the worker there has .*; install the same"):
        cluster_worker._prepare(call, "there")
