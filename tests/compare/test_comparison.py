"""A comparison: nothing finished is lost, whatever is killed, and the tables hold all of it."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from rcr import bundle
from rcr.cli import main
from rcr.compare.comparison import compare, in_processes
from rcr.compare.game import ROUND_COLUMNS
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request
from rcr.results.in_this_process import Threads

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
    assert tuple(rounds[0]) == ROUND_COLUMNS
    for row in (*runs, *rounds):
        is_peer = row["contestant"] == "mplp"
        assert (row["recovered"] == row["loops_closed"] == "") == is_peer
        assert row["clusters"].isdigit()
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
    results = compare(request, None, in_processes(request, 2), stop, watch)
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


@pytest.mark.slow
def test_threads_and_processes_play_the_same_games():
    request = Request((contestant("paper"), contestant("mplp")), tuple(subjects(GRID, 2)))
    clocks = {"cpu_seconds"}
    tables = [
        [{key: row[key] for key in row if key not in clocks} for row in found]
        for executor in (Threads(2), in_processes(request, 2))
        for results in [compare(request, executor=executor)]
        for found in (results.rows, results.summaries)
    ]
    assert tables[:2] == tables[2:]
