"""The command line, run as a user runs it: what it prints, what it returns, and that bad input
gets one clear line.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rcr.cli import main
from rcr.engines.circuit import circuit_size
from rcr.formats import load_model
from rcr.relaxation import ClonedModel, Relaxation

KEYS = [
    *(
        "model",
        "task",
        "variables",
        "factors",
        "constraints",
        "scheme",
        "recovery",
        "status",
        "reason",
    ),
    *(
        "upper_bound",
        "lower_bound",
        "estimate",
        "assignment",
        "recovered",
        "loops_closed",
        "recovered_constraints",
    ),
    *(
        "rounds",
        "sweeps",
        "updates",
        "treewidth",
        "table_entries",
        "circuit_size",
        "circuit_size_at_start",
        "circuit_note",
    ),
    *("seconds", "search", "history"),
]
ROW_KEYS = {
    "recovered",
    "loops_closed",
    "now",
    "upper",
    "lower",
    "treewidth",
    "table_entries",
    "circuit_size",
    "seconds",
}


@pytest.fixture
def grid(tmp_path: Path) -> Path:
    path = tmp_path / "grid.uai"
    assert (
        main(["generate", "grid", "--rows", "4", "--cols", "5", "--seed", "3", "-o", str(path)])
        == 0
    )
    return path


def solve(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert main(["solve", *arguments, "--json"]) == 0
    printed = capsys.readouterr().out.strip().splitlines()
    return json.loads(printed[-1])


def test_solve_gives_one_json_object_with_the_promised_keys(grid, capsys):
    result = solve(capsys, str(grid))
    assert list(result) == KEYS
    assert result["status"] == "certified"
    assert result["upper_bound"] == pytest.approx(result["lower_bound"], abs=1e-6)
    model = load_model(grid)
    assert model.log_value(result["assignment"]) == pytest.approx(result["lower_bound"], abs=1e-9)
    assert result["constraints"] == 62
    assert result["recovered"] == len(result["recovered_constraints"])
    assert set(result["history"][0]) >= ROW_KEYS
    assert [row["upper"] for row in result["history"]] == sorted(
        (row["upper"] for row in result["history"]), reverse=True
    )
    assert result["history"][-1]["recovered"] == result["recovered"]


@pytest.mark.slow
def test_pruning_lists_the_constraints_that_mattered(grid, capsys):
    plain = solve(capsys, str(grid), "--recovery", "paper")
    result = solve(capsys, str(grid), "--recovery", "paper", "--prune")
    pruned = result["pruned"]
    assert result["status"] == "certified"
    assert pruned["finished"]
    assert pruned["recovered_before"] == plain["recovered"] > result["recovered"]
    assert list(pruned["constraints"]) == result["recovered_constraints"]
    assert main(["solve", str(grid), "--recovery", "paper", "--prune"]) == 0
    shown = capsys.readouterr().out
    assert pruned["sentence"] in shown
    assert all(said in shown for said in pruned["constraints"].values())


def test_the_circuit_is_counted_in_every_row(grid, capsys):
    result = solve(capsys, str(grid), "--recovery", "paper")
    cloned = ClonedModel(load_model(grid))
    start = Relaxation.decomposed(cloned)
    sizes = [
        circuit_size(start).total,
        circuit_size(start.with_recovered(cloned.indices(result["recovered_constraints"]))).total,
    ]
    assert [result["circuit_size_at_start"], result["circuit_size"]] == sizes
    assert [result["history"][0]["circuit_size"], result["history"][-1]["circuit_size"]] == sizes
    assert result["circuit_note"] is None
    assert main(["solve", str(grid), "--recovery", "paper"]) == 0
    assert (
        f"circuit: {sizes[1]:,} nodes and edges; at the start {sizes[0]:,}"
        in capsys.readouterr().out
    )


def test_a_circuit_too_large_to_count_is_told_in_words(tmp_path, capsys):
    path = tmp_path / "wide.uai"
    assert main(["generate", "grid", "--rows", "30", "--cols", "30", "-o", str(path)]) == 0
    assert main(["info", str(path)]) == 0
    assert "circuit: not counted, it takes more than 128 MiB" in capsys.readouterr().out
    assert main(["info", str(path), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["exact_circuit_size"] is None
    assert facts["decomposed_circuit_size"] > facts["decomposed_table_entries"]


def test_forest_start_counts_no_loop_at_first(grid, capsys):
    first = solve(capsys, str(grid), "--start", "forest")["history"][0]
    assert first["recovered"] == 20 + 31 - 1
    assert first["loops_closed"] == 0


def test_chosen_start(grid, capsys):
    assert solve(capsys, str(grid), "--start", "c0,c5")["history"][0]["recovered"] == 2


def test_partition_function(grid, capsys):
    result = solve(capsys, str(grid), "--task", "z")
    assert result["scheme"] == "pr-dd"
    assert result["status"] == "certified"
    assert result["estimate"] == result["upper_bound"] == result["lower_bound"]


@pytest.mark.slow
def test_time_limit_keeps_the_bounds_reached(tmp_path, capsys):
    path = tmp_path / "big.uai"
    assert (
        main(["generate", "grid", "--rows", "60", "--cols", "60", "--states", "3", "-o", str(path)])
        == 0
    )
    result = solve(capsys, str(path), "--time-limit", "0.3")
    assert result["status"] == "bounded"
    assert "time limit" in result["reason"]
    assert result["lower_bound"] < result["upper_bound"]
    assert result["circuit_size"] > result["table_entries"]
    assert result["history"][0]["circuit_size"] is None
    assert "(16 MiB in the history)" in result["circuit_note"]


def test_memory_limit_refuses_with_the_figure(grid, capsys):
    result = solve(
        capsys, str(grid), "--max-memory", "0.02", "--recovery", "random", "--max-sweeps", "1"
    )
    assert result["status"] in ("bounded", "certified")
    assert main(["solve", str(grid), "--max-memory", "0.0001"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "over the limit" in error


@pytest.mark.slow
def test_interrupt_still_prints_the_bounds(tmp_path):
    path = tmp_path / "big.uai"
    size = ["--rows", "40", "--cols", "40", "--states", "4"]
    assert main(["generate", "grid", *size, "-o", str(path)]) == 0
    endless = ["--settle", "0", "--max-sweeps", "1000000"]
    command = [sys.executable, "-m", "rcr.cli", "solve", str(path), "--json", *endless]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    ours, terminal = (
        os.openpty()
    )  # on a terminal the command says how far it is: the sign to press Ctrl-C
    with open(ours, "rb", buffering=0) as screen:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=terminal, text=True, env=env
        )
        os.close(terminal)
        shown = b""
        while b"sweep" not in shown:
            shown += screen.read(1000)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
    assert process.returncode == 0, shown
    result = json.loads(out)
    assert result["status"] == "bounded"
    assert "Ctrl-C" in result["reason"]
    assert result["lower_bound"] < result["upper_bound"]


def test_infeasible_evidence(tmp_path, capsys):
    model, evidence = tmp_path / "xor.uai", tmp_path / "xor.evid"
    model.write_text("MARKOV 2 2 2 1 2 0 1 4 1 0 0 1")
    evidence.write_text("2 0 0 1 1")
    result = solve(capsys, str(model), "--evidence", str(evidence))
    assert result["status"] == "infeasible"
    assert result["upper_bound"] is None
    assert result["assignment"] is None


def test_save_and_replay(grid, tmp_path, capsys):
    run = tmp_path / "grid.rcr.json"
    solve(capsys, str(grid), "--save", str(run))
    assert main(["replay", str(run)]) == 0
    assert "every number is the same" in capsys.readouterr().out


def test_generate_is_the_same_every_time(tmp_path):
    texts = []
    for name in ("a.uai", "b.uai"):
        assert (
            main(
                [
                    "generate",
                    "grid",
                    "--rows",
                    "3",
                    "--cols",
                    "3",
                    "--attractive",
                    "--seed",
                    "5",
                    "-o",
                    str(tmp_path / name),
                ]
            )
            == 0
        )
        texts.append((tmp_path / name).read_bytes())
    assert texts[0] == texts[1]
    tables = [f.log_table for f in load_model(tmp_path / "a.uai").factors]
    assert all(t[0, 0] + t[1, 1] >= t[0, 1] + t[1, 0] for t in tables)  # attractive


def test_info_and_list(grid, capsys):
    assert main(["info", str(grid), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["variables"], facts["factors"], facts["constraints"], facts["treewidth"]) == (
        20,
        31,
        62,
        4,
    )
    cloned = ClonedModel(load_model(grid))
    everything = Relaxation(cloned, np.ones(62, dtype=bool))
    assert facts["decomposed_circuit_size"] == circuit_size(Relaxation.decomposed(cloned)).total
    assert facts["exact_circuit_size"] == circuit_size(everything).total
    assert main(["list"]) == 0
    listing = capsys.readouterr().out
    assert all(word in listing for word in ("mpe-dd", "paper", "junction-tree", "grid", "damping"))


def test_plugin_heuristic(grid, tmp_path, capsys):
    plugin = tmp_path / "mine.py"
    plugin.write_text(
        "from rcr.registry import plugin\n\n@plugin('recovery')\ndef mine(view):\n    "
        "'''Mine.'''\n    return -view.relaxed.astype(float)\n"
    )
    result = solve(
        capsys,
        str(grid),
        "--plugin",
        str(plugin),
        "--recovery",
        "mine",
        "--batch",
        "2",
        "--settle",
        "1",
    )
    ids = sorted(int(i[1:]) for i in result["recovered_constraints"])
    assert ids == list(range(len(ids)))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solve", "{dir}/none.uai"], "no such file"),
        (["solve", "{dir}"], "directory"),
        (["solve", "{grid}", "--recovery", "best"], "there are: "),
        (["solve", "{grid}", "--scheme", "pr-dd"], "for task z"),
        (["solve", "{grid}", "--start", "c999"], "no constraint"),
        (["solve", "{grid}", "--set", "share=7"], "between"),
        (["solve", "{grid}", "--set", "nothing=7"], "no such parameter"),
        (["solve", "{grid}", "--order", "best"], "order must be one of"),
        (["solve", "{grid}", "--batch", "0"], "batch"),
        (["solve", "{grid}", "--plugin", "{dir}/none.py"], "no such plug-in"),
        (["solve", "{grid}", "--unknown"], "unknown argument"),
        (["generate", "grid", "--rows", "0", "-o", "{dir}/x.uai"], "between 1 and 300"),
        (["generate", "grid", "--rows", "many", "-o", "{dir}/x.uai"], "whole number"),
        (["generate", "tree", "-o", "{dir}/x.uai"], "no generator called"),
        (["generate", "grid", "-o", "{dir}/x.txt"], "the ending of the name"),
        (["replay", "{grid}"], "not JSON"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(arguments, says, grid, tmp_path, capsys):
    capsys.readouterr()
    assert main([a.format(dir=tmp_path, grid=grid) for a in arguments]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert says in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["solve"],
        ["nothing"],
        ["solve", "m", "--batch", "x"],
        ["solve", "m", "--tolerance", "-1"],
    ],
)
def test_wrong_usage_exits_with_2(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2


def test_help_everywhere(capsys):
    for command in ("solve", "info", "list", "replay", "app"):
        with pytest.raises(SystemExit) as stop:
            main([command, "--help"])
        assert stop.value.code == 0
    with pytest.raises(SystemExit) as stop:
        main(["generate", "grid", "--help"])
    assert stop.value.code == 0
    assert "--attractive" in capsys.readouterr().out


def test_model_split_reports_an_estimate_and_no_bound(grid, capsys):
    result = solve(
        capsys, str(grid), "--task", "z", "--scheme", "model-split", "--recovery", "manual"
    )
    assert result["upper_bound"] is None
    assert result["status"] == "bounded"
    exact = solve(capsys, str(grid), "--task", "z")["estimate"]
    assert np.isfinite(result["estimate"])
    assert result["estimate"] == pytest.approx(exact, abs=2.0)
