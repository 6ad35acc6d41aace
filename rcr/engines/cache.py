"""The engines of a run, as many as a share of its memory holds: going back costs nothing, a new one
may start from the last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

import numpy as np

from rcr.engines.protocol import Engine
from rcr.relaxation import Relaxation

MEMORY_PARTS = 4  # of the memory limit, what is kept may take one part in so many

Kind = TypeVar("Kind", bound=Engine)


class KeptEngines(Generic[Kind]):
    """One engine for each set of recovered constraints; the longest unused go first.

    ``make`` gets the relaxation and the engine that was used last, if there is one. Threads may
    share them: a page is drawn anew while an older drawing of it still computes. None waits for
    another's engine; of two that are made at once for the same constraints, one is kept.
    """

    def __init__(self, make: Callable[[Relaxation, Kind | None], Kind], max_bytes: int) -> None:
        self.make, self.max_bytes = make, max_bytes
        self._kept: OrderedDict[bytes, Kind] = OrderedDict()
        self._lock = Lock()

    def __getitem__(self, relaxation: Relaxation) -> Kind:
        """The engine of a relaxation, made where there is none; refused with its cost if it passes
        the memory limit.
        """
        key = _key(relaxation)
        with self._lock:
            if (known := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return known
            last = next(reversed(self._kept.values()), None)
        made = self.make(relaxation, last)
        with self._lock:
            made = self._kept.setdefault(key, made)
            self._kept.move_to_end(key)
            while len(self._kept) > 1 and self._bytes() > self.max_bytes // MEMORY_PARTS:
                self._kept.popitem(last=False)
        return made

    def get(self, relaxation: Relaxation) -> Kind | None:
        """The one that is kept, if there is one."""
        return self._kept.get(_key(relaxation))

    @property
    def bytes(self) -> int:
        """What those that are kept take."""
        with self._lock:
            return self._bytes()

    def _bytes(self) -> int:
        return sum(engine.cost.bytes for engine in self._kept.values())

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()

    def copy(self) -> KeptEngines[Kind]:
        other = KeptEngines(self.make, self.max_bytes)
        with self._lock:
            other._kept = self._kept.copy()
        return other


def _key(relaxation: Relaxation) -> bytes:
    """The same for relaxations of one model in which the same constraints are recovered, and the
    same ones held.
    """
    return np.packbits([relaxation.recovered, relaxation.held]).tobytes()
