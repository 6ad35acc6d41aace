"""Every recipe works as printed: its files are written, its commands and examples run in order.

A block with a title is a file, a Python block without one is an example; what a text block shows is
printed by the commands before it.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from rcr import bundle
from rcr.cli import main
from rcr.course.lesson_folders import APP_LESSONS
from rcr.ui.app.navigation import entries

RECIPES = sorted((Path(__file__).parents[2] / "docs" / "recipes").glob("*.md"))
SLOW = {"engine", "generator", "heuristic"}  # they compare, and on many models
CASES = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in SLOW))
    for path in RECIPES
]
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
LESS = {"--seeds 20": "--seeds 2", "rows=8,cols=8": "rows=4,cols=4"}  # the same work, but little


def write_file(path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a file of the recipe; a page goes into a copy of the app, and is opened there."""
    if path.parts[0] != "pages":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    for part in ("app.py", "pages", "sample_models", ".streamlit"):
        copy = shutil.copytree if (bundle.root() / part).is_dir() else shutil.copy
        copy(bundle.root() / part, part)
    monkeypatch.setattr(bundle, "root", Path.cwd)
    path.write_text(text, encoding="utf-8")
    title = text.partition(":")[0].strip('"')
    assert title in [entry.title for entry in entries()]
    app = AppTest.from_file(str(Path("app.py").absolute()), default_timeout=120).run()
    page = app.switch_page(path.as_posix()).run()
    assert not page.exception
    assert page.header[0].value in text


def run_commands(text: str) -> None:
    """Every line of a shell block, which is a command of ``rcr``."""
    for full, little in LESS.items():
        text = text.replace(full, little)
    for line in text.strip().splitlines():
        program, *arguments = shlex.split(line)
        assert program == "rcr", line
        assert main(arguments) == 0, line


@pytest.mark.parametrize("recipe", CASES)
def test_a_recipe_works_as_printed(recipe, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(APP_LESSONS, "")  # gone afterwards, whatever the recipe names
    printed = io.StringIO()
    blocks = BLOCK.findall(recipe.read_text(encoding="utf-8"))
    assert any(title for _, title, _ in blocks), "a recipe begins with a file"
    with contextlib.redirect_stdout(printed):
        for kind, title, text in blocks:
            match kind, bool(title):
                case "python" | "markdown", True:
                    assert len(text.splitlines()) < 45, f"{title} should be shorter"
                    write_file(Path(title), text, monkeypatch)
                case "python", False:
                    exec(compile(text, str(recipe), "exec"), {})
                case "sh", _:
                    run_commands(text)
                case "text", _:
                    for line in text.splitlines():
                        assert line in printed.getvalue(), line
                case _:
                    pytest.fail(f"nobody knows how to check a block of {kind}")
