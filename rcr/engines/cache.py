"""The junction trees of a run, as many as a share of its memory holds: going back costs nothing, a
new one starts from the last.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np

from rcr.engines.junction_tree import JunctionTree
from rcr.relaxation import Relaxation

SHARE = 4  # of the memory limit, what is kept may take one part in so many


class KeptEngines:
    """One junction tree for each set of recovered constraints; the longest unused go first."""

    def __init__(self, sums: bool, max_bytes: int) -> None:
        self.sums, self.max_bytes = sums, max_bytes
        self._kept: OrderedDict[bytes, JunctionTree] = OrderedDict()

    def __getitem__(self, relaxation: Relaxation) -> JunctionTree:
        """The junction tree of a relaxation, made where there is none; refused with its cost if it
        passes the memory limit.
        """
        key = _key(relaxation)
        if key not in self._kept:
            near = next(reversed(self._kept.values()), None)
            self._kept[key] = JunctionTree(relaxation, self.sums, self.max_bytes, near)
            while (
                len(self._kept) > 1
                and sum(e.cost.bytes for e in self._kept.values()) > self.max_bytes // SHARE
            ):
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def get(self, relaxation: Relaxation) -> JunctionTree | None:
        """The one that is kept, if there is one."""
        return self._kept.get(_key(relaxation))

    def copy(self) -> KeptEngines:
        other = KeptEngines(self.sums, self.max_bytes)
        other._kept = self._kept.copy()
        return other


def _key(relaxation: Relaxation) -> bytes:
    """The same for relaxations of one model in which the same constraints are recovered."""
    return np.packbits(relaxation.recovered).tobytes()
