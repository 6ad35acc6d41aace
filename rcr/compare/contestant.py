"""Who competes: a recovery heuristic, a peer such as MPLP, or a saved run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rcr import registry
from rcr.model import ModelError
from rcr.run import Run
from rcr.run.file import replay_text
from rcr.run.settings import Settings

RECOVERY, PEER, SAVED_RUN = "recovery", "peer", "run"


@dataclass(frozen=True)
class Contestant:
    """Who competes: ``plugin`` names a heuristic or a peer; a saved run has its file's data in
    ``parameters``. ``settings`` are those of the run, where they are not the usual ones.
    """

    name: str
    kind: str
    plugin: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind == RECOVERY:
            Settings(recovery=self.plugin, recovery_parameters=self.parameters, **self.settings)
        elif self.kind == PEER:
            registry.get("peer", self.plugin).check(self.parameters)
            if others := set(self.settings) - {"tolerance", "max_bytes"}:
                raise ModelError(f"{self.name}: {self.plugin} has no setting {sorted(others)[0]}")

    @classmethod
    def of_run(cls, data: Mapping[str, Any], name: str = "your run") -> Contestant:
        """A run of which the file holds ``data``."""
        return cls(name, SAVED_RUN, "", dict(data))

    def saved_run(self) -> Run:
        """The saved run, done again."""
        return replay_text(json.dumps(self.parameters), self.name).run
