"""Inference by listing every assignment of every component: slow, obviously right, the oracle of
the tests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from rcr.engines.protocol import DEFAULT_MAX_BYTES, Cost, Engine, TooLarge
from rcr.engines.tables import LogTable, factor_tables, node_cards, product, theta_tables
from rcr.registry import plugin
from rcr.relaxation import Relaxation


@plugin("engine")
class BruteForce(Engine):
    """Lists every joint state of each component; for small models and for checking the others."""

    def __init__(
        self, relaxation: Relaxation, sums: bool = False, max_bytes: int = DEFAULT_MAX_BYTES
    ) -> None:
        self.relaxation, self.sums = relaxation, sums
        self._n, self._cards = len(relaxation.cloned.ground.card), node_cards(relaxation)
        self._tables = factor_tables(relaxation)
        nodes = np.unique([v for table in self._tables for v in table.nodes]).astype(np.int64)
        piece = relaxation.components[nodes]
        self._components = [nodes[piece == c].tolist() for c in np.unique(piece)]
        sizes = [float(np.prod(self._cards[c], dtype=np.float64)) for c in self._components]
        self.cost = Cost.of(
            max(map(len, self._components), default=1) - 1, sum(sizes), 16 * sum(sizes)
        )
        if self.cost.bytes > max_bytes:
            raise TooLarge(self.cost, max_bytes)

    def _joints(
        self, theta: np.ndarray, without: int | None = None
    ) -> Iterator[tuple[list[int], np.ndarray]]:
        """The components with their joint log tables under θ, leaving out that of ``without``."""
        inside: defaultdict[int, list[LogTable]] = defaultdict(list)
        for table in self._tables + theta_tables(self.relaxation, theta, without):
            inside[self.relaxation.components[table.nodes[0]]].append(table)
        for nodes in self._components:
            tables = inside[self.relaxation.components[nodes[0]]]
            yield nodes, product(tables, nodes, self._cards)

    def _reduce(self, joint: np.ndarray, keep: tuple[int, ...] = ()) -> np.ndarray:
        axes = tuple(a for a in range(joint.ndim) if a not in keep)
        high = joint.max(axis=axes, keepdims=True)
        if not self.sums:
            return np.asarray(high.squeeze(axes))
        high = np.where(high > -np.inf, high, 0.0)
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(np.exp(joint - high).sum(axis=axes)) + high.squeeze(axes))

    def value(self, theta: np.ndarray) -> float:
        return (
            float(sum(self._reduce(joint) for _, joint in self._joints(theta)))
            + self.relaxation.cloned.constant
        )

    def marginals(self, theta: np.ndarray) -> list[np.ndarray]:
        total, found = self.value(theta), {}
        for component, joint in self._joints(theta):
            rest = total - float(self._reduce(joint)) if total > -np.inf else -np.inf
            for v in component:
                if v < self._n:
                    found[v] = self._reduce(joint, (component.index(v),)) + rest
        return [found[v] for v in range(self._n)]

    def pair_table(self, theta: np.ndarray, k: int) -> np.ndarray:
        x, y = int(self.relaxation.cloned.ground.con_var[k]), self._n + int(k)
        pair = np.full((self._cards[x], self._cards[x]), self.relaxation.cloned.constant)
        for component, joint in self._joints(theta, without=k):
            keep = tuple(component.index(v) for v in (x, y) if v in component)
            table = self._reduce(joint, keep)
            if len(keep) == 2:
                pair += table if keep[0] < keep[1] else table.T
            elif keep:
                pair += table[:, None] if x in component else table[None, :]
            else:
                pair += table
        return pair

    def best_assignment(self, theta: np.ndarray) -> np.ndarray:
        states = np.zeros(len(self._cards), dtype=np.int64)
        for component, joint in self._joints(theta):
            states[component] = np.unravel_index(int(np.argmax(joint)), joint.shape)
        for k in np.flatnonzero(self.relaxation.recovered):
            states[self._n + k] = states[self.relaxation.cloned.ground.con_var[k]]
        return states
