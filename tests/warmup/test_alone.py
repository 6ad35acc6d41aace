"""One process at a time is at a stage; others are at other stages meanwhile."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

from rcr.warmup.alone import alone


def test_nobody_else_is_at_the_same_stage(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    inside: list[int] = []
    found: list[list[int]] = []

    def work(worker: int) -> None:
        for _ in range(3):
            with alone("a stage"):
                inside.append(worker)
                time.sleep(0.01)
                found.append(inside.copy())
                inside.remove(worker)

    with ThreadPoolExecutor(3) as workers:
        list(workers.map(work, range(3)))
    assert len(found) == 9
    assert all(len(workers) == 1 for workers in found)


def test_other_stages_go_on(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with alone("a stage"), alone("another stage"):
        assert len(list(tmp_path.glob("*.lock"))) == 2


def test_a_cache_that_cannot_be_written_to_keeps_nobody(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "cache"))
    with alone("a stage"), alone("a stage"):
        assert not list(tmp_path.glob("*.lock"))
