"""A clique forest laid out as flat arrays: tables, separators, index maps and the places where θ
enters.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
from rcr.engines.junction_tree.cliques import CliqueForest
from rcr.relaxation import Ground

# columns of Tree.clique
(
    TABLE,
    SIZE,
    PARENT,
    DEPTH,
    COMPONENT,
    SEP,
    INNER,
    MESSAGE,
    MAP,
    FIRST_CHILD,
    LAST_CHILD,
    FIRST_THETA,
    LAST_THETA,
) = range(13)
# columns of Tree.con
CARD, THETA, CLIQUE, STRIDE, CLONE_CLIQUE, CLONE_STRIDE = range(6)
# columns of Tree.attached
ATT_CON, ATT_THETA, ATT_STRIDE, ATT_CARD = range(4)


class Tree(NamedTuple):
    """The junction forest of one relaxation; nothing in it depends on θ. One row a clique, so that
    its facts lie together.

    A clique's table has the nodes shared with its parent as slowest axes, so a message to the
    parent reduces contiguous blocks; a message to or from child c goes through ``maps`` (entry
    of the parent's table → entry of the separator).
    """

    clique: np.ndarray  # parents before children, components one after the other
    child: np.ndarray  # children of clique c: child[FIRST_CHILD:LAST_CHILD]
    attached: np.ndarray  # θ vectors that enter at clique c: rows FIRST_THETA:LAST_THETA
    con: np.ndarray  # where θ(X) and θ(X_i) of each relaxed constraint enter; -1 if it is recovered
    maps: np.ndarray
    base: np.ndarray  # factors and unary tables, clique by clique
    sizes: np.ndarray  # [components, messages, largest table, most states, length of half of θ]


class Axes(NamedTuple):
    """The nodes of each clique with their strides and numbers of states; the first ``shared`` are
    shared with the parent.
    """

    node_ptr: np.ndarray
    nodes: np.ndarray
    shared: np.ndarray
    stride: np.ndarray
    card: np.ndarray


@inner
def expand(cards: np.ndarray, strides: np.ndarray, out: np.ndarray) -> None:
    """out[e] = Σ digit·stride for every entry e of a table with these axes, built up from the
    fastest axis.
    """
    out[0] = 0
    block = 1
    for axis in range(len(cards) - 1, -1, -1):
        for x in range(1, cards[axis]):
            shift = x * strides[axis]
            for e in range(block):
                out[x * block + e] = out[e] + shift
        block *= cards[axis]


@inner
def _axes(g: Ground, forest: CliqueForest) -> Axes:
    n, nodes = len(g.card), forest.nodes
    stride, card = np.empty(len(nodes), np.int64), np.empty(len(nodes), np.int64)
    for c in range(len(forest.parent)):
        size = 1
        for i in range(forest.node_ptr[c + 1] - 1, forest.node_ptr[c] - 1, -1):
            v = nodes[i]
            card[i] = g.card[v] if v < n else g.card[g.con_var[v - n]]
            stride[i] = size
            size *= card[i]
    return Axes(forest.node_ptr, nodes, forest.shared, stride, card)


@inner
def _cliques(axes: Axes, forest: CliqueForest) -> tuple[np.ndarray, np.ndarray, int, int, int]:
    """The rows of the cliques (without θ), and the children in one list."""
    n_cliques, node_ptr = len(forest.parent), axes.node_ptr
    rows = np.zeros((n_cliques, 13), np.int64)
    table = message = index = 0
    n_children = np.zeros(n_cliques + 1, np.int64)
    for c in range(n_cliques):
        i = node_ptr[c]
        p, size, sep = forest.parent[c], 1, 1
        if node_ptr[c + 1] > i:
            size = axes.stride[i] * axes.card[i]
        for j in range(i, i + forest.shared[c]):
            sep *= axes.card[j]
        row = rows[c]
        row[TABLE], row[SIZE], row[PARENT], row[COMPONENT] = table, size, p, forest.component[c]
        row[SEP], row[INNER], row[MESSAGE], row[MAP] = sep, size // sep, message, index
        table += size
        if p >= 0:
            row[DEPTH] = rows[p, DEPTH] + 1
            message += 2 * sep
            index += rows[p, SIZE]
            n_children[p + 1] += 1
    first = np.cumsum(n_children)
    child = np.empty(first[n_cliques], np.int64)
    for c in range(n_cliques):
        rows[c, FIRST_CHILD] = rows[c, LAST_CHILD] = first[c]
    for c in range(n_cliques):
        p = forest.parent[c]
        if p >= 0:
            child[rows[p, LAST_CHILD]] = c
            rows[p, LAST_CHILD] += 1
    return rows, child, table, message, index


@inner
def _fill_maps(
    rows: np.ndarray,
    axes: Axes,
    forest: CliqueForest,
    place: np.ndarray,
    strides: np.ndarray,
    maps: np.ndarray,
) -> None:
    for c in range(len(rows)):
        p = forest.parent[c]
        if p < 0:
            continue
        i = axes.node_ptr[c]
        for j in range(i, i + forest.shared[c]):
            place[axes.nodes[j]] = axes.stride[j] // rows[c, INNER]
        j, k = axes.node_ptr[p], axes.node_ptr[p + 1]
        for at in range(j, k):
            strides[at - j] = place[axes.nodes[at]]
        expand(axes.card[j:k], strides, maps[rows[c, MAP] : rows[c, MAP] + rows[p, SIZE]])
        for j in range(i, i + forest.shared[c]):
            place[axes.nodes[j]] = 0


@inner
def _fill_tables(
    g: Ground,
    recovered: np.ndarray,
    rows: np.ndarray,
    axes: Axes,
    forest: CliqueForest,
    place: np.ndarray,
    strides: np.ndarray,
    base: np.ndarray,
) -> None:
    """Every factor once, every variable's unary table once (at the clique nearest the root)."""
    n = len(g.card)
    index = np.empty(rows[:, SIZE].max() if len(rows) else 1, np.int64)
    for f in range(len(g.factor_ptr) - 1):
        c = forest.factor_clique[f]
        size, table = 1, rows[c, TABLE]
        for k in range(g.factor_ptr[f + 1] - 1, g.factor_ptr[f] - 1, -1):
            place[g.con_var[k] if recovered[k] else n + k] = size
            size *= g.card[g.con_var[k]]
        i, j = axes.node_ptr[c], axes.node_ptr[c + 1]
        for at in range(i, j):
            strides[at - i] = place[axes.nodes[at]]
        expand(axes.card[i:j], strides, index)
        for e in range(rows[c, SIZE]):
            base[table + e] += g.tables[g.table_ptr[f] + index[e]]
        for k in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
            place[g.con_var[k] if recovered[k] else n + k] = 0
    for v in range(n):
        c = forest.top[v]
        table = rows[c, TABLE]
        for i in range(axes.node_ptr[c], axes.node_ptr[c + 1]):
            if axes.nodes[i] == v:
                for e in range(rows[c, SIZE]):
                    base[table + e] += g.unary[
                        g.unary_ptr[v] + (e // axes.stride[i]) % axes.card[i]
                    ]


@inner
def _stride(axes: Axes, c: int, node: int) -> int:
    """The stride of a node in the table of clique c, 0 if it is not in it."""
    for i in range(axes.node_ptr[c], axes.node_ptr[c + 1]):
        if axes.nodes[i] == node:
            return axes.stride[i]
    return 0


@inner
def _attach_theta(
    g: Ground, recovered: np.ndarray, rows: np.ndarray, axes: Axes, forest: CliqueForest
) -> tuple[np.ndarray, np.ndarray]:
    """θ(X) enters at the clique with X nearest to the clone's clique, θ(X_i) at the clone's
    clique.
    """
    n, n_con = len(g.card), len(g.con_var)
    con = np.full((n_con, 6), -1, np.int64)
    counts = np.zeros(len(rows) + 1, np.int64)
    for k in range(n_con):
        v = g.con_var[k]
        con[k, CARD], con[k, THETA] = g.card[v], g.theta_ptr[k]
        if recovered[k]:
            continue
        here, there = forest.top[v], forest.factor_clique[g.con_factor[k]]
        if forest.component[here] == forest.component[there]:
            c = there
            while c > here and _stride(axes, c, v) == 0:  # ancestors have smaller numbers
                c = forest.parent[c]
            here = max(c, here)
        con[k, CLIQUE], con[k, STRIDE] = here, _stride(axes, here, v)
        con[k, CLONE_CLIQUE], con[k, CLONE_STRIDE] = there, _stride(axes, there, n + k)
        counts[here + 1] += 1
        counts[there + 1] += 1
    first = np.cumsum(counts)
    for c in range(len(rows)):
        rows[c, FIRST_THETA] = rows[c, LAST_THETA] = first[c]
    attached = np.empty((first[len(rows)], 4), np.int64)
    for side in range(2):
        for k in range(n_con):
            if not recovered[k]:
                c = con[k, CLIQUE + 2 * side]
                row = attached[rows[c, LAST_THETA]]
                rows[c, LAST_THETA] += 1
                row[ATT_CON], row[ATT_CARD], row[ATT_STRIDE] = (
                    k,
                    con[k, CARD],
                    con[k, STRIDE + 2 * side],
                )
                row[ATT_THETA] = con[k, THETA] + side * g.theta_ptr[n_con]
    return con, attached


@compiled
def build_tree(g: Ground, recovered: np.ndarray, forest: CliqueForest) -> tuple[Tree, Axes]:
    """Lay the forest out. The caller has checked that its size fits the memory limit."""
    n_con, n_cliques = len(g.con_var), len(forest.parent)
    axes = _axes(g, forest)
    rows, child, n_entries, n_messages, n_maps = _cliques(axes, forest)
    maps, base = np.empty(n_maps, np.int32), np.zeros(n_entries)
    place = np.zeros(len(g.card) + n_con, np.int64)  # stride of each node in the table at hand
    strides = np.zeros(len(axes.nodes) + 1, np.int64)
    _fill_maps(rows, axes, forest, place, strides, maps)
    _fill_tables(g, recovered, rows, axes, forest, place, strides, base)
    con, attached = _attach_theta(g, recovered, rows, axes, forest)
    sizes = np.ones(5, np.int64)
    sizes[0], sizes[1], sizes[4] = (
        forest.component[n_cliques - 1] + 1 if n_cliques else 0,
        n_messages,
        g.theta_ptr[n_con],
    )
    for c in range(n_cliques):
        sizes[2] = max(sizes[2], rows[c, SIZE])
    for v in range(len(g.card)):
        sizes[3] = max(sizes[3], g.card[v])
    return Tree(rows, child, attached, con, maps, base, sizes), axes
