"""What is to be compared: who meets whom, what is refused, and the plain data of it."""

from __future__ import annotations

import json

import pytest

from rcr import ModelError, Run, generate
from rcr.compare.contestant import Contestant
from rcr.compare.game import Game
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request
from rcr.run.file import save_run, to_dict

GRID = "grid:rows=4,cols=4"


def test_a_run_made_by_hand_competes_on_its_own_model_only(tmp_path):
    run = Run(generate("grid", rows=4, cols=4, seed=1))
    run.converge()
    run.recover(["c0", "c1"])
    run.converge()
    save_run(run, tmp_path / "mine.rcr.json.gz")
    mine = contestant(f"run:{tmp_path / 'mine.rcr.json.gz'}")
    request = Request((mine, contestant("paper")), tuple(subjects(GRID, 3)))
    assert [(g.subject.seed, g.contestant.kind) for g in request.games()] == [
        (0, "recovery"),
        (1, "run"),
        (1, "recovery"),
        (2, "recovery"),
    ]
    played = Game(request.subjects[1], mine).play(lambda row: None)
    assert [row["recovered"] for row in played["rows"]] == [0, 2]
    assert played["rows"][-1]["upper"] == run.state.upper
    with pytest.raises(ModelError, match="another model"):
        list(Request((mine,), tuple(subjects(GRID))).games())
    assert Contestant.of_run(to_dict(run)).name == "your run"


def test_twice_the_same_and_nothing_at_all_are_refused():
    grids = tuple(subjects(GRID))
    with pytest.raises(ModelError, match="a contestant is given twice: paper"):
        Request((contestant("paper"), contestant("paper")), grids)
    with pytest.raises(ModelError, match="no model"):
        Request((contestant("paper"),), ())


def test_the_manifest_is_plain_and_tells_plugins_by_their_text(tmp_path):
    plugin = tmp_path / "mine.py"
    plugin.write_text("# one")
    request = Request((contestant("paper"),), tuple(subjects(GRID)), 5.0, (str(plugin),))
    manifest = request.manifest()
    assert json.loads(json.dumps(manifest)) == manifest
    [subject] = manifest["subjects"]
    assert subject["origin"]["generator"] == "grid"
    assert (subject["name"], manifest["time_limit"]) == (GRID, 5.0)
    plugin.write_text("# two")
    assert {key for key in manifest if request.manifest()[key] != manifest[key]} == {"plugins"}
