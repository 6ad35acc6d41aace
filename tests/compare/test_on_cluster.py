"""A comparison on a cluster: the same rows and limits as here, whoever is killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rcr import bundle
from rcr.cli import main
from tests.compare.test_comparison import PLUGIN, read
from tests.results.lab import lab

CLOCKS = ("cpu_seconds",)


def rows_without_clocks(folder: Path, table: str) -> list[dict[str, str]]:
    return [
        {key: value for key, value in row.items() if key not in CLOCKS}
        for row in read(folder / f"{table}.csv")
    ]


@pytest.mark.slow
def test_killed_worker_and_killed_client_lose_nothing_and_double_nothing(tmp_path):
    plugin, model = tmp_path / "last.py", tmp_path / "grid.uai"
    plugin.write_text(PLUGIN)
    assert main(["generate", "grid", "--rows", "5", "--cols", "5", "-o", str(model)]) == 0
    command = ["compare", str(model), "grid:rows=5,cols=5", "--recovery", "last-first,mplp"]
    command += ["--seeds", "6", "--plugin", str(plugin), "--out"]
    far, here = tmp_path / "far", tmp_path / "here"
    with lab(tmp_path, workers=2) as laboratory:
        arguments = [*command, str(far), "--cluster", str(laboratory.file)]
        client = subprocess.Popen(
            [sys.executable, "-m", "rcr.cli", *arguments],
            env=os.environ | {"PYTHONPATH": str(bundle.root())},
            stdout=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 300
        while len(list((far / "games").glob("[0-9]*.json"))) < 2:
            assert client.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.005)
        client.send_signal(signal.SIGKILL)
        client.wait()
        kept = {path: path.stat().st_mtime_ns for path in (far / "games").glob("[0-9]*.json")}
        os.killpg(laboratory.workers[0].pid, signal.SIGKILL)
        assert main(arguments) == 0
        limited = ["compare", "grid:rows=3,cols=3", "--recovery", "paper,paper:max_bytes=300"]
        limited += ["--time-limit", "1e-6", "--out", str(tmp_path / "limited")]
        assert main([*limited, "--cluster", str(laboratory.file)]) == 0
    late, large = (row["reason"] for row in read(tmp_path / "limited" / "runs.csv"))
    assert "stopped by the time limit" in late
    assert "over the limit of 300 B" in large
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert main([*command, str(here), "--jobs", "2"]) == 0
    assert (far / "request.json").read_text() == (here / "request.json").read_text()
    for table in ("runs", "rounds"):
        assert rows_without_clocks(far, table) == rows_without_clocks(here, table)
    assert len(rows_without_clocks(here, "runs")) == 24
