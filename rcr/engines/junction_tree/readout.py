"""Reading answers off a junction forest whose messages are valid: marginals and a best
assignment.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import NONE_OF_THEM, entry, kernel
from rcr.engines.junction_tree.messages import Work, begin, belief, finish, move_focus, put
from rcr.engines.junction_tree.tree import INNER, PARENT, SIZE, Axes, Tree


@entry
def node_marginal(
    t: Tree, axes: Axes, w: Work, c: int, node: int, out: np.ndarray, sums: bool
) -> None:
    """out[x] = marginal of a node of clique c in its component."""
    move_focus(t, w, c, sums)
    belief(t, w, c, NONE_OF_THEM, NONE_OF_THEM)
    for i in range(axes.node_ptr[c], axes.node_ptr[c + 1]):
        if axes.nodes[i] == node:
            stride, d = axes.stride[i], axes.card[i]
            begin(out, w.spare, 0, d, sums)
            for e in range(t.clique[c, SIZE]):
                put(out, w.spare, 0, (e // stride) % d, w.table[e], sums)
            finish(out, w.spare, 0, d, sums)


# states whose values differ by less than this count as tied when an assignment is read off
TIE_LOGS = 1e-9


@kernel
def _disagreements(
    axes: Axes,
    c: int,
    e: int,
    con_var: np.ndarray,
    var_ptr: np.ndarray,
    var_con: np.ndarray,
    states: np.ndarray,
) -> int:
    """How many constraints between the states of entry e of clique c and states already chosen are
    violated.
    """
    n, count = len(var_ptr) - 1, 0
    for i in range(axes.node_ptr[c], axes.node_ptr[c + 1]):
        node, x = axes.nodes[i], (e // axes.stride[i]) % axes.card[i]
        if node >= n:
            other = states[con_var[node - n]]
            count += other >= 0 and other != x
        else:
            for j in range(var_ptr[node], var_ptr[node + 1]):
                other = states[n + var_con[j]]
                count += other >= 0 and other != x
    return count


@entry
def trace_back(
    t: Tree,
    axes: Axes,
    w: Work,
    con_var: np.ndarray,
    var_ptr: np.ndarray,
    var_con: np.ndarray,
    states: np.ndarray,
) -> None:
    """A best assignment of all nodes, after ``start``; among tied states those that agree with
    what was chosen before.
    """
    for c in range(len(t.clique)):
        first, stop = 0, t.clique[c, SIZE]
        if t.clique[c, PARENT] >= 0:
            for i in range(axes.node_ptr[c], axes.node_ptr[c] + axes.shared[c]):
                first += states[axes.nodes[i]] * axes.stride[i]
            stop = first + t.clique[c, INNER]
        belief(t, w, c, t.clique[c, PARENT], NONE_OF_THEM)
        high = -np.inf
        for e in range(first, stop):
            high = max(high, w.table[e])
        best, fewest, ties = first, -1, 0
        for e in range(first, stop):
            if w.table[e] >= high - TIE_LOGS:
                ties += 1
        for e in range(first, stop):
            if w.table[e] >= high - TIE_LOGS:
                count = (
                    _disagreements(axes, c, e, con_var, var_ptr, var_con, states) if ties > 1 else 0
                )
                if fewest < 0 or count < fewest:
                    best, fewest = e, count
        for i in range(axes.node_ptr[c], axes.node_ptr[c + 1]):
            states[axes.nodes[i]] = (best // axes.stride[i]) % axes.card[i]
