"""The version stands in one place, and the changelog has a chapter for it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rcr
from rcr.cli import main

ROOT = Path(__file__).parents[2]


def test_the_package_has_the_library_s_version():
    ask = [sys.executable, "-m", "hatchling", "version"]
    said = subprocess.run(ask, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert said.strip() == rcr.__version__


def test_the_command_tells_it(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"rcr {rcr.__version__}\n"


def test_the_changelog_has_it():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert rcr.__version__ in re.findall(r"^## (\d\S*)", text, re.MULTILINE)


def test_nothing_else_states_it():
    for name in ("pyproject.toml", "CITATION.cff", "README.md"):
        assert rcr.__version__ not in (ROOT / name).read_text(encoding="utf-8"), name
