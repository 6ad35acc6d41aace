"""Inference by listing every assignment of every component: slow, obviously right, the oracle of
the tests.
"""

from __future__ import annotations

import networkx as nx
import numpy as np

from rcr.engines.protocol import DEFAULT_MAX_BYTES, Cost, TooLarge
from rcr.registry import plugin
from rcr.relaxation import Relaxation


@plugin("engine")
class BruteForce:
    """Lists every joint state of each component; for small models and for checking the others."""

    def __init__(
        self, relaxation: Relaxation, sums: bool = False, max_bytes: int = DEFAULT_MAX_BYTES
    ) -> None:
        self.relaxation, self.sums = relaxation, sums
        cloned, recovered = relaxation.cloned, relaxation.recovered
        self._n = n = len(cloned.model.variables)
        self._cards = np.concatenate(
            [cloned.model.cards, cloned.model.cards[cloned.ground.con_var]]
        ).astype(int)
        graph = nx.Graph()
        graph.add_nodes_from(range(n))
        self._factors = []
        for f, start, stop in zip(
            range(len(cloned.ground.factor_ptr)),
            cloned.ground.factor_ptr[:-1],
            cloned.ground.factor_ptr[1:],
            strict=False,
        ):
            nodes = [
                int(cloned.ground.con_var[k]) if recovered[k] else n + int(k)
                for k in range(start, stop)
            ]
            table = cloned.ground.tables[
                cloned.ground.table_ptr[f] : cloned.ground.table_ptr[f + 1]
            ]
            self._factors.append((nodes, table.reshape([self._cards[v] for v in nodes])))
            nx.add_path(graph, nodes)
        for v in range(n):
            unary = cloned.ground.unary[cloned.ground.unary_ptr[v] : cloned.ground.unary_ptr[v + 1]]
            self._factors.append(([v], unary))
        self._components = [sorted(c) for c in nx.connected_components(graph)]
        sizes = [float(np.prod([float(self._cards[v]) for v in c])) for c in self._components]
        self.cost = Cost.of(
            max(map(len, self._components), default=1) - 1, sum(sizes), 16 * sum(sizes)
        )
        if self.cost.bytes > max_bytes:
            raise TooLarge(self.cost, max_bytes)

    def _joint(self, component: list[int], theta: np.ndarray, without: int = -1) -> np.ndarray:
        """The joint log table of a component with θ, leaving out that of constraint ``without``."""
        cloned, n = self.relaxation.cloned, self._n
        axis = {v: i for i, v in enumerate(component)}
        joint = np.zeros([self._cards[v] for v in component])

        def add(nodes: list[int], table: np.ndarray) -> None:
            nonlocal joint
            order = np.argsort([axis[v] for v in nodes])
            shape = np.ones(len(component), dtype=int)
            shape[[axis[v] for v in nodes]] = [self._cards[v] for v in nodes]
            joint = joint + table.transpose(order).reshape(shape)

        for nodes, table in self._factors:
            if nodes[0] in axis:
                add(nodes, table)
        half = len(theta) // 2
        for k in self.relaxation.relaxed:
            start, stop = cloned.ground.theta_ptr[k], cloned.ground.theta_ptr[k + 1]
            for node, o in ((int(cloned.ground.con_var[k]), 0), (n + int(k), half)):
                if node in axis and k != without:
                    add([node], theta[o + start : o + stop])
        return joint

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
            float(sum(self._reduce(self._joint(c, theta)) for c in self._components))
            + self.relaxation.cloned.constant
        )

    def marginals(self, theta: np.ndarray) -> list[np.ndarray]:
        total, found = self.value(theta), {}
        for component in self._components:
            joint = self._joint(component, theta)
            rest = total - float(self._reduce(joint)) if total > -np.inf else -np.inf
            for v in component:
                if v < self._n:
                    found[v] = self._reduce(joint, (component.index(v),)) + rest
        return [found[v] for v in range(self._n)]

    def pair_table(self, theta: np.ndarray, k: int) -> np.ndarray:
        x, y = int(self.relaxation.cloned.ground.con_var[k]), self._n + int(k)
        pair = np.full((self._cards[x], self._cards[x]), self.relaxation.cloned.constant)
        for component in self._components:
            joint = self._joint(component, theta, without=k)
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
        for component in self._components:
            joint = self._joint(component, theta)
            states[component] = np.unravel_index(int(np.argmax(joint)), joint.shape)
        for k in np.flatnonzero(self.relaxation.recovered):
            states[self._n + k] = states[self.relaxation.cloned.ground.con_var[k]]
        return states
