"""The command line answers before the compiled kernels are loaded, where it needs none of them."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rcr
from rcr.cli import COMMANDS, main
from tests.haste import slow_after_the_first

HEAVY = ("numba", "scipy", "streamlit", "plotly")
LOADED = f"""
import sys
from rcr.cli import main
try:
    main(sys.argv[1:])
finally:
    print([name for name in {HEAVY} if name in sys.modules])
"""


def loaded(*arguments: str) -> str:
    """The heavy libraries that a command has loaded, as it is asked for in a new process."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    "arguments",
    slow_after_the_first(
        ["--help", "--version", "info --help", "generate --help", "lessons --help", "app --help"]
    ),
)
def test_help_is_there_before_the_kernels(arguments: str) -> None:
    assert loaded(*arguments.split()) == "[]"


def test_converting_a_file_needs_no_kernel(tmp_path) -> None:
    file = tmp_path / "triangle.uai"
    rcr.save_model(rcr.generate("triangle"), file)
    assert loaded("convert", str(file), str(tmp_path / "triangle.json")) == "[]"


def test_info_says_what_the_file_holds_before_the_kernels_are_there(
    tmp_path, capsys, monkeypatch
) -> None:
    """Where the kernels do not load, the contents stand there all the same."""
    file = tmp_path / "triangle.uai"
    rcr.save_model(rcr.generate("triangle"), file)
    monkeypatch.setitem(sys.modules, "rcr.engines.junction_tree", None)
    with pytest.raises(ImportError):
        main(["info", str(file)])
    assert "3 variables" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_takes(name: str, capsys) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0
    assert "--plugin" in capsys.readouterr().out


def test_the_front_door_has_every_public_name_and_no_other() -> None:
    assert {name for name in rcr.__all__ if getattr(rcr, name) is not None} <= set(dir(rcr))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        rcr.nothing  # noqa: B018
