"""The picture of a cloned model: nodes and edges at fixed places, which never change."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from rcr.machine.once import once

COMPACT, CUT = "compact", "cut"


@dataclass(frozen=True, eq=False)
class Picture:
    """Nodes and edges at fixed positions. ``edges`` are the equivalence constraints; ``ties`` hold
    a clone to its factor.
    """

    kind: str
    layout: str
    nodes: tuple[dict[str, Any], ...]
    edges: tuple[dict[str, Any], ...]
    ties: tuple[dict[str, Any], ...]
    note: str  # says what is left out, empty if nothing is
    constraints: np.ndarray  # the index of each edge's constraint
    marked: np.ndarray  # which entry of the relaxed assignment each node with states shows

    @once
    def wire(self) -> str:
        """The picture as the browser gets it, once."""
        parts = {"kind": self.kind, "nodes": self.nodes, "edges": self.edges, "ties": self.ties}
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))

    @once
    def digest(self) -> str:
        return hashlib.sha256(self.wire.encode()).hexdigest()[:16]
