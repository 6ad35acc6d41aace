"""One game: every row is the library's own, and what goes wrong is told."""

from __future__ import annotations

import pickle
from threading import Event

import pytest

from rcr import ModelError, Run, generate, registry
from rcr.compare.contestant import Contestant
from rcr.compare.game import AS_COMPARED, ROUND_COLUMNS, RUN_COLUMNS, Game
from rcr.compare.parsing import contestant, subjects
from rcr.compare.subject import Subject, of_model
from rcr.models.generator_call import GeneratorCall
from rcr.results.game import Cancelled

GRID = "grid:rows=4,cols=4"


def played(one: Contestant, text: str = GRID, limit: float | None = None) -> dict:
    [subject] = subjects(text)
    return Game(subject, one, limit).play(lambda row: None)


@pytest.mark.parametrize(
    "name", ["paper", "auto", "cycle", "random:batch=2", "paper:scheme=subgradient:max_sweeps=20"]
)
def test_a_game_is_the_run_the_library_makes(name):
    one = contestant(name)
    found = played(one)
    run = Run(
        generate("grid", rows=4, cols=4),
        recovery=one.plugin,
        recovery_parameters=one.parameters,
        **AS_COMPARED | dict(one.settings),
    )
    run.solve()
    for key in (
        "round",
        "recovered",
        "loops_closed",
        "upper",
        "lower",
        "treewidth",
        "table_entries",
        "circuit_size",
        "sweeps",
        "updates",
    ):
        assert [row[key] for row in found["rows"]] == [row[key] for row in run.history], key
    assert set(ROUND_COLUMNS) <= set(found["rows"][0])
    assert tuple(found["summary"]) == RUN_COLUMNS
    assert found["summary"]["status"] == run.status
    assert found["summary"]["on_loops"] == run.state.relaxation.on_loops.sum()
    recovered: set[str] = set()
    for row in found["rows"]:
        recovered = (recovered | set(row["added"])) - set(row["gave_up"])
        assert len(recovered) == row["recovered"]
    assert recovered == set(run.state.recovered)


def test_a_peer_shows_its_clusters_and_never_recovers():
    found = played(contestant("mplp"), "grid:rows=5,cols=5")
    peer = registry.get("peer", "mplp")(generate("grid", rows=5, cols=5)).solve()
    assert [row["upper"] for row in found["rows"]] == [row["upper"] for row in peer.history]
    assert found["rows"][-1]["clusters"] == sum(len(row["added"]) for row in found["rows"]) > 0
    assert found["summary"]["kind"] == "peer"
    assert found["summary"]["circuit_size"] is None
    assert (
        played(contestant("mplp:triplets"), "grid:rows=5,cols=5")["summary"]["status"] == "bounded"
    )


def test_a_failing_heuristic_is_told_and_the_limit_of_time_is_kept():
    refused = played(contestant("paper:max_bytes=1"))["summary"]
    assert refused["status"] == "failed"
    assert refused["reason"]
    for name in ("random", "mplp"):
        slow = played(contestant(name), "grid:rows=30,cols=30,states=3", 0.2)["summary"]
        assert slow["status"] == "bounded"
        assert "the time limit of 0.2 CPU s" in slow["reason"]
        assert slow["cpu_seconds"] >= 0.2, "the limit is one of the clock that is shown"


def test_a_cancelled_game_has_no_end():
    cancel = Event()
    [subject] = subjects(GRID)
    with pytest.raises(Cancelled):
        Game(subject, contestant("paper")).play(lambda row: cancel.set(), cancel)


def test_a_game_that_was_sent_away_gives_the_same_rows():
    [subject] = subjects(GRID)
    game = Game(subject, contestant("cycle:look_ahead=0"))
    sent = pickle.loads(pickle.dumps(game))
    clocks = ("cpu_seconds",)
    here, there = (g.play(lambda row: None) for g in (game, sent))
    for a, b in zip(here["rows"], there["rows"], strict=True):
        assert {k: a[k] for k in a if k not in clocks} == {k: b[k] for k in b if k not in clocks}


def test_evidence_goes_along():
    model = generate("grid", rows=3, cols=3).observe({0: 1})
    [subject] = of_model(GeneratorCall("grid", {"rows": 3, "cols": 3}), "mine", model)
    assert subject.make().digest == model.digest


def test_a_model_that_is_another_one_by_now_is_refused():
    subject = Subject("mine", GeneratorCall("grid", {"rows": 2, "cols": 2}), 0, "another digest")
    with pytest.raises(ModelError, match="the model has changed"):
        subject.make()
    summary = Game(subject, contestant("paper")).play(lambda row: None)["summary"]
    assert (summary["status"], summary["model"]) == ("failed", "mine")
    assert "the model has changed" in summary["reason"]
