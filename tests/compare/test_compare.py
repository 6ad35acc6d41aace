"""Comparisons: every row is the library's own, nothing finished is lost, and the sentence says
what the numbers say.
"""

from __future__ import annotations

import csv
import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, wilcoxon

from rcr import ModelError, Run, bundle, generate, registry
from rcr.cli import main
from rcr.compare.jobs import compare
from rcr.compare.request import (
    ROW,
    SUMMARY,
    Contestant,
    Request,
    contestant,
    of_model,
    play,
    subjects,
)
from rcr.compare.statistics import duels, median, medians, signed_rank, verdict
from rcr.run.file import save_run, to_dict

GRID = "grid:rows=4,cols=4"
PLUGIN = '''"""Last first."""
import numpy as np
from rcr.registry import plugin
from rcr.recovery.candidates import Candidates


@plugin("recovery")
def last_first(view: Candidates) -> np.ndarray:
    """The last constraint first."""
    print("a heuristic may print")
    return view.relaxed.astype(float)
'''


def game(one: Contestant, text: str = GRID, limit: float | None = None) -> dict:
    [subject] = subjects(text)
    return play(subject, one, limit, lambda row: None)


# -- one game ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["paper", "auto", "cycle", "random:batch=2", "paper:scheme=subgradient:max_sweeps=20"]
)
def test_a_game_is_the_run_the_library_makes(name):
    one = contestant(name)
    played = game(one)
    run = Run(
        generate("grid", rows=4, cols=4),
        recovery=one.plugin,
        recovery_parameters=one.parameters,
        **one.settings,
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
        assert [row[key] for row in played["rows"]] == [row[key] for row in run.history], key
    assert set(ROW) <= set(played["rows"][0])
    assert tuple(played["summary"]) == SUMMARY
    assert played["summary"]["status"] == run.status
    assert played["summary"]["on_loops"] == run.state.relaxation.on_loops.sum()
    recovered: set[str] = set()
    for row in played["rows"]:
        recovered = (recovered | set(row["added"])) - set(row["gave_up"])
        assert len(recovered) == row["recovered"]
    assert recovered == set(run.state.recovered)


def test_a_peer_shows_its_clusters_and_never_recovers():
    played = game(contestant("mplp"), "grid:rows=5,cols=5")
    peer = registry.get("peer", "mplp")(generate("grid", rows=5, cols=5)).solve()
    assert [row["upper"] for row in played["rows"]] == [row["upper"] for row in peer.history]
    assert played["rows"][-1]["clusters"] == sum(len(row["added"]) for row in played["rows"]) > 0
    assert played["summary"]["kind"] == "peer"
    assert played["summary"]["circuit_size"] is None
    assert game(contestant("mplp:triplets"), "grid:rows=5,cols=5")["summary"]["status"] == "bounded"


def test_a_run_made_by_hand_competes_on_its_own_model_only(tmp_path):
    run = Run(generate("grid", rows=4, cols=4, seed=1))
    run.converge()
    run.recover(["c0", "c1"])
    run.converge()
    save_run(run, tmp_path / "mine.rcr.json.gz")
    mine = contestant(f"run:{tmp_path / 'mine.rcr.json.gz'}")
    request = Request((mine, contestant("paper")), tuple(subjects(GRID, 3)))
    assert [(s.seed, c.kind) for s, c in request.games()] == [
        (0, "recovery"),
        (1, "run"),
        (1, "recovery"),
        (2, "recovery"),
    ]
    played = play(request.subjects[1], mine, None, lambda row: None)
    assert [row["recovered"] for row in played["rows"]] == [0, 2]
    assert played["rows"][-1]["upper"] == run.state.upper
    with pytest.raises(ModelError, match="another model"):
        list(Request((mine,), tuple(subjects(GRID))).games())
    assert Contestant.of_run(to_dict(run)).name == "your run"


def test_evidence_goes_along():
    model = generate("grid", rows=3, cols=3).observe({0: 1})
    [subject] = of_model({"generator": "grid", "parameters": {"rows": 3, "cols": 3}}, "mine", model)
    assert subject.make().digest == model.digest


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nobody", "there is no contestant called 'nobody'"),
        ("cycle:depth=3", "cycle has no parameter 'depth'"),
        ("mplp:squares", "mplp has no parameter 'squares'"),
        ("paper:batch=x", "batch must be a number"),
        ("paper:start=top", "start must be one of"),
        ("cycle:look_ahead=-1", "look_ahead must lie between"),
        ("run:missing.json", "missing.json"),
    ],
)
def test_bad_contestants_get_one_sentence(text, said):
    with pytest.raises(ModelError, match=said):
        contestant(text)


def test_twice_the_same_and_nothing_at_all_are_refused():
    grids = tuple(subjects(GRID))
    with pytest.raises(ModelError, match="a contestant is given twice: paper"):
        Request((contestant("paper"), contestant("paper")), grids)
    with pytest.raises(ModelError, match="no model"):
        Request((contestant("paper"),), ())


def test_seeds_of_a_family_are_models_and_a_seed_given_is_the_first():
    assert [s.seed for s in subjects(GRID + ",seed=5", 2)] == [5, 6]
    first, second = subjects(GRID, 2)
    assert first.digest == generate("grid", rows=4, cols=4, seed=0).digest != second.digest


def test_a_failing_heuristic_is_told_and_the_limit_of_time_is_kept():
    refused = game(contestant("paper:max_bytes=1"))["summary"]
    assert refused["status"] == "failed"
    assert refused["reason"]
    slow = game(contestant("random"), "grid:rows=30,cols=30,states=3", 0.2)["summary"]
    assert slow["status"] == "bounded"
    assert "time limit" in slow["reason"]


# -- many games ----------------------------------------------------------------------------------


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_killed_half_way_it_loses_nothing_and_goes_on(tmp_path, capsys):
    plugin, out = tmp_path / "last.py", tmp_path / "out"
    plugin.write_text(PLUGIN)
    arguments = [
        "compare",
        "grid:rows=8,cols=8",
        "--recovery",
        "last-first,mplp",
        "--seeds",
        "6",
        "--jobs",
        "1",
    ]
    arguments += ["--out", str(out), "--plugin", str(plugin)]
    environment = os.environ | {"PYTHONPATH": str(bundle.root())}
    process = subprocess.Popen(
        [sys.executable, "-m", "rcr.cli", *arguments], env=environment, stdout=subprocess.DEVNULL
    )
    games = out / "games"
    deadline = time.monotonic() + 120
    while not games.is_dir() or len(list(games.glob("[0-9]*.json"))) < 3:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(0.1)
    kept = {
        path: (path.read_bytes(), path.stat().st_mtime_ns) for path in games.glob("[0-9]*.json")
    }
    assert 3 <= len(kept) < 12
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in kept} == kept
    runs = read(out / "runs.csv")
    assert {(r["contestant"], int(r["seed"])) for r in runs} == {
        (c, s) for c in ("last-first", "mplp") for s in range(6)
    }
    assert all(r["status"] == "certified" for r in runs)
    rounds = read(out / "rounds.csv")
    assert tuple(rounds[0]) == ROW
    assert len(rounds) == sum(
        len(json.loads(path.read_text())["rows"]) for path in games.glob("[0-9]*.json")
    )
    assert "6 of 6" in printed
    assert "CPU seconds until certified: mplp" in printed
    assert main([*arguments[:-2], "--time-limit", "5", *arguments[-2:]]) == 2
    assert "holds another comparison (other time_limit)" in capsys.readouterr().err
    plugin.write_text(PLUGIN + "\n")
    assert main(arguments) == 2
    assert "other plugins" in capsys.readouterr().err


@pytest.mark.slow
def test_two_processes_report_rows_as_they_come_and_can_be_stopped():
    seen: list[tuple[int, dict]] = []
    stop = Event()

    def watch(number: int, row: dict) -> None:
        seen.append((number, row))
        if "summary" in row and number < 2:
            stop.set()

    request = Request(
        (contestant("auto"), contestant("random")),
        (*subjects(GRID), *subjects("grid:rows=40,cols=40,states=4", 2)),
    )
    results = compare(request, None, 2, stop, watch)
    assert 0 in results.games or 1 in results.games
    assert set(results.games) | set(results.unfinished) == set(range(6))
    assert results.unfinished
    for number, done in results.games.items():
        assert [row for n, row in seen if n == number and "summary" not in row] == done["rows"]


@pytest.mark.slow
def test_a_process_that_dies_takes_only_its_own_game_along(tmp_path, capsys):
    plugin = tmp_path / "fatal.py"
    fatal = PLUGIN.replace("last_first", "fatal").replace(
        '    print("a heuristic may print")\n',
        "    os._exit(3) if view.ground.card.size == 25 else 0\n",
    )
    plugin.write_text(fatal.replace("import numpy", "import os\nimport numpy"))
    arguments = [
        "compare",
        "grid:rows=5,cols=5",
        GRID,
        "--recovery",
        "fatal,mplp",
        "--out",
        str(tmp_path / "out"),
        "--plugin",
        str(plugin),
    ]
    assert main(arguments) == 1
    printed = capsys.readouterr()
    assert "1 run is not finished (its process ended with code 3)" in printed.err
    runs = read(tmp_path / "out" / "runs.csv")
    assert [(r["model"], r["contestant"]) for r in runs] == [
        ("grid:rows=5,cols=5", "mplp"),
        (GRID, "fatal"),
        (GRID, "mplp"),
    ]


# -- statistics ----------------------------------------------------------------------------------


def summary(
    name: str, seed: int, recovered: float, status: str = "certified", kind: str = "recovery"
) -> dict:
    figures = {
        "recovered": recovered,
        "cpu_seconds": recovered / 100,
        "gap": 0.0 if status == "certified" else 1.0,
        "treewidth": 2,
    }
    return {
        "model": "m",
        "seed": seed,
        "contestant": name,
        "kind": kind,
        "status": status,
        **figures,
    }


@given(st.integers(1, 200))
def test_the_interval_of_a_median_is_as_sure_as_it_says(n):
    found = median([float(i) for i in range(n)])
    assert found.value == np.median(np.arange(n))
    assert found.low == n - 1 - found.high
    k = int(found.low) + 1  # the k-th smallest and the k-th largest
    assert found.confidence == pytest.approx(1 - 2 * binom.cdf(k - 1, n, 0.5))
    assert found.confidence >= 0.95 or k == 1
    assert 1 - 2 * binom.cdf(k, n, 0.5) < 0.95  # one step narrower would promise too much


def test_a_clear_winner_is_told_by_how_much():
    rows = [
        summary(name, seed, base + seed)
        for seed in range(12)
        for name, base in (("a", 50), ("b", 90), ("c", 95))
    ]
    said = verdict(rows, "recovered")
    assert said.startswith(
        "Recovered until certified: a beats b, median 55.5 against 95.5, 40 less in the "
        "median of the pairs"
    )
    assert "a was better on 12 of 12 models, b on 0" in said
    assert said.endswith("corrected for 3 pairs): more than noise.")
    short = verdict(rows, "recovered", short=True)
    assert (
        short == "Recovered until certified: a beats b, median 55.5 against 95.5 (more than noise)."
    )
    assert "times as fast" in verdict(rows, "cpu_seconds")
    assert "equal on all 12 models" in verdict(rows, "gap")


def test_few_models_or_mixed_results_may_be_noise():
    few = [
        summary(name, seed, base + seed)
        for seed in range(4)
        for name, base in (("a", 50), ("b", 90))
    ]
    assert "this may be noise, and 4 are too few to tell" in verdict(few, "recovered")
    mixed = [
        summary(name, seed, 50 + (seed % 2) * sign)
        for seed in range(20)
        for name, sign in (("a", 1), ("b", -1))
    ]
    mixed += [summary("a", 20 + i, 50) for i in range(9)] + [
        summary("b", 20 + i, 51) for i in range(9)
    ]
    assert duels(mixed, "recovered")[0].wins in (9, 10)
    assert "may be noise" in verdict(mixed, "recovered")


def test_who_gives_up_cannot_win_and_who_recovers_nothing_is_not_asked():
    rows = [summary("quitter", seed, 1, "bounded") for seed in range(8)] + [
        summary("worker", seed, 300) for seed in range(8)
    ]
    assert math.isinf(medians(rows, "recovered")["quitter"].value)
    assert verdict(rows, "recovered").startswith(
        "Recovered until certified: worker beats quitter, median 300 against not certified"
    )
    rows += [summary("mplp", seed, 3, kind="peer") for seed in range(8)]
    assert "mplp" not in medians(rows, "recovered")
    assert "mplp" in medians(rows, "cpu_seconds")
    assert verdict([r for r in rows if r["contestant"] == "quitter"] + rows[-8:], "gap").startswith(
        "Final gap: mplp beats quitter"
    )


@given(
    st.lists(st.integers(1, 10**6), min_size=1, max_size=30, unique=True),
    st.randoms(use_true_random=False),
)
def test_the_paired_test_is_wilcoxons(sizes, coin):
    differences = np.array([coin.choice((-1.0, 1.0)) * size for size in sizes])
    assert signed_rank(differences) == pytest.approx(wilcoxon(differences, method="exact").pvalue)


def test_tied_and_infinite_differences_have_their_exact_law():
    assert signed_rank(np.full(5, 2.0)) == 2 / 2**5
    assert signed_rank(np.array([1.0, 1.0, -1.0])) == 1.0
    assert signed_rank(np.array([np.inf] * 6)) == 2 / 2**6
    assert signed_rank(np.array([1.0, 2.0, 3.0, 4.0, -np.inf])) == pytest.approx(
        2 * 10 / 2**5
    )  # sums of ranks up to 5


def test_the_p_values_of_all_pairs_are_corrected_after_holm():
    rng = np.random.default_rng(0)
    rows = [
        summary(name, seed, float(rng.random() + shift))
        for name, shift in (("a", 0), ("b", 0.4), ("c", 2))
        for seed in range(9)
    ]
    plain = {}
    for pair in (("a", "b"), ("a", "c"), ("b", "c")):
        [duel] = duels([r for r in rows if r["contestant"] in pair], "recovered")
        plain[pair] = duel.p
    corrected = {
        (min(d.better, d.worse), max(d.better, d.worse)): d.p for d in duels(rows, "recovered")
    }
    low, middle, high = sorted(plain, key=lambda pair: plain[pair])
    assert corrected[low] == pytest.approx(3 * plain[low])
    assert corrected[middle] == pytest.approx(max(3 * plain[low], 2 * plain[middle]))
    assert corrected[high] == pytest.approx(max(corrected[middle], plain[high]))
