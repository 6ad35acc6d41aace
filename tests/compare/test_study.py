"""Studies as files: only what is missing or has changed is played, and mistakes are told."""

from __future__ import annotations

import json

import pytest

from rcr import generate, load_model, save_model
from rcr.cli import main
from rcr.compare.study import play_study
from rcr.compare.study_file import read_study
from rcr.model import ModelError
from rcr.results.in_this_process import OneByOne
from tests.compare.test_comparison import PLUGIN, read

STUDY = """
title = "small"
repeats = 2
models = [
  { generator = "grid", parameters = { rows = 2, cols = 3 }, seeds = [4, 7] },
  { folder = "models" },
]
contestants = [{ heuristic = "paper" }, { name = "quick", heuristic = "paper" }, { peer = "mplp" }]
"""


class Noting(OneByOne):
    """Plays here, and notes who met which model."""

    asked: tuple[tuple[str, str, int], ...] = ()

    def play(self, games, report, cancel):
        met = ((g.contestant.name, g.subject.name, g.subject.seed) for g in games.values())
        Noting.asked = tuple(met)
        yield from super().play(games, report, cancel)


@pytest.fixture
def study(tmp_path):
    (tmp_path / "models").mkdir()
    save_model(generate("triangle", seed=1), tmp_path / "models" / "b.uai")
    save_model(generate("triangle", seed=2), tmp_path / "models" / "a.uai.gz")
    (tmp_path / "models" / "notes.txt").write_text("not a model")
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


def played(path):
    """Who met which model when the study is played now, and the results."""
    Noting.asked = ()
    results = play_study(read_study(path), path.parent / "out", Noting())
    return Noting.asked, results


MODELS = [
    "grid:rows=2,cols=3,seed=4",
    "grid:rows=2,cols=3,seed=7",
    "models/a.uai.gz",
    "models/b.uai",
]


def test_every_contestant_meets_every_model_as_often_as_asked(study):
    asked, results = played(study)
    everything = {
        (c, m, seed) for c in ("paper", "quick", "mplp") for m in MODELS for seed in (0, 1)
    }
    assert set(asked) == everything
    assert len(asked) == len(everything)
    runs = read(study.parent / "out" / "runs.csv")
    assert {(r["contestant"], r["model"], int(r["seed"])) for r in runs} == everything
    for row in (*runs, *read(study.parent / "out" / "rounds.csv")):
        is_peer = row["contestant"] == "mplp"
        assert (row["recovered"] == row["loops_closed"] == "") == is_peer
    report = (study.parent / "out" / "report.md").read_text()
    assert report.startswith("# small\n\n24 of 24 runs finished, with rcr ")
    assert "CPU seconds until certified" in report
    kept = json.loads((study.parent / "out" / "study.json").read_text())
    assert {s["digest"] for s in kept["subjects"]} >= {
        load_model(study.parent / "models" / "b.uai").digest
    }
    assert "report.md" in results.files


def test_only_what_has_changed_is_played(study):
    played(study)
    assert played(study)[0] == ()
    study.write_text(STUDY.replace('"quick", heuristic = "paper"', '"quick", heuristic = "auto"'))
    asked, _ = played(study)
    assert {contestant for contestant, _, _ in asked} == {"quick"}
    assert len(asked) == 8
    save_model(generate("triangle", seed=3), study.parent / "models" / "b.uai")
    asked, results = played(study)
    assert {model for _, model, _ in asked} == {"models/b.uai"}
    assert {summary["status"] for summary in results.summaries} == {"certified"}
    assert len(results.games) == 24
    study.write_text(STUDY.replace("[4, 7]", "1"))
    asked, results = played(study)
    assert "grid:rows=2,cols=3,seed=0" in {model for _, model, _ in asked}
    assert len(results.games) == len(read(study.parent / "out" / "runs.csv")) == 18


def test_a_plugin_is_part_of_what_may_change(study):
    plugin = study.parent / "last.py"
    plugin.write_text(PLUGIN)
    text = STUDY.replace("repeats = 2", 'plugins = ["last.py"]')
    study.write_text(
        text.replace('name = "quick", heuristic = "paper"', 'heuristic = "last-first"')
    )
    assert len(played(study)[0]) == 12
    assert played(study)[0] == ()
    plugin.write_text(PLUGIN + "# changed\n")
    assert len(played(study)[0]) == 12


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "small"', "title =", "this is not TOML"),
        ("repeats = 2", "repeat = 2", "the study has no 'repeat'"),
        ("repeats = 2", "repeats = 0", "repeats is a whole number of at least 1, not 0"),
        ("repeats = 2", "time_limit = -1", "time_limit is a number of CPU seconds above 0"),
        ('folder = "models"', 'folder = "nowhere"', "there is no model file in this folder"),
        ('folder = "models"', 'folders = "models"', "a model needs one of file, folder and"),
        ('folder = "models"', 'file = "nobody.uai"', "nobody.uai"),
        ("rows = 2", "rows = 0", "rows must lie between"),
        ('peer = "mplp"', 'peer = "nobody"', "there is no peer called 'nobody'"),
        ('peer = "mplp"', 'name = "x"', "either a heuristic or a peer"),
        ('peer = "mplp"', 'peer = "mplp", setting = 3', "a contestant has no 'setting'"),
        ('peer = "mplp"', 'heuristic = "paper"', "a contestant is given twice: paper"),
        ('peer = "mplp"', 'heuristic = "auto", settings = { batches = 1 }', "not of its kind"),
        ("seeds = [4, 7]", 'seeds = "many"', "seeds is a whole number"),
    ],
)
def test_a_mistake_is_one_sentence_with_the_file(study, old, new, said):
    assert old in STUDY
    study.write_text(STUDY.replace(old, new))
    with pytest.raises(ModelError, match=said) as error:
        read_study(study)
    assert str(error.value).startswith(f"{study}: ")
    assert "\n" not in str(error.value)


def test_the_command_refuses_what_belongs_into_the_file(study, tmp_path, capsys):
    plugin = tmp_path / "last.py"
    plugin.write_text("")
    assert main(["study", str(study), "--out", "x", "--plugin", str(plugin)]) == 2
    assert "plugins = [...]" in capsys.readouterr().err
    assert main(["study", str(tmp_path / "none.toml"), "--out", "x"]) == 2
    assert "none.toml: No such file" in capsys.readouterr().err
