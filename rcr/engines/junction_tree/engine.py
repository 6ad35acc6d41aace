"""The default engine: a compiled junction tree for each component of the relaxed model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.compiled import compiled
from rcr.engines.junction_tree.cliques import CliqueForest, clique_forest
from rcr.engines.junction_tree.elimination import (
    MAX_STEPS,
    Elimination,
    eliminate,
    no_elimination,
)
from rcr.engines.junction_tree.messages import JOINT, Work, new_work, start
from rcr.engines.junction_tree.pair import commit, pair_table
from rcr.engines.junction_tree.readout import node_marginal, trace_back
from rcr.engines.junction_tree.tree import (
    CARD,
    CLIQUE,
    CLONE_CLIQUE,
    COMPONENT,
    DEPTH,
    PARENT,
    SIZE,
    Axes,
    Tree,
    build_tree,
)
from rcr.engines.protocol import DEFAULT_MAX_BYTES, Cost, Engine, TooLarge
from rcr.machine.once import once
from rcr.registry import plugin
from rcr.relaxation import Ground, Relaxation

MIN_ENTRY_BYTES = 4  # for each entry that an order of elimination counts, all cliques included
MIN_DIVIDED_CONSTRAINTS = 10_000  # constraints, of which two halves are worth two threads


@dataclass(frozen=True, eq=False)
class Plan:
    """The cliques of a relaxation and what their tables would cost; nothing large is allocated
    yet.
    """

    recovered: np.ndarray
    elimination: Elimination
    forest: CliqueForest
    cost: Cost


def plan(relaxation: Relaxation, near: Plan | None = None) -> Plan:
    """Plan a junction tree, starting from the plan of a similar relaxation of the same model."""
    ground, recovered = relaxation.cloned.ground, relaxation.recovered
    before = _nothing(relaxation) if near is None else near.recovered
    old = no_elimination(ground) if near is None else near.elimination
    return _planned(relaxation, eliminate(ground, recovered, before, old, np.inf, MAX_STEPS))


def plan_within(relaxation: Relaxation, max_bytes: int) -> Plan | None:
    """A plan that fits into so much memory; None where none is found.

    A large model is given up after a moment, where planning it to the end would take minutes.
    """
    ground, recovered = relaxation.cloned.ground, relaxation.recovered
    before, old = _nothing(relaxation), no_elimination(ground)
    limit = max_bytes / MIN_ENTRY_BYTES
    elimination = eliminate(ground, recovered, before, old, limit, MAX_STEPS)
    if elimination.position.min(initial=0) < 0:
        return None
    found = _planned(relaxation, elimination)
    return found if found.cost.bytes <= max_bytes else None


def is_near(relaxation: Relaxation, entries: float) -> bool:
    """Whether the first order of elimination that comes to mind takes less than so many table
    entries: where it does not, others would be looked for in vain.
    """
    ground, before = relaxation.cloned.ground, _nothing(relaxation)
    old = no_elimination(ground)
    first = eliminate(ground, relaxation.recovered, before, old, entries, 0.0)
    return bool(first.position.min(initial=0) >= 0)


def _nothing(relaxation: Relaxation) -> np.ndarray:
    """No constraint recovered: read-only like any other relaxation's, as kernels tell it apart."""
    return Relaxation.decomposed(relaxation.cloned).recovered


def _planned(relaxation: Relaxation, elimination: Elimination) -> Plan:
    ground, recovered = relaxation.cloned.ground, relaxation.recovered
    forest = clique_forest(ground, recovered, elimination)
    width, entries, n_bytes = _measure(ground, forest)
    return Plan(recovered, elimination, forest, Cost.of(width, entries, n_bytes))


@compiled
def _sweep_entries(t: Tree, relaxed: np.ndarray) -> int:
    """Of every clique between X and its clone, once a state that is carried."""
    total = 0
    for k in relaxed:
        a, b, entries = t.con[k, CLIQUE], t.con[k, CLONE_CLIQUE], 0
        joint = t.clique[a, COMPONENT] == t.clique[b, COMPONENT]
        while joint and a != b:
            if t.clique[a, DEPTH] < t.clique[b, DEPTH]:
                a, b = b, a
            entries += t.clique[a, SIZE]
            a = t.clique[a, PARENT]
        entries += t.clique[a, SIZE] if joint else t.clique[a, SIZE] + t.clique[b, SIZE]
        total += entries * t.con[k, CARD]
    return total


@compiled
def _apart(t: Tree, order: np.ndarray, half: int) -> np.ndarray:
    """Of the constraints from ``half`` on, which touch no component that those before touch."""
    touched, apart = np.zeros(t.sizes[0], np.bool_), np.empty(len(order) - half, np.bool_)
    for i in range(len(order)):
        here = t.clique[t.con[order[i], CLIQUE], COMPONENT]
        there = t.clique[t.con[order[i], CLONE_CLIQUE], COMPONENT]
        if i < half:
            touched[here] = touched[there] = True
        else:
            apart[i - half] = not (touched[here] or touched[there])
    return apart


@plugin("engine")
class JunctionTree(Engine):
    """Compiled message passing on cliques; after a recovery only the touched components are
    eliminated anew.
    """

    def __init__(
        self,
        relaxation: Relaxation,
        sums: bool = False,
        max_bytes: int = DEFAULT_MAX_BYTES,
        near: JunctionTree | None = None,
        planned: Plan | None = None,
    ) -> None:
        self.relaxation, self.sums = relaxation, sums
        if planned is None:
            planned = plan(relaxation, near.plan if near is not None else None)
        self.plan: Plan = planned
        self.cost = self.plan.cost
        if self.cost.bytes > max_bytes:
            raise TooLarge(self.cost, max_bytes)
        self.tree: Tree
        self.axes: Axes
        self.tree, self.axes = build_tree(
            relaxation.cloned.ground, relaxation.recovered, self.plan.forest
        )
        self.top = self.plan.forest.top

    @once
    def sweep_entries(self) -> int:
        """What a sweep costs: the table entries that its updates go through."""
        return int(_sweep_entries(self.tree, self.relaxation.relaxed))

    def tree_order(self, relaxed: np.ndarray) -> np.ndarray:
        """Constraints in an order in which neighbours in the tree follow each other, so that the
        focus moves little.
        """
        place = self.tree.con[relaxed, CLONE_CLIQUE]
        order = np.asarray(relaxed[np.argsort(place, kind="stable")])
        if len(order) < MIN_DIVIDED_CONSTRAINTS:
            return order
        half = len(order) // 2  # then what has nothing to do with that, then what joins the two
        apart = _apart(self.tree, order, half)
        return np.concatenate([order[:half], order[half:][apart], order[half:][~apart]])

    def parts(self, order: np.ndarray) -> tuple[int, int]:
        """(i, j) where order[:i] and order[i:j] have no component in common: updates of the one
        and the other give the same numbers in whatever order they are made.
        """
        half = len(order) // 2
        apart = _apart(self.tree, order, half)
        return half, half + (len(apart) if apart.all() else int(apart.argmin()))

    def work(self, theta: np.ndarray) -> Work:
        """Scratch space in which all messages are valid for this θ."""
        work = new_work(self.tree)
        start(self.tree, work, theta, self.sums)
        return work

    def value(self, theta: np.ndarray) -> float:
        return float(self.work(theta).value.sum()) + self.relaxation.cloned.constant

    def marginals(self, theta: np.ndarray) -> list[np.ndarray]:
        work, cards = self.work(theta), self.relaxation.cloned.model.cards
        total = float(work.value.sum()) + self.relaxation.cloned.constant
        found = []
        for v, card in enumerate(cards):
            out = np.empty(card)
            c = self.top[v]
            node_marginal(self.tree, self.axes, work, c, v, out, self.sums)
            rest = (
                total - work.value[self.tree.clique[c, COMPONENT]] if total > -np.inf else -np.inf
            )
            found.append(out + rest)
        return found

    def pair_table(self, theta: np.ndarray, k: int) -> np.ndarray:
        work = self.work(theta)
        return self.read_pair(work, theta, k)

    def read_pair(self, work: Work, theta: np.ndarray, k: int) -> np.ndarray:
        """M(x, y) of constraint k with everything else included, from messages that are valid for
        θ.
        """
        tree, d = (
            self.tree,
            int(self.relaxation.cloned.ground.card[self.relaxation.cloned.ground.con_var[k]]),
        )
        touched = {int(tree.clique[tree.con[k, c], COMPONENT]) for c in (CLIQUE, CLONE_CLIQUE)}
        rest = (
            sum(float(v) for c, v in enumerate(work.value) if c not in touched)
            + self.relaxation.cloned.constant
        )
        if pair_table(tree, work, theta, k, self.sums):
            return work.pair[: d * d].reshape(d, d) + rest
        return work.left[:d, None] + work.right[None, :d] + rest

    def renew(self, work: Work, theta: np.ndarray, k: int) -> None:
        reduce = np.logaddexp.reduce if self.sums else np.max
        rows = theta[self.relaxation.cloned.ground.theta_rows(k)]
        d, component = rows.shape[1], self.tree.clique[:, COMPONENT]
        here, there = component[self.tree.con[k, CLIQUE]], component[self.tree.con[k, CLONE_CLIQUE]]
        if work.note[JOINT]:
            pair = work.pair[: d * d].reshape(d, d) + rows[0][:, None] + rows[1]
            work.value[here] = reduce(pair, axis=None)
        else:
            work.value[here] = reduce(work.left[:d] + rows[0])
            work.value[there] = reduce(work.right[:d] + rows[1])
        commit(self.tree, work, theta, k, self.sums)

    def best_assignment(self, theta: np.ndarray) -> np.ndarray:
        work = new_work(self.tree)
        start(self.tree, work, theta, False)
        ground = self.relaxation.cloned.ground
        states = np.full(len(ground.card) + len(ground.con_var), -1, dtype=np.int64)
        trace_back(
            self.tree, self.axes, work, ground.con_var, ground.var_ptr, ground.var_con, states
        )
        recovered = np.flatnonzero(self.relaxation.recovered)
        states[len(ground.card) + recovered] = states[ground.con_var[recovered]]
        return states


@compiled
def _measure(g: Ground, forest: CliqueForest) -> tuple[int, float, float]:
    """Treewidth, table entries and bytes (tables, θ tables, maps, messages, scratch) as floats:
    they may be astronomical.
    """
    n, width, entries, maps, messages, largest = len(g.card), 0, 0.0, 0.0, 0.0, 1.0
    size = np.ones(len(forest.parent))
    for c in range(len(forest.parent)):
        i, j = forest.node_ptr[c], forest.node_ptr[c + 1]
        sep = 1.0
        for at in range(i, j):
            v = forest.nodes[at]
            card = g.card[v] if v < n else g.card[g.con_var[v - n]]
            size[c] *= card
            if at - i < forest.shared[c]:
                sep *= card
        width = max(width, j - i - 1)
        entries += size[c]
        largest = max(largest, size[c])
        if forest.parent[c] >= 0:
            maps += size[forest.parent[c]]
            messages += sep
    widest = 1
    for v in range(n):
        widest = max(widest, g.card[v])
    scratch = largest * (2 + widest) + 4.0 * widest * widest
    return (
        width,
        entries,
        8.0 * (2.0 * entries + 2.0 * messages + widest * messages + scratch) + 4.0 * maps,
    )
