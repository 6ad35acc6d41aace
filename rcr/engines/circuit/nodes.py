"""An arithmetic circuit as flat arrays: leaves, products and sums with their children and
parents.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
from rcr.relaxation import Ground

# kinds of nodes; a sum is a maximum when the MPE value is asked for
LEAF, PRODUCT, SUM = 0, 1, 2
# what a leaf stands for; its index counts constants (0 and 1), states of variables, θ, entries of
# factors, of unary factors
CONSTANT, INDICATOR, THETA, PARAMETER, UNARY = range(5)
# columns of Nodes.con, as Compilation.build fills them
CARD, OFFSET, COMPONENT, CLONE_COMPONENT = range(4)


class Nodes(NamedTuple):
    """The circuit of one relaxation without its root, the product of the components' tops; nothing
    depends on θ.

    Leaves come first, then the inner nodes of one component after the other, children before
    parents. No inner node belongs to two components.
    """

    kind: np.ndarray
    child_ptr: np.ndarray  # node i has the children child[child_ptr[i]:child_ptr[i + 1]]
    child: np.ndarray
    parent_ptr: np.ndarray
    parent: np.ndarray
    source: np.ndarray  # what each leaf stands for …
    where: np.ndarray  # … which one of them …
    constant: np.ndarray  # … and its log value, 0 for θ
    indicator: np.ndarray  # the leaf of each state of each variable, -1 where zeros have pruned it
    theta: np.ndarray  # the leaf of each entry of θ, likewise
    span: np.ndarray  # component c has the inner nodes span[c]:span[c + 1]
    top: np.ndarray  # the node with the value of each component
    con: (
        np.ndarray
    )  # one row a constraint: states, where its θ starts, the components of X and of X_i


@inner
def used(
    child_ptr: np.ndarray, child: np.ndarray, n_nodes: int, n_leaves: int, top: np.ndarray
) -> np.ndarray:
    """Which nodes the components' tops depend on; zeros leave others behind."""
    needed = np.zeros(n_nodes, np.bool_)
    for c in range(len(top)):
        needed[top[c]] = True
    for i in range(n_nodes - 1, n_leaves - 1, -1):
        if needed[i]:
            for j in range(child_ptr[i], child_ptr[i + 1]):
                needed[child[j]] = True
    return needed


@inner
def _parents(child_ptr: np.ndarray, child: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The parents of every node, in ascending order."""
    n = len(child_ptr) - 1
    parent_ptr, parent = np.zeros(n + 1, np.int64), np.empty(len(child), np.int32)
    for j in range(len(child)):
        parent_ptr[child[j] + 1] += 1
    for i in range(n):
        parent_ptr[i + 1] += parent_ptr[i]
    room = parent_ptr[:-1].copy()
    for i in range(n):
        for j in range(child_ptr[i], child_ptr[i + 1]):
            parent[room[child[j]]] = i
            room[child[j]] += 1
    return parent_ptr, parent


@compiled
def connect(
    g: Ground,
    kind: np.ndarray,
    ptr: np.ndarray,
    child: np.ndarray,
    source: np.ndarray,
    where: np.ndarray,
    end: np.ndarray,
    top: np.ndarray,
    con: np.ndarray,
) -> Nodes:
    """Keep the nodes that are used, number them anew in the same order, and find everybody's
    parents.
    """
    n_leaves = len(source)
    n_all = end[-1] if len(end) else n_leaves
    needed = used(ptr, child, n_all, n_leaves, top)
    number = np.full(n_all, -1, np.int32)
    n, n_edges, leaves = 0, 0, 0
    for i in range(n_all):
        if needed[i]:
            number[i] = n
            n += 1
            n_edges += ptr[i + 1] - ptr[i]
            leaves += i < n_leaves
    new_kind, new_ptr, new_child = (
        np.empty(n, np.uint8),
        np.zeros(n + 1, np.int64),
        np.empty(n_edges, np.int32),
    )
    new_source, new_where, constant = (
        np.empty(leaves, np.uint8),
        np.empty(leaves, np.int64),
        np.zeros(leaves),
    )
    indicator, theta = (
        np.full(len(g.unary), -1, np.int32),
        np.full(2 * g.theta_ptr[-1], -1, np.int32),
    )
    edge = 0
    for i in range(n_all):
        new = number[i]
        if new < 0:
            continue
        new_kind[new] = kind[i]
        for j in range(ptr[i], ptr[i + 1]):
            new_child[edge] = number[child[j]]
            edge += 1
        new_ptr[new + 1] = edge
        if i < n_leaves:
            index = where[i]
            new_source[new], new_where[new] = source[i], index
            if source[i] == INDICATOR:
                indicator[index] = new
            elif source[i] == THETA:
                theta[index] = new
            elif source[i] == PARAMETER:
                constant[new] = g.tables[index]
            elif source[i] == UNARY:
                constant[new] = g.unary[index]
            elif index == 0:
                constant[new] = -np.inf
    span, new_top = np.full(len(end) + 1, leaves, np.int64), np.empty(len(top), np.int64)
    i = n_leaves
    for c in range(len(end)):
        span[c + 1], new_top[c] = span[c], number[top[c]]
        while i < end[c]:
            span[c + 1] += needed[i]
            i += 1
    parent_ptr, parent = _parents(new_ptr, new_child)
    return Nodes(
        new_kind,
        new_ptr,
        new_child,
        parent_ptr,
        parent,
        new_source,
        new_where,
        constant,
        indicator,
        theta,
        span,
        new_top,
        con,
    )
