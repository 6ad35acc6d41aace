"""The engines of a run, as many as a share of its memory holds: going back costs nothing, a new one
may start from the last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

import numpy as np

from rcr.engines.protocol import Engine
from rcr.relaxation import Relaxation

MEMORY_PARTS = 4  # of the memory limit, what is kept may take one part in so many

Kind = TypeVar("Kind", bound=Engine)


class KeptEngines(Generic[Kind]):
    """One engine for each set of recovered constraints; the longest unused go first.

    ``make`` gets the relaxation and the engine that was used last, if there is one.
    """

    def __init__(self, make: Callable[[Relaxation, Kind | None], Kind], max_bytes: int) -> None:
        self.make, self.max_bytes = make, max_bytes
        self._kept: OrderedDict[bytes, Kind] = OrderedDict()

    def __getitem__(self, relaxation: Relaxation) -> Kind:
        """The engine of a relaxation, made where there is none; refused with its cost if it passes
        the memory limit.
        """
        key = _key(relaxation)
        if key not in self._kept:
            self._kept[key] = self.make(relaxation, next(reversed(self._kept.values()), None))
            while len(self._kept) > 1 and self.bytes > self.max_bytes // MEMORY_PARTS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]

    def get(self, relaxation: Relaxation) -> Kind | None:
        """The one that is kept, if there is one."""
        return self._kept.get(_key(relaxation))

    @property
    def bytes(self) -> int:
        """What those that are kept take."""
        return sum(engine.cost.bytes for engine in self._kept.values())

    def clear(self) -> None:
        self._kept.clear()

    def copy(self) -> KeptEngines[Kind]:
        other = KeptEngines(self.make, self.max_bytes)
        other._kept = self._kept.copy()
        return other


def _key(relaxation: Relaxation) -> bytes:
    """The same for relaxations of one model in which the same constraints are recovered, and the
    same ones held.
    """
    return np.packbits([relaxation.recovered, relaxation.held]).tobytes()
