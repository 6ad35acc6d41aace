"""Which compiled kernels in the cache are stale: numba looks at a kernel's own file only, not at
what it calls.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
MARKS = (b"rcr.compiled", b"rcr.compensation.rule")  # what a file with kernels imports
SEAL = "kernels.json"  # beside the cached kernels: the digest of each file and of all that it calls
READY = "ready.txt"  # in the cache: the fingerprint of the kernels when all were compiled last


def fingerprint(package: Path = PACKAGE) -> str:
    """Changes whenever numba would not take a kernel from its cache, or should not."""
    found = digests(package)
    # numba looks at the time of a file, too, and at the machine
    times = [(package.parent / name).stat().st_mtime_ns for name in found]
    machine = [sys.version, version("numba"), version("llvmlite"), _processor()]
    return hashlib.sha256(json.dumps([found, times, machine]).encode()).hexdigest()


def _processor() -> str:
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"


def all_compiled(now: str, package: Path = PACKAGE) -> bool:
    """Whether every kernel of this fingerprint has been compiled into the cache."""
    ready = cache_folder(package) / READY
    return ready.is_file() and ready.read_text(encoding="utf-8") == now


def note_all_compiled(now: str, package: Path = PACKAGE) -> None:
    """Write it down; where that is not allowed, the next start finds the same out by itself."""
    with suppress(OSError):
        cache_folder(package).mkdir(parents=True, exist_ok=True)
        (cache_folder(package) / READY).write_text(now, encoding="utf-8")


def cache_folder(package: Path = PACKAGE) -> Path:
    """Where the kernels are, unless nobody may write there."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else package / "__pycache__"


def forget_stale_kernels(package: Path = PACKAGE) -> None:
    """Drop the cached kernels of every file that has changed, or that calls one that has."""
    seal = package / "__pycache__" / SEAL
    known = json.loads(seal.read_text(encoding="utf-8")) if seal.is_file() else {}
    fresh = digests(package)
    for name, digest in fresh.items():
        if known.get(name) != digest:
            source = package.parent / name
            for cached in (source.parent / "__pycache__").glob(f"{source.stem}.*.nb[ci]"):
                cached.unlink()
    seal.parent.mkdir(exist_ok=True)
    seal.write_text(json.dumps(fresh, indent=1), encoding="utf-8")


def digests(package: Path) -> dict[str, str]:
    """A fingerprint of each file with kernels, together with the kernels' files that it imports."""
    code = {
        path.relative_to(package.parent): path.read_bytes()
        for path in sorted(package.rglob("*.py"))
    }
    kernels = {path: text for path, text in code.items() if any(mark in text for mark in MARKS)}
    calls = {path: set(_imported(path, text, kernels)) for path, text in kernels.items()}
    found = {}
    for path in kernels:
        reached, waiting = {path}, [path]
        while waiting:
            more = calls[waiting.pop()] - reached
            reached |= more
            waiting += more
        parts = b"\0".join(kernels[other] for other in sorted(reached))
        decorators = code.get(Path(package.name, "compiled", "__init__.py"), b"")
        found[path.as_posix()] = hashlib.sha256(decorators + parts).hexdigest()
    return found


def _imported(path: Path, text: bytes, kernels: dict[Path, bytes]) -> Iterator[Path]:
    """The files with kernels that a file imports; a package stands for all files in it."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        where = Path(*node.module.split("."))
        names = [where, *(where / alias.name for alias in node.names)]
        for other in kernels:
            inside = where in other.parents and len(node.module.split(".")) > 2
            if other != path and (other.with_suffix("") in names or inside):
                yield other
