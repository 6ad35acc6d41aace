"""The example of the store's page runs as printed, and its numbers are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from rcr.classroom import limits, retention, tokens
from rcr.classroom.database import address

TEXT = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")


def test_the_example_runs(capsys):
    [example] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(example, "docs/store.md", "exec"), names)
    assert names["trouble"] is None
    assert names["again"].state.value == names["run"].state.value
    assert capsys.readouterr().out == "{'c3': 1} [('Anna', 0.4)]\n"


def test_the_numbers_are_the_codes():
    assert f"| {retention.RUN_DAYS} days after the last use |" in TEXT
    assert f"| {retention.CLASS_DAYS} days after the last use, unless" in TEXT
    assert f"{retention.PROGRESS_DAYS} days after the visitor" in TEXT
    assert f"{8 * tokens.SECRET_BYTES} bits" in TEXT
    assert limits.WRONG_CODES.burst / limits.WRONG_CODES.per_second == 3 * 60
    assert f"/{address.FOLDER}/{address.FILE}`" in TEXT
    assert f"`{address.VARIABLE}`" in TEXT
