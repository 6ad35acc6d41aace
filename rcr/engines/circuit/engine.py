"""The paper's engine: the relaxed model as an arithmetic circuit, evaluated, differentiated and
lazily re-evaluated.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.engines.circuit.compilation import Compilation
from rcr.engines.circuit.kernels import (
    Values,
    commit,
    differentiate,
    evaluate,
    new_values,
    pair_table,
    total,
    trace_back,
)
from rcr.engines.circuit.nodes import CLONE_COMPONENT, COMPONENT, Nodes
from rcr.engines.junction_tree import Plan, plan
from rcr.engines.protocol import DEFAULT_MAX_BYTES, Cost, Engine, TooLarge
from rcr.registry import plugin
from rcr.relaxation import Relaxation


class Size(NamedTuple):
    """The paper's measure of complexity: the nodes and edges of the circuit, its root included."""

    nodes: int
    edges: int

    @property
    def total(self) -> int:
        return self.nodes + self.edges


def circuit_size(
    relaxation: Relaxation, max_bytes: int = DEFAULT_MAX_BYTES, planned: Plan | None = None
) -> Size:
    """The size of the circuit of a relaxation, which takes compiling it; refused if that would
    pass the memory limit.

    It depends on the relaxation alone. ``planned`` saves the elimination order from being found
    again.
    """
    return _size(_compile(relaxation, max_bytes, planned)[0])


def _compile(relaxation: Relaxation, max_bytes: int, planned: Plan | None) -> tuple[Nodes, Cost]:
    planned = plan(relaxation) if planned is None else planned
    compilation = Compilation(relaxation.cloned.ground, relaxation.recovered, planned.elimination)
    cost = Cost.of(planned.cost.treewidth, planned.cost.table_entries, compilation.bytes)
    if cost.bytes > max_bytes:
        raise TooLarge(cost, max_bytes)
    return compilation.build(), cost


def _size(nodes: Nodes) -> Size:
    """A single component is its own root; none at all leave the constant 1."""
    parts = len(nodes.top)
    return Size(len(nodes.kind) + (parts != 1), len(nodes.child) + (parts if parts != 1 else 0))


@plugin("engine")
class Circuit(Engine):
    """Compiles the relaxed model to an arithmetic circuit, as in the paper; a changed θ
    re-evaluates only what it touches.
    """

    def __init__(
        self,
        relaxation: Relaxation,
        sums: bool = False,
        max_bytes: int = DEFAULT_MAX_BYTES,
        planned: Plan | None = None,
    ) -> None:
        self.relaxation, self.sums = relaxation, sums
        self.nodes, self.cost = _compile(relaxation, max_bytes, planned)
        self.size = _size(self.nodes)

    def work(self, theta: np.ndarray) -> Values:
        """The value of every node for this θ, as numbers that lazy evaluation may go on from."""
        return self._work(theta, self.sums)

    def _work(self, theta: np.ndarray, sums: bool) -> Values:
        work = new_values(self.nodes)
        evaluate(self.nodes, work, theta, sums)
        return work

    def value(self, theta: np.ndarray) -> float:
        return float(total(self.nodes, self.work(theta))) + self.relaxation.cloned.constant

    def derivatives(self, theta: np.ndarray) -> np.ndarray:
        """For every node the log of ∂ value / ∂ node; for the MPE value, the best term with the
        node, divided by the node.
        """
        t = self.nodes
        out = np.empty(len(t.kind))
        widest = int(np.diff(t.child_ptr).max(initial=0))
        differentiate(t, self.work(theta), out, np.empty(len(out) + widest), self.sums)
        return out + self.relaxation.cloned.constant

    def marginals(self, theta: np.ndarray) -> list[np.ndarray]:
        leaf, out = self.nodes.indicator, np.full(len(self.nodes.indicator), -np.inf)
        out[leaf >= 0] = self.derivatives(theta)[leaf[leaf >= 0]]
        return np.split(out, self.relaxation.cloned.ground.unary_ptr[1:-1]) if len(out) else []

    def pair_table(self, theta: np.ndarray, k: int) -> np.ndarray:
        return self.read_pair(self.work(theta), theta, k)

    def read_pair(self, work: Values, theta: np.ndarray, k: int) -> np.ndarray:
        """M(x, y) of constraint k with everything else included, from values that are valid for θ
        and are so again after.
        """
        t, d = (
            self.nodes,
            int(self.relaxation.cloned.ground.card[self.relaxation.cloned.ground.con_var[k]]),
        )
        others = np.ones(len(t.top), dtype=bool)
        others[t.con[k, [COMPONENT, CLONE_COMPONENT]]] = False
        rest = float(work.value[t.top[others]].sum()) + self.relaxation.cloned.constant
        joint = pair_table(t, work, k, self.sums)
        commit(t, work, theta, k, self.sums)
        pair = work.pair[: d * d].reshape(d, d)
        return (pair if joint else work.left[:d, None] + work.right[None, :d]) + rest

    def renew(self, work: Values, theta: np.ndarray, k: int) -> None:
        commit(self.nodes, work, theta, k, self.sums)

    def best_assignment(self, theta: np.ndarray) -> np.ndarray:
        t, ground = self.nodes, self.relaxation.cloned.ground
        chosen = np.zeros(len(t.kind), dtype=np.bool_)
        trace_back(t, self._work(theta, False), chosen)
        n, half = len(ground.card), len(t.theta) // 2
        states = np.zeros(n + len(ground.con_var), dtype=np.int64)
        # every term has one leaf for the state of each variable, and θ(X_i) for the state of each
        # relaxed clone
        for leaf, ptr, first in (
            (t.indicator, ground.unary_ptr, 0),
            (t.theta[half:], ground.theta_ptr, n),
        ):
            at = (
                np.flatnonzero(chosen[leaf] & (leaf >= 0))
                if len(chosen)
                else np.zeros(0, dtype=np.int64)
            )
            owner = np.searchsorted(ptr, at, side="right") - 1
            states[first + owner] = at - ptr[owner]
        recovered = np.flatnonzero(self.relaxation.recovered)
        states[n + recovered] = states[ground.con_var[recovered]]
        return states
