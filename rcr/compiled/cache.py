"""Which compiled kernels in the cache are stale: numba looks at a kernel's own file only, not at
what it calls.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
MARKS = (b"rcr.compiled", b"rcr.compensation.rule")  # what a file with kernels imports
SEAL = "kernels.json"  # beside the cached kernels: the digest of each file and of all that it calls


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
