"""Comparisons that outlive a page: each in a folder of its own, where it goes on after a stop.

The folder of a comparison is named by a digest of its request, so the same request finds what was
played of it before.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rcr.compare.comparison import MANIFEST, PIECES
from rcr.compare.request import Request, read_request
from rcr.formats.source import told_in_a_sentence
from rcr.model import ModelError
from rcr.results.folder import ResultFolder, read_json, write_whole

MENUS = "menus.json"
KEPT_DAYS = 30  # after the last use
DAY_SECONDS = 86_400.0
Games = dict[int, dict[str, Any]]  # what was played, by the number of the game in its request


@dataclass(frozen=True)
class KeptComparisons:
    """The comparisons of one person in a folder."""

    root: Path

    @classmethod
    def of(cls, base: Path, secret: str) -> KeptComparisons:
        """Whoever knows the secret finds the folder; its name does not give the secret away."""
        return cls(base / hashlib.sha256(secret.encode()).hexdigest()[:32])

    def folder(self, request: Request) -> Path:
        """Where a comparison is kept."""
        text = json.dumps(request.manifest(), sort_keys=True)
        return self.root / hashlib.sha256(text.encode()).hexdigest()[:32]

    def open(self, request: Request, menus: Mapping[str, Any] | None = None) -> Games:
        """What is there of a comparison, which is the latest one from now on; how it was chosen is
        kept beside it.
        """
        path = self.folder(request)
        with told_in_a_sentence(path / MANIFEST, "written"):
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = ResultFolder(path, MANIFEST, PIECES).open(request.manifest(), "comparison")
        (path / MANIFEST).touch()
        if menus is not None:
            write_whole(path / MENUS, json.dumps(dict(menus)))
        return {int(key): game for key, game in held.items()}

    def menus(self, request: Request) -> dict[str, Any]:
        """How a comparison was chosen, where that is known."""
        path = self.folder(request) / MENUS
        found = read_json(path) if path.exists() else None
        return found if isinstance(found, dict) else {}

    def requests(self) -> Iterator[tuple[float, Request]]:
        """Those that can still be read, and when each was opened, the latest first."""
        opened = [(path.stat().st_mtime, path) for path in self.root.glob(f"*/{MANIFEST}")]
        for at, path in sorted(opened, reverse=True):
            try:
                request = read_request(read_json(path), str(path))
                if self.folder(request) == path.parent:  # else a plug-in has changed
                    yield at, request
            except ModelError:
                continue  # of another version, or damaged: an older one may be sound

    def latest(self) -> tuple[Request, Games] | None:
        """The one that was opened last and can still be opened."""
        for _, request in self.requests():
            try:
                return request, self.open(request)
            except ModelError:
                continue
        return None


def expire(base: Path, now: float | None = None) -> int:
    """Delete the comparisons that nobody has opened for their time; how many there were."""
    before = (time.time() if now is None else now) - KEPT_DAYS * DAY_SECONDS
    old = [path for path in base.glob(f"*/*/{MANIFEST}") if path.stat().st_mtime < before]
    for path in old:
        shutil.rmtree(path.parent, ignore_errors=True)
    return len(old)
