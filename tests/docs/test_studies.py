"""The page on studies works as printed, and its second command plays nothing."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rcr.cli import main
from tests.compare.test_comparison import read

PAGE = Path(__file__).parents[2] / "docs" / "studies.md"


@pytest.mark.slow
def test_the_study_works_as_printed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    [(title, study)] = re.findall(r'```toml title="([^"]+)"\n(.*?)```', text, re.DOTALL)
    Path(title).write_text(study, encoding="utf-8")
    [commands] = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    times, told = [], []
    for line in commands.strip().splitlines():
        program, *arguments = shlex.split(line)
        assert program == "rcr"
        assert main(arguments) == 0
        told.append("18 of 18 runs had been played already" in capsys.readouterr().out)
        times.append({p.name: p.stat().st_mtime_ns for p in Path("results").glob("games/*.json")})
    assert len(times[1]) == 3 * 3 * 2
    assert times[1] == times[2]
    assert told == [False, False, True]
    assert len(read(Path("results/runs.csv"))) == 18
    for name in re.findall(r"^- `([\w.]+)`", text, re.MULTILINE):
        assert (Path("results") / name).exists(), name
