"""A server's memory: Arrow's tables come from the system's allocator, and the garbage collector
goes through everything rarely, however often it is asked.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from rcr import bundle
from rcr.ui.app.start import give_back, rationed


def test_everything_is_collected_at_most_so_often():
    asked: list[int] = []
    now = [100.0]
    collect = rationed(
        lambda generation: asked.append(generation) or 7,
        lambda: asked.append(-1),  # after everything, and only then
        10.0,
        lambda: now[0],
    )
    for seconds in (101.0, 109.9, 110.0, 111.0, 119.9, 120.1):
        now[0] = seconds
        assert collect(2) == 7
    assert asked == [0, 0, 2, -1, 0, 0, 2, -1]
    asked.clear()
    now[0] = 131.0
    collect(1)
    collect()
    collect()
    assert asked == [1, 2, -1, 0]


def test_giving_back_is_harmless_wherever_it_is():
    kept = [bytes(1000) for _ in range(1000)]
    give_back()()
    assert len(kept) == 1000


@pytest.mark.slow
def test_the_tables_of_a_server_are_allocated_by_the_system():
    lines = "import rcr.ui.app.messages, pyarrow; print(pyarrow.default_memory_pool().backend_name)"
    done = subprocess.run(
        [sys.executable, "-c", lines], cwd=bundle.root(), capture_output=True, text=True
    )
    assert done.stdout == "system\n", done.stderr
