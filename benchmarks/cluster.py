"""What a cluster costs: 2,000 games by two workers beside ``--jobs 2``, the same with a client and
a worker killed on the way, and 10,000 tiny games.

``python benchmarks/cluster.py [GAMES [TINY_GAMES]]``. The games are tiny grids by two heuristics,
so that what is measured is the way there and back, after the first tenth of the games, when every
process is ready. All folders must hold the same rows, times aside. Memory is what the scheduler
and this process hold after a tenth of the tiny games and after all of them.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the cluster is started as the tests start it

from rcr.compare.comparison import compare, in_processes, on_cluster
from rcr.compare.parsing import contestant, subjects
from rcr.compare.request import Request
from rcr.results.cluster import Cluster
from rcr.results.game import Executor, Row, ignore
from tests.results.games import Double
from tests.results.lab import Lab, lab

CLOCKS = {"cpu_seconds"}
RECOVERIES, MODELS = ("paper", "mplp"), "grid:rows=3,cols=3"


def resident_mib(pid: int | str) -> float:
    """What a process holds in memory now."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


def played(request: Request, executor: Executor) -> tuple[float, float, float, list[Row]]:
    """Of a game: seconds until the next one ends, seconds of play, CPU seconds of this process; and
    the rows of all.
    """
    ends: list[tuple[float, float]] = []

    def note(number: int, row: Row) -> None:
        if "summary" in row:
            ends.append((time.perf_counter(), time.process_time()))

    with tempfile.TemporaryDirectory() as folder:
        results = compare(request, folder, executor, None, note)
    assert not results.unfinished
    playing = sum(summary["cpu_seconds"] for summary in results.summaries) / len(ends)
    rows = without_clocks([*results.summaries, *results.rows])
    first = len(ends) // 10
    wall, cpu = ((ends[-1][i] - ends[first][i]) / (len(ends) - first) for i in range(2))
    return wall, playing, cpu, rows


def without_clocks(rows: list[Row]) -> list[Row]:
    return [{key: row[key] for key in row if key not in CLOCKS} for row in rows]


def against_processes(laboratory: Lab, count: int) -> list[Row]:
    """Both ways beside each other; the rows of ``--jobs 2``."""
    request = Request(
        tuple(contestant(name) for name in RECOVERIES), tuple(subjects(MODELS, count // 2))
    )
    found = {
        name: played(request, executor)
        for name, executor in (
            ("--jobs 2", in_processes(request, 2)),
            ("--cluster", on_cluster(request, laboratory.address)),
        )
    }
    same = found["--jobs 2"][-1] == found["--cluster"][-1]
    print(f"{count} games: {'the same rows' if same else 'OTHER ROWS'}")
    for name, (wall, playing, cpu, _) in found.items():
        beside = wall - playing / 2
        print(
            f"  {name}: {wall * 1e3:.1f} ms a game, {beside * 1e3:.1f} ms of it beside play, "
            f"{cpu * 1e3:.1f} ms CPU of this process"
        )
    return found["--jobs 2"][-1]


def killed(laboratory: Lab, count: int, expected: list[Row]) -> None:
    """Kill the client after a quarter of the games and a worker after half of them."""
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games"
        command = [sys.executable, "-m", "rcr.cli", "compare", MODELS, "--out", folder]
        command += ["--recovery", ",".join(RECOVERIES), "--seeds", str(count // 2)]
        command += ["--cluster", laboratory.address]

        def play_until(enough: int) -> subprocess.Popen[bytes]:
            client = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            while client.poll() is None and len(list(games.glob("[0-9]*.json"))) < enough:
                time.sleep(0.05)
            return client

        client = play_until(count // 4)
        client.kill()
        client.wait()
        kept = {path: path.stat().st_mtime_ns for path in games.glob("[0-9]*.json")}
        client = play_until(count // 2)
        os.killpg(laboratory.workers[0].pid, signal.SIGKILL)
        laboratory.hire()
        ended = client.wait()
        assert all(path.stat().st_mtime_ns == when for path, when in kept.items())
        found = [json.loads(path.read_text()) for path in sorted(games.glob("[0-9]*.json"))]
    rows = [game["summary"] for game in found] + [row for game in found for row in game["rows"]]
    same = ended == 0 and without_clocks(rows) == expected
    print(
        f"client killed after {len(kept)} games, a worker after half of them: {len(found)} games, "
        f"{'the same rows' if same else 'OTHER ROWS'}, none played twice"
    )


def tiny(laboratory: Lab, count: int) -> None:
    games = {str(n): Double(n) for n in range(count)}
    began, cpu = time.perf_counter(), time.process_time()
    playing = Cluster(laboratory.address).play(games, ignore, None)
    for done, outcome in enumerate(playing, start=1):
        assert outcome.result == 2 * int(outcome.key)
        if done in (count // 10, count):
            scheduler, client = resident_mib(laboratory.scheduler.pid), resident_mib("self")
            print(f"  after {done}: scheduler {scheduler:.0f} MiB, client {client:.0f} MiB")
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(
        f"{count} tiny games: {seconds:.1f} s, {seconds / count * 1e3:.2f} ms a game, "
        f"{cpu / count * 1e3:.2f} ms CPU of this process"
    )


if __name__ == "__main__":
    counts = [int(word) for word in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder, lab(Path(folder)) as laboratory:
        games = counts[0] if counts else 2000
        killed(laboratory, games, against_processes(laboratory, games))
        tiny(laboratory, counts[1] if len(counts) > 1 else 10_000)
