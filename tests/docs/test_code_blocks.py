"""Every Python and shell block of the documentation runs: here, or in the test of its page."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rcr.cli import main
from tests.haste import slow_after_the_first

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(python|sh)\b[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
RUN_HERE = ("how-it-works.md", "tutorial.md")
STARTS_A_SERVER = "class.md"  # the browser tests open a class
RUN_BY_THEIR_OWN = {"cluster.md", "store.md", "studies.md"}  # test_cluster.py and so on


def blocks(path: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", slow_after_the_first(RUN_HERE))
def test_a_page_s_blocks_run_in_their_order(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for kind, text in blocks(DOCS / name):
        if kind == "python":
            exec(compile(text, name, "exec"), {})
            continue
        for line in text.strip().splitlines():
            program, *arguments = shlex.split(line)
            assert program == "rcr"
            assert main(arguments) == 0, line
    if name == "tutorial.md":
        said = capsys.readouterr().out
        assert "certified because" in said
        assert "{'Ada': 'yes', 'Ben': 'yes', 'Cleo': 'no'}" in said


def test_no_page_is_forgotten():
    with_code = {path.name for path in DOCS.glob("*.md") if blocks(path)}
    assert with_code == {*RUN_HERE, *RUN_BY_THEIR_OWN, STARTS_A_SERVER}
