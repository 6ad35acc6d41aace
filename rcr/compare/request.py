"""What is to be compared: contestants × models × seeds, and nothing of how it is played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rcr.compare.contestant import SAVED_RUN, Contestant
from rcr.compare.game import Game
from rcr.compare.subject import Subject
from rcr.model import ModelError


@dataclass(frozen=True)
class Request:
    """What is to be compared; the same request in the same folder goes on where it was stopped."""

    contestants: tuple[Contestant, ...]
    subjects: tuple[Subject, ...]
    time_limit: float | None = None
    plugins: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        given: dict[str, list[Any]] = {
            "contestant": [c.name for c in self.contestants],
            "model": [(s.name, s.seed) for s in self.subjects],
        }
        for what, names in given.items():
            if not names:
                raise ModelError(f"there is no {what} to compare; give at least one")
            if len(set(names)) < len(names):
                raise ModelError(
                    f"a {what} is given twice: {next(n for n in names if names.count(n) > 1)}"
                )

    def games(self) -> Iterator[Game]:
        """Who meets which model, model by model. A saved run meets its own model, once."""
        own = {c.name: self._own_subject(c) for c in self.contestants if c.kind == SAVED_RUN}
        for subject in self.subjects:
            for one in self.contestants:
                if own.get(one.name, subject) is subject:
                    yield Game(subject, one, self.time_limit)

    def _own_subject(self, contestant: Contestant) -> Subject:
        digest = contestant.saved_run().model.digest
        for subject in self.subjects:
            if subject.digest == digest:
                return subject
        raise ModelError(
            f"{contestant.name}: this run is of another model than those compared; give its "
            "own model too"
        )

    def manifest(self) -> dict[str, Any]:
        """The request as plain data, with digests of everything that lies in files."""
        data = {
            "format": "rcr-comparison",
            "version": 1,
            "contestants": [asdict(c) for c in self.contestants],
            "subjects": [
                {
                    "name": s.name,
                    "origin": s.origin.to_dict(),
                    "seed": s.seed,
                    "digest": s.digest,
                }
                for s in self.subjects
            ],
            "time_limit": self.time_limit,
            "plugins": {
                path: hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in self.plugins
            },
        }
        plain: dict[str, Any] = json.loads(json.dumps(data))
        return plain
