"""CONTRIBUTING's way from an empty file to a curve works as printed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rcr import generate, registry, save_model
from rcr.cli import main

TEXT = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.fixture
def own_registry(monkeypatch):
    """What the example registers is gone afterwards."""
    registry.plugins("recovery")
    monkeypatch.setitem(registry._plugins, "recovery", dict(registry._plugins["recovery"]))


def test_from_an_empty_file_to_a_curve(tmp_path, monkeypatch, capsys, own_registry):
    heuristic, curve = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    [commands] = [
        block for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) if "--plugin" in block
    ]
    assert len(heuristic.splitlines()) < 40
    monkeypatch.chdir(tmp_path)
    Path("restless.py").write_text(heuristic, encoding="utf-8")
    save_model(generate("grid", rows=3, cols=3), "model.uai")
    few = commands.replace("--seeds 20", "--seeds 2").replace("rows=8,cols=8", "rows=4,cols=4")
    for line in few.strip().splitlines():
        program, *arguments = shlex.split(line)
        assert program == "rcr"
        assert main(arguments) == 0, line
    printed = capsys.readouterr().out
    assert "certified" in printed
    assert "restless:weight=5" in printed
    names: dict[str, object] = {}
    exec(compile(curve, "CONTRIBUTING.md", "exec"), names)
    assert {trace.legendgroup for trace in names["figure"].data} == {
        "restless",
        "restless:weight=5",
        "paper",
    }
    assert Path("restless.html").stat().st_size > 1000
