"""The page on clusters works as printed: its scheduler, its workers and its comparison, and its
script for SLURM, with a queue that starts every job at once in the place of SLURM's own.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from rcr.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")

# What a login node has of SLURM: it is handed a script, and ends the job of a number.
QUEUE = {
    "sbatch": 'cp "$1" job-$$\nsh job-$$ > log-$$ 2>&1 &\necho "Submitted batch job $!"',
    "scancel": 'kill "$@"',
}


@pytest.mark.slow
def test_the_commands_work_as_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    started = []
    try:
        for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL):
            for line in block.strip().splitlines():
                program, *arguments = shlex.split(line)
                if program == "rcr":
                    while not Path("scheduler.json").exists():
                        assert started[0].poll() is None
                        time.sleep(0.05)
                    assert main(arguments) == 0
                else:
                    command = [sys.executable, "-m", program, *arguments]
                    started.append(subprocess.Popen(command, start_new_session=True))
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert len(list(Path("results/games").glob("*.json"))) == 12


@pytest.mark.slow
def test_the_script_for_slurm_asks_the_queue_for_workers_that_play(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in QUEUE.items():
        Path(name).write_text(f"#!/bin/sh\n{text}\n")
        Path(name).chmod(0o755)
    [script] = re.findall(r'```python title="[^"]+"\n(.*?)```', PAGE, re.DOTALL)
    small = script.replace("cores=8", "cores=1").replace("processes=8", "processes=1")
    cluster = subprocess.Popen(
        [sys.executable, "-u", "-c", small],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        address = cluster.stdout.readline().split()[-1]
        one_game = ["compare", "grid:rows=3,cols=3", "--recovery", "paper"]
        assert main([*one_game, "--out", "results", "--cluster", address]) == 0
        assert list(Path().glob("job-*"))  # it was SLURM that was asked
        cluster.communicate("\n", timeout=60)
        assert cluster.returncode == 0
    finally:
        with suppress(ProcessLookupError):
            os.killpg(cluster.pid, signal.SIGKILL)
        cluster.wait()
