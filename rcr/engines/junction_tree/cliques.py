"""The clique forest of a relaxation: maximal cliques of an elimination and the tree edges between
them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled
from rcr.engines.junction_tree.elimination import Elimination
from rcr.relaxation import Ground


class CliqueForest(NamedTuple):
    """Maximal cliques over nodes (variable v is node v, the clone of constraint k is node n + k),
    parents before children.
    """

    node_ptr: np.ndarray
    nodes: np.ndarray  # nodes shared with the parent come first
    parent: np.ndarray  # -1 for a root
    shared: np.ndarray  # how many nodes are shared with the parent
    component: np.ndarray
    factor_clique: np.ndarray  # the clique that holds each factor's table
    top: np.ndarray  # the clique nearest the root that contains each variable


@compiled
def _first(position: np.ndarray, nodes: np.ndarray) -> int:
    best = -1
    for v in nodes:
        if best < 0 or position[v] < position[best]:
            best = v
    return best


@compiled
def clique_forest(g: Ground, recovered: np.ndarray, el: Elimination) -> CliqueForest:
    """The maximal cliques and the tree edges between them.

    Bag b < F is a factor with at least one relaxed clone; bag F + v is variable v with its
    later neighbours. A bag that equals what its child shares with it is absorbed by that child.
    """
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    n_bags = n_factors + n
    rank = np.empty(n_bags, np.int64)  # bags in elimination order: factors first
    shared_ptr = np.zeros(n_bags + 1, np.int64)
    for f in range(n_factors):
        count = 0
        for k in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
            count += recovered[k]
        shared_ptr[f + 1] = shared_ptr[f] + count
        rank[f] = f
    for v in range(n):
        shared_ptr[n_factors + v + 1] = (
            shared_ptr[n_factors + v] + el.later_ptr[v + 1] - el.later_ptr[v]
        )
    rank[n_factors:] = n_factors + np.argsort(el.position, kind="mergesort")
    shared = np.empty(shared_ptr[n_bags], np.int64)
    is_bag = np.ones(n_bags, np.bool_)
    up = np.full(n_bags, -1, np.int64)
    for f in range(n_factors):
        i = shared_ptr[f]
        for k in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
            if recovered[k]:
                shared[i] = g.con_var[k]
                i += 1
        is_bag[f] = i - shared_ptr[f] < g.factor_ptr[f + 1] - g.factor_ptr[f]
    for v in range(n):
        b = n_factors + v
        shared[shared_ptr[b] : shared_ptr[b + 1]] = el.later[el.later_ptr[v] : el.later_ptr[v + 1]]
    for b in range(n_bags):
        if shared_ptr[b + 1] > shared_ptr[b]:
            up[b] = n_factors + _first(el.position, shared[shared_ptr[b] : shared_ptr[b + 1]])
    # absorption: host[b] is the bag whose nodes include those of b
    host = np.full(n_bags, -1, np.int64)
    for i in range(n_bags):
        b = rank[i]
        if not is_bag[b]:
            continue
        if host[b] < 0:
            host[b] = b
        u = up[b]
        if (
            u >= 0
            and host[u] < 0
            and shared_ptr[b + 1] - shared_ptr[b] == shared_ptr[u + 1] - shared_ptr[u] + 1
        ):
            host[u] = host[b]
    # the parent of a surviving bag is the host of the first bag up the chain that it did not absorb
    parent_bag, last = np.full(n_bags, -1, np.int64), np.full(n_bags, -1, np.int64)
    n_cliques = 0
    for b in range(n_bags):
        if is_bag[b] and host[b] == b:
            n_cliques += 1
            w = b
            while up[w] >= 0 and host[up[w]] == b:
                w = up[w]
            last[b] = w
            if up[w] >= 0:
                parent_bag[b] = host[up[w]]
    # number cliques so that parents come first and a subtree is contiguous
    first_child, sibling = np.full(n_bags, -1, np.int64), np.full(n_bags, -1, np.int64)
    for i in range(n_bags - 1, -1, -1):
        b = rank[i]
        if is_bag[b] and host[b] == b and parent_bag[b] >= 0:
            p = parent_bag[b]
            sibling[b] = first_child[p]
            first_child[p] = b
    number, bag_of = np.full(n_bags, -1, np.int64), np.empty(n_cliques, np.int64)
    parent, component = np.empty(n_cliques, np.int64), np.empty(n_cliques, np.int64)
    stack = np.empty(n_cliques + 1, np.int64)
    c, n_components = 0, 0
    for i in range(n_bags):
        root = rank[i]
        if not is_bag[root] or host[root] != root or parent_bag[root] >= 0:
            continue
        depth = 1
        stack[0] = root
        while depth > 0:
            depth -= 1
            b = stack[depth]
            number[b], bag_of[c], component[c] = c, b, n_components
            parent[c] = number[parent_bag[b]] if parent_bag[b] >= 0 else -1
            c += 1
            child = first_child[b]
            while child >= 0:
                stack[depth] = child
                depth += 1
                child = sibling[child]
        n_components += 1
    node_ptr, n_shared = np.zeros(n_cliques + 1, np.int64), np.zeros(n_cliques, np.int64)
    for c in range(n_cliques):
        b = bag_of[c]
        size = shared_ptr[b + 1] - shared_ptr[b]
        if b < n_factors:
            size = g.factor_ptr[b + 1] - g.factor_ptr[b]
        else:
            size += 1
        node_ptr[c + 1] = node_ptr[c] + size
        if parent[c] >= 0:
            w = last[b]
            n_shared[c] = shared_ptr[w + 1] - shared_ptr[w]
    nodes = np.empty(node_ptr[n_cliques], np.int64)
    mark = np.full(n, -1, np.int64)
    for c in range(n_cliques):
        b, i = bag_of[c], node_ptr[c]
        if parent[c] >= 0:
            w = last[b]
            for j in range(shared_ptr[w], shared_ptr[w + 1]):
                mark[shared[j]] = c
                nodes[i] = shared[j]
                i += 1
        for j in range(shared_ptr[b], shared_ptr[b + 1]):
            if mark[shared[j]] != c:
                nodes[i] = shared[j]
                i += 1
        if b < n_factors:
            for k in range(g.factor_ptr[b], g.factor_ptr[b + 1]):
                if not recovered[k]:
                    nodes[i] = n + k
                    i += 1
        else:
            nodes[i] = b - n_factors
    factor_clique, top = np.empty(n_factors, np.int64), np.full(n, -1, np.int64)
    for f in range(n_factors):
        factor_clique[f] = number[f] if is_bag[f] else number[host[up[f]]]
    for c in range(n_cliques):
        for i in range(node_ptr[c], node_ptr[c + 1]):
            if nodes[i] < n and top[nodes[i]] < 0:
                top[nodes[i]] = c
    return CliqueForest(node_ptr, nodes, parent, n_shared, component, factor_clique, top)
