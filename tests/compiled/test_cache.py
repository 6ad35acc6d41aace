"""A changed file takes the cached kernels of its callers along, and nobody else's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rcr.compiled import cache

HEAD = "from rcr.compiled import kernel\n"
FILES = {
    "rcr/compiled/__init__.py": "def kernel(f): return f\n",
    "rcr/low.py": HEAD,
    "rcr/room/middle.py": HEAD + "from rcr.low import a\n",
    "rcr/top.py": HEAD + "from rcr.room.middle import b\n",
    "rcr/aside.py": HEAD,
    "rcr/plain.py": "from rcr.low import a\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        (path.parent / "__pycache__").mkdir(exist_ok=True)
        (path.parent / "__pycache__" / f"{path.stem}.f-1.py311.nbi").touch()
    cache.forget_stale_kernels(tmp_path / "rcr")
    for name in FILES:
        path = tmp_path / name
        (path.parent / "__pycache__" / f"{path.stem}.f-1.py311.nbi").touch()
    return tmp_path / "rcr"


def left(package: Path) -> set[str]:
    return {path.name.split(".")[0] for path in package.rglob("*.nbi")}


EVERYBODY = {"__init__", "low", "middle", "top", "aside", "plain"}


@pytest.mark.parametrize(
    ("changed", "gone"),
    [
        ("low.py", {"low", "middle", "top"}),
        ("room/middle.py", {"middle", "top"}),
        ("top.py", {"top"}),
        ("aside.py", {"aside"}),
        ("plain.py", set()),
        ("compiled/__init__.py", {"low", "middle", "top", "aside"}),
    ],
)
def test_what_a_change_makes_stale(package, changed, gone):
    path = package / changed
    path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    cache.forget_stale_kernels(package)
    assert left(package) == EVERYBODY - gone


def test_nothing_changed_nothing_dropped(package):
    cache.forget_stale_kernels(package)
    assert left(package) == EVERYBODY


def test_the_real_kernels_are_found_with_what_they_call():
    found = cache.digests(cache.PACKAGE)
    assert "rcr/engines/junction_tree/messages.py" in found
    assert "rcr/compensation/subgradient.py" in found, "a rule is compiled as well"
    assert "rcr/model.py" not in found


def test_what_was_compiled_holds_until_a_file_changes(package):
    before = cache.fingerprint(package)
    assert not cache.all_compiled(before, package)
    cache.note_all_compiled(before, package)
    assert cache.all_compiled(cache.fingerprint(package), package)
    low = package / "low.py"
    low.write_text(HEAD + "# changed\n", encoding="utf-8")
    assert not cache.all_compiled(cache.fingerprint(package), package)


def test_a_file_with_another_time_is_compiled_again_by_numba(package):
    cache.note_all_compiled(cache.fingerprint(package), package)
    os.utime(package / "low.py", (1, 1))
    assert not cache.all_compiled(cache.fingerprint(package), package)


def test_another_cache_is_another_matter(package, tmp_path, monkeypatch):
    now = cache.fingerprint(package)
    cache.note_all_compiled(now, package)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "elsewhere"))
    assert not cache.all_compiled(now, package)
    cache.note_all_compiled(now, package)
    assert cache.all_compiled(now, package)
