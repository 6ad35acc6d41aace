"""What is to be compared: contestants × models × seeds, and nothing of how it is played."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rcr.compare.contestant import SAVED_RUN, Contestant
from rcr.compare.game import Game
from rcr.compare.subject import Subject
from rcr.model import ModelError
from rcr.models.origin import read_origin
from rcr.registry import PluginFile

FORMAT, VERSION = "rcr-comparison", 3  # of the manifest


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

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each contestant."""
        return {one.name: one.kind for one in self.contestants}

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

    def plugin_files(self) -> tuple[PluginFile, ...]:
        """The plug-ins' files as they are now."""
        return tuple(map(PluginFile.read, self.plugins))

    def manifest(self) -> dict[str, Any]:
        """The request as plain data, with digests of everything that lies in files."""
        data = {
            "format": FORMAT,
            "version": VERSION,
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
            "plugins": {file.path: file.digest for file in self.plugin_files()},
        }
        plain: dict[str, Any] = json.loads(json.dumps(data))
        return plain


def read_request(data: Mapping[str, Any], where: str) -> Request:
    """The request that a manifest tells of; ``where`` names the place in messages.

    Models in files of the user's own are not found again this way, only those that a manifest
    itself can make.
    """
    if (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise ModelError(f"{where}: this is no comparison that this version can read")
    try:
        contestants = tuple(Contestant(**one) for one in data["contestants"])
        subjects = tuple(
            Subject(one["name"], read_origin(one["origin"], where), one["seed"], one["digest"])
            for one in data["subjects"]
        )
        return Request(contestants, subjects, data["time_limit"], tuple(data["plugins"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{where}: this comparison is damaged ({type(error).__name__}: {error})"
        ) from None
