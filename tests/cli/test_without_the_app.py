"""Where only the solver's own libraries are installed, every command but ``rcr app`` works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rcr.cli import COMMANDS
from rcr.text.words import joined

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def names(requirements: list[str]) -> list[str]:
    """``numpy>=2.0`` is numpy."""
    return [re.match(r"[\w-]+", line)[0] for line in requirements]


OF_THE_SOLVER = [*names(PROJECT["dependencies"]), "llvmlite"]
OF_THE_APP = sorted(names(PROJECT["optional-dependencies"]["app"]))
COMMAND_LINES = (
    "generate grid --rows 3 --cols 3 -o grid.uai",
    "convert grid.uai grid.json",
    "solve grid.json --json --save grid.rcr.json",
    "replay grid.rcr.json",
    "info grid.uai",
    "list",
    "lessons list",
    "exercise update",
    "compare grid.uai --recovery auto,paper,mplp --out results",
    "study study.toml --out study",
    "paper grids --instances 1 --out paper",
)
EVERY_COMMAND = """
import sys
from rcr.cli import main
for line in sys.argv[1:]:
    if main(line.split()) != 0:
        sys.exit(f"rcr {line}")
"""
STUDY = """
models = [{ file = "grid.uai" }]
contestants = [{ heuristic = "auto" }]
"""
HIDE_THE_OTHERS = f"""
import sys
from importlib.machinery import PathFinder

class SolverOnly(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        spec = PathFinder.find_spec(name, path, target)
        places = [spec.origin or "", *(spec.submodule_search_locations or [])] if spec else []
        where = " ".join(places)
        hidden = "site-packages" in where and name.partition(".")[0] not in {OF_THE_SOLVER!r}
        return None if hidden else spec

sys.meta_path = [SolverOnly if finder is PathFinder else finder for finder in sys.meta_path]
"""


@pytest.fixture
def python(tmp_path):
    """Runs Python, and every process it starts, with nothing but the solver's libraries."""
    (tmp_path / "sitecustomize.py").write_text(HIDE_THE_OTHERS)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )

    return run


@pytest.mark.parametrize("name", [*OF_THE_APP, "pandas", "pyarrow"])
def test_the_libraries_of_the_app_are_hidden(python, name):
    assert f"No module named '{name}'" in python("-c", f"import {name}").stderr


@pytest.mark.slow
def test_every_other_command_works(python, tmp_path):
    """One process for all: what takes the time is to start one."""
    (tmp_path / "study.toml").write_text(STUDY)
    done = python("-c", EVERY_COMMAND, *COMMAND_LINES)
    assert done.returncode == 0, done.stderr


def test_no_command_is_forgotten():
    assert {line.split()[0] for line in COMMAND_LINES} == set(COMMANDS) - {"app"}


def test_the_app_says_what_to_install(python):
    done = python("-m", "rcr.cli", "app", "--headless")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"rcr: the app needs {joined(OF_THE_APP, 'and')},")
    assert "pip install 'rcr-explorer[app]'" in done.stderr


SHOWING = """
from rcr import Run, generate
run = Run(generate("grid", rows=3, cols=3))
html = run._repr_html_()
assert "lower bound" in html and "This picture needs pyvis" in html, html
for ask in (run.plot, run.graph):
    try:
        ask()
    except ValueError as error:
        print(error)
"""


@pytest.mark.slow
def test_a_run_shows_its_bounds_and_says_what_a_picture_needs(python):
    done = python("-c", SHOWING)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        f"this picture needs {library}, not installed here; install it with pip install "
        "'rcr-explorer[app]', or pip install '.[app]' in a checkout"
        for library in ("plotly", "pyvis")
    ]
