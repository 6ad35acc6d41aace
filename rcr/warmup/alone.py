"""No two processes compile the same stage at once: the second finds the kernels in the cache."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from rcr.compiled.cache import cache_folder

PATIENCE_SECONDS = 600.0  # longer than any stage takes; then it is compiled here as well


@contextmanager
def alone(stage: str) -> Iterator[None]:
    """Keep other processes from this stage, whoever started them, and wait where one is at it.

    A lock of SQLite does that on every system, and goes with the process that holds it. Where the
    cache cannot be written to, nobody is kept from anything.
    """
    name = hashlib.sha256(stage.encode()).hexdigest()[:16]
    with suppress(OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
    try:
        file = sqlite3.connect(cache_folder() / f"{name}.lock", timeout=PATIENCE_SECONDS)
    except sqlite3.OperationalError:
        yield
        return
    with closing(file):
        with suppress(sqlite3.OperationalError):
            file.execute("BEGIN EXCLUSIVE")
        yield
