"""The relaxation that MPLP sweeps over: regions of a model that grow by clusters, within a memory
limit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.engines.protocol import Cost, TooLarge
from rcr.model import Model
from rcr.peers.clusters.beliefs import pair_beliefs
from rcr.peers.clusters.cycles import frustrated_cycles, projection_graph
from rcr.peers.clusters.regions import (
    ENTRIES,
    TRIPLETS,
    Regions,
    add_cycle,
    build,
    pair_entries,
    price,
    share_pairs,
    with_room,
)
from rcr.peers.clusters.triplets import best_triplets
from rcr.relaxation import ClonedModel

MIN_PROMISE = 1e-7  # of the bound; a cluster that promises a smaller drop is not added


class Added(NamedTuple):
    """The clusters that were added, by the names of their variables, and why others were not."""

    clusters: list[tuple[str, ...]]
    refusal: str


class GrowingRelaxation:
    """A model's regions, what they take, and the clusters that could join them."""

    def __init__(self, model: Model, max_bytes: int) -> None:
        self.model, self.max_bytes = model, max_bytes
        self.cloned = ClonedModel(model)
        self._widest = max((len(f.scope) for f in model.conditioned), default=1)
        self._refuse(len(self.cloned.ground.unary) + len(self.cloned.ground.tables), 0)
        self.regions: Regions = build(self.cloned.ground)
        self._refuse(*self._size())

    @property
    def triplets(self) -> int:
        return int(self.regions.used[TRIPLETS])

    @property
    def table_entries(self) -> int:
        return int(self.regions.used[ENTRIES]) - len(self.cloned.ground.unary)

    @property
    def treewidth(self) -> int:
        """One less than the variables of the largest region."""
        return max(self._widest, 3 if self.triplets else 1) - 1

    def share_pairs(self) -> None:
        """Let factors that overlap in a pair agree on it; needed before the first clusters."""
        self.regions = with_room(self.regions, 0, 0, int(share_pairs(self.regions, False)))
        share_pairs(self.regions, True)

    def search(self, kind: str, batch: int) -> list[np.ndarray]:
        """The clusters that promise the largest drops, each as the variables around a cycle."""
        beliefs = pair_beliefs(self.regions)
        promises, triplets = best_triplets(self.regions, beliefs, batch, MIN_PROMISE)
        found = list(zip(promises, triplets, strict=True))
        if kind == "cycles":
            graph = projection_graph(self.regions, beliefs, MIN_PROMISE)
            promises, starts, cycles = frustrated_cycles(self.regions, graph, batch)
            found += [
                (promise, cycles[starts[c] : starts[c + 1]]) for c, promise in enumerate(promises)
            ]
        return [cycle for _, cycle in sorted(found, key=lambda one: -one[0])]

    def add(self, found: list[np.ndarray], batch: int) -> Added:
        """Add clusters as triplets until the batch is full."""
        added, refusal = list[tuple[str, ...]](), ""
        for cycle in found:
            apex, triplets, entries = price(self.regions, cycle)
            if not triplets or len(added) == batch:
                continue  # other clusters of this batch cover it
            try:
                size, in_pairs = self._size()
                self._refuse(size + entries, in_pairs + entries)
            except TooLarge as refused:
                refusal = str(refused)
                continue
            self.regions = with_room(self.regions, len(cycle), triplets, int(entries))
            add_cycle(self.regions, cycle, apex)
            added.append(tuple(self.model.variables[v].name for v in cycle))
        return Added(added, refusal)

    def _size(self) -> tuple[int, int]:
        """Entries of all tables, those of pairs that factors share included, and entries of all
        pairs.
        """
        return int(self.regions.used[ENTRIES] + share_pairs(self.regions, False)), int(
            pair_entries(self.regions)
        )

    def _refuse(self, entries: float, in_pairs: float) -> None:
        """Refuse what would pass the memory limit: tables move when they grow, and the search
        needs a graph on the pairs' states.
        """
        cost = Cost.of(self._widest - 1, entries, 16.0 * entries + 64.0 * in_pairs)
        if cost.bytes > self.max_bytes:
            raise TooLarge(cost, self.max_bytes)
