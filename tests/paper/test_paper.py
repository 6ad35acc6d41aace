"""The paper's experiments: the shipped results regenerate, hold what they claim, and a run that
was stopped goes on.
"""

import csv
import json
import pickle
from dataclasses import replace

import pytest

from rcr import generate, save_model
from rcr.cli import main
from rcr.cli.paper import EXPERIMENT_NAMES
from rcr.model import ModelError
from rcr.paper import EXPERIMENTS, grids, haplotype
from rcr.paper.rerun import instances, rerun
from rcr.paper.shipped import differences, read, subject
from tests.haste import slow_after_the_first

TWO = {"grids": 2, "haplotype": 2, "figure": 2, "partition": 1}  # of each of the two families
FULL = {"grids": 50, "haplotype": 69, "figure": 2, "partition": 40}


@pytest.fixture(scope="module")
def again(tmp_path_factory):
    """Two instances of every experiment, run as the command does."""
    folder = tmp_path_factory.mktemp("paper")
    for name, count in TWO.items():
        rerun(EXPERIMENTS[name], folder, count)
    return folder


def test_the_command_knows_every_experiment():
    assert tuple(EXPERIMENTS) == EXPERIMENT_NAMES


@pytest.mark.slow
@pytest.mark.parametrize("name", EXPERIMENT_NAMES)
def test_two_instances_give_the_shipped_numbers(name, again):
    _, fresh = read(name, again)
    assert len({subject(row) for row in fresh}) == 2
    assert differences(fresh, read(name)[1]) == []


@pytest.mark.parametrize("name", EXPERIMENT_NAMES)
def test_a_changed_number_a_changed_word_and_a_missing_row_are_noticed(name):
    _, shipped = read(name)
    fresh = [row for row in shipped if subject(row) == subject(shipped[0])]
    number = next(key for key in ("value", "upper") if key in fresh[0])
    word = next(key for key in ("status", "method", "scheme") if key in fresh[0])
    for key, value in ((number, fresh[0][number] * (1 + 1e-8)), (word, "other"), (number, None)):
        [told] = differences([fresh[0] | {key: value}, *fresh[1:]], shipped)
        assert key in told
    assert differences([*fresh, fresh[0]], shipped) == [
        f"{len(fresh) + 1} rows instead of {len(fresh)}"
    ]
    assert differences([row | {"cpu_seconds": 1e3} for row in fresh], shipped) == []


@pytest.mark.parametrize("name", slow_after_the_first(EXPERIMENT_NAMES))
def test_shipped_results_say_what_made_them(name):
    experiment, (manifest, rows) = EXPERIMENTS[name], read(name)
    count = int(manifest["command"].rpartition("--instances ")[2])
    assert manifest["command"] == f"rcr paper {name} --instances {count}"
    assert experiment.choose(count, None) == manifest["instances"]
    assert manifest["settings"] == json.loads(json.dumps(experiment.settings)), (
        "the settings have changed: run the command again"
    )
    assert set(manifest["versions"]) == {"rcr", "python", "numpy", "numba"}
    assert len({subject(row) for row in rows}) == FULL[name]
    assert tuple(rows[0]) == experiment.columns
    assert len(experiment.report(rows)) > 2


@pytest.mark.parametrize("name", ["grids", "haplotype"])
def test_every_shipped_instance_is_certified_and_right(name):
    for row in read(name)[1]:
        assert row["status"] == "certified"
        assert row["value"] == pytest.approx(row["exact"], abs=1e-6)


def test_mplp_fails_where_the_figure_says_so_and_its_bounds_hold():
    _, rows = read("figure")
    for row in rows:
        assert row["lower"] - 1e-6 <= row["optimum"] <= row["upper"] + 1e-6
    for name in {row["instance"] for row in rows}:
        last = {row["method"]: row for row in rows if row["instance"] == name}
        assert (
            last["rcr"]["upper"] - last["rcr"]["lower"]
            <= 1e-6
            < last["mplp"]["upper"] - last["mplp"]["lower"]
        )


def test_the_partition_function_is_enclosed_at_every_sweep_and_reached():
    _, rows = read("partition")
    for row in rows:
        if row["scheme"] == "pr-dd":
            assert row["least"] >= -1e-9
            assert row["below"] >= -1e-9
        if row["recovered"] == row["constraints"]:
            assert abs(row["error"]) <= 1e-6
            assert abs(row["below"] or 0.0) <= 1e-6
    ended = [row for row in rows if row["recovered"] == row["constraints"]]
    assert len(ended) == 3 * FULL["partition"], "every model to its end by every heuristic"


# -- the folder ----------------------------------------------------------------------------------


def counting(played, stop_at=None):
    """Table 1's experiment with a play that only notes it was called, and may be interrupted."""

    def play(instance, data):
        if instance == stop_at:
            raise KeyboardInterrupt
        played.append(instance)
        return [{"seed": int(instance), "cpu_seconds": 0.5}]

    return replace(grids.EXPERIMENT, play=play, columns=("seed", "cpu_seconds"))


def test_a_run_goes_on_where_it_was_stopped(tmp_path):
    played, reports = [], []
    with pytest.raises(KeyboardInterrupt):
        rerun(counting(played, stop_at="3"), tmp_path, 5)
    (tmp_path / "grids" / ".4.json.99").write_text(
        "[{"
    )  # what a kill in the middle of writing leaves
    rows = rerun(
        counting(played), tmp_path, 6, progress=lambda done, of: reports.append((done, of))
    ).rows
    assert played == ["0", "1", "2", "3", "4", "5"]
    assert reports == [(3, 6), (4, 6), (5, 6), (6, 6)]
    assert [row["seed"] for row in rows] == list(range(6))
    assert read("grids", tmp_path)[1] == rows


def test_a_folder_of_other_settings_is_left_alone(tmp_path):
    rerun(counting([]), tmp_path, 1)
    other = replace(counting([]), settings={"grid": {"rows": 3}})
    before = (tmp_path / "grids.json").read_text()
    with pytest.raises(ModelError, match="other settings"):
        rerun(other, tmp_path, 1)
    assert (tmp_path / "grids.json").read_text() == before


@pytest.mark.slow
def test_processes_give_the_same_numbers(tmp_path, again):
    rows = rerun(grids.EXPERIMENT, tmp_path, 2, jobs=2).rows
    alone = read("grids", again)[1]
    assert [row | {"cpu_seconds": 0} for row in rows] == [row | {"cpu_seconds": 0} for row in alone]


# -- the command ---------------------------------------------------------------------------------


def test_networks_of_a_folder(tmp_path, capsys):
    (tmp_path / "models").mkdir()
    for name, seed in (("b.uai", 0), ("a.uai.gz", 1)):
        save_model(generate("grid", rows=3, cols=3, seed=seed), tmp_path / "models" / name)
    command = [
        "paper",
        "haplotype",
        "--data",
        str(tmp_path / "models"),
        "--out",
        str(tmp_path / "out"),
    ]
    assert main(command) == 0
    assert (
        "2 of 2 certified; exact inference gives the same value for 2 of 2"
        in capsys.readouterr().out
    )
    with (tmp_path / "out" / "haplotype.csv").open() as file:
        assert [row["instance"] for row in csv.DictReader(file)] == ["a.uai.gz", "b.uai"]
    save_model(generate("grid", rows=3, cols=3, seed=2), tmp_path / "models" / "b.uai")
    assert main(command) == 2
    assert "other data" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["grids", "--data", "x"], "--data is for haplotype and figure"),
        (["haplotype", "--data", "no/such/folder"], "there is no .uai"),
        (["grids", "--instances", "0"], "must be at least 1"),
        (["grids", "--jobs", "0"], "must be at least 1"),
    ],
)
def test_bad_requests_are_told_in_a_line(arguments, complaint, tmp_path, capsys):
    assert main(["paper", *arguments, "--out", str(tmp_path)]) == 2
    assert complaint in capsys.readouterr().err


# -- the tables ----------------------------------------------------------------------------------


def test_bins_of_table_1():
    rows = [
        {"recovered": 90, "relative": 80.0},
        {"recovered": 91, "relative": 90.0},
        {"recovered": 120, "relative": 100.0},
    ]
    first, second, *others = grids.bins(rows)
    assert (first["share"], first["relative"]) == (pytest.approx(100 / 3), 80.0)
    assert (second["bin"], second["share"], second["relative"]) == (
        "91–120",
        pytest.approx(200 / 3),
        95.0,
    )
    assert all(row["share"] == 0 and row["relative"] is None for row in others)
    assert sum(row["paper_share"] for row in grids.bins(rows)) == 100


def test_groups_of_table_2():
    rows = [
        {"mplp_status": s, "share": x, "relative": 2 * x}
        for s, x in (("certified", 2.0), ("bounded", 10.0), ("certified", 4.0))
    ]
    unsolved, solved = haplotype.groups(rows)
    assert (unsolved["models"], unsolved["share"], unsolved["relative"]) == (1, 10.0, 20.0)
    assert (solved["models"], solved["share"], solved["relative"]) == (2, 3.0, 6.0)


def test_an_instance_can_carry_its_file(tmp_path):
    save_model(generate("grid", rows=3, cols=3), tmp_path / "m.uai")
    [instance] = instances(haplotype.EXPERIMENT, ["m.uai"], str(tmp_path)).values()
    here = instance.play(lambda row: None)
    sent = pickle.loads(pickle.dumps(instance.with_its_file()))
    (tmp_path / "m.uai").unlink()
    clocks = {"cpu_seconds", "mplp_cpu_seconds"}
    told = [
        [{k: row[k] for k in row if k not in clocks} for row in rows]
        for rows in (here, sent.play(lambda row: None))
    ]
    assert told[0] == told[1]
    made = instances(grids.EXPERIMENT, ["0"])["0"]
    assert made.with_its_file() is made
