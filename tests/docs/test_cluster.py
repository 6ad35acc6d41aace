"""The page on clusters works as printed: its scheduler, its workers and its comparison."""

from __future__ import annotations

import ast
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rcr.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")


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
                    assert main(arguments) == 0
                else:
                    command = [sys.executable, "-m", program, *arguments]
                    started.append(subprocess.Popen(command, start_new_session=True))
    finally:
        for process in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert len(list(Path("results/games").glob("*.json"))) == 12


def test_the_script_for_slurm_is_python():
    [script] = re.findall(r'```python title="[^"]+"\n(.*?)```', PAGE, re.DOTALL)
    assert "SLURMCluster" in {
        node.id for node in ast.walk(ast.parse(script)) if isinstance(node, ast.Name)
    }
