"""The README's example runs as printed and ends with a certificate."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rcr.cli import main

README = Path(__file__).parents[2] / "README.md"


def test_the_python_example_runs(capsys):
    [example] = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(example, str(README), "exec"), names)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 3
    assert "because" in printed[1]
    assert names["run"].status == "certified"


def test_every_command_shown_exists():
    text = README.read_text(encoding="utf-8")
    for command in set(re.findall(r"^rcr (\w+)", text, re.MULTILINE)):
        with pytest.raises(SystemExit) as stop:
            main([command, "--help"])
        assert stop.value.code == 0, command
