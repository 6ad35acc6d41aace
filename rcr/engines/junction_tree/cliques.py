"""The clique forest of a relaxation: maximal cliques of an elimination and the tree edges between
them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
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


@inner
def _first(position: np.ndarray, nodes: np.ndarray) -> int:
    best = -1
    for v in nodes:
        if best < 0 or position[v] < position[best]:
            best = v
    return best


class Bags(NamedTuple):
    """Bag b < F is a factor with at least one relaxed clone; bag F + v is variable v with its later
    neighbours.
    """

    rank: np.ndarray  # the bags in elimination order: factors first
    shared_ptr: np.ndarray
    shared: np.ndarray  # what bag b shares with bags after it: shared[shared_ptr[b]:...]
    up: np.ndarray  # the next bag that holds all of what is shared, -1 for none
    host: np.ndarray  # the bag whose nodes include those of b, b itself if it is a maximal clique


class Numbering(NamedTuple):
    """The maximal cliques in an order in which parents come first and a subtree is contiguous."""

    number: np.ndarray  # of the clique that a bag is, -1 for an absorbed one
    bag: np.ndarray  # of each clique
    last: np.ndarray  # the last bag up the chain that a bag has absorbed
    parent: np.ndarray
    component: np.ndarray


@inner
def _find_bags(g: Ground, recovered: np.ndarray, el: Elimination) -> Bags:
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    n_bags = n_factors + n
    rank = np.empty(n_bags, np.int64)
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
    at = np.zeros(n + 1, np.int64)  # those of one rank by number, as each component has its own
    for v in range(n):
        at[el.position[v] + 1] += 1
    at = np.cumsum(at)
    for v in range(n):
        rank[n_factors + at[el.position[v]]] = n_factors + v
        at[el.position[v]] += 1
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
        for i in range(el.later_ptr[v + 1] - el.later_ptr[v]):
            shared[shared_ptr[b] + i] = el.later[el.later_ptr[v] + i]
    for b in range(n_bags):
        if shared_ptr[b + 1] > shared_ptr[b]:
            up[b] = n_factors + _first(el.position, shared[shared_ptr[b] : shared_ptr[b + 1]])
    return Bags(rank, shared_ptr, shared, up, _absorb(rank, shared_ptr, up, is_bag))


@inner
def _absorb(
    rank: np.ndarray, shared_ptr: np.ndarray, up: np.ndarray, is_bag: np.ndarray
) -> np.ndarray:
    """The host of every bag: one that equals what its child shares with it is absorbed by it."""
    host = np.full(len(rank), -1, np.int64)
    for i in range(len(rank)):
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
    return host


@inner
def _number_cliques(bags: Bags) -> Numbering:
    """The parent of a bag that was not absorbed is the host of the first bag up the chain that it
    did not absorb.
    """
    n_bags, rank, up, host = len(bags.rank), bags.rank, bags.up, bags.host
    parent_bag, last = np.full(n_bags, -1, np.int64), np.full(n_bags, -1, np.int64)
    n_cliques = 0
    for b in range(n_bags):
        if host[b] == b:
            n_cliques += 1
            w = b
            while up[w] >= 0 and host[up[w]] == b:
                w = up[w]
            last[b] = w
            if up[w] >= 0:
                parent_bag[b] = host[up[w]]
    first_child, sibling = np.full(n_bags, -1, np.int64), np.full(n_bags, -1, np.int64)
    for i in range(n_bags - 1, -1, -1):
        b = rank[i]
        if host[b] == b and parent_bag[b] >= 0:
            p = parent_bag[b]
            sibling[b] = first_child[p]
            first_child[p] = b
    number, bag_of = np.full(n_bags, -1, np.int64), np.empty(n_cliques, np.int64)
    parent, component = np.empty(n_cliques, np.int64), np.empty(n_cliques, np.int64)
    stack = np.empty(n_cliques + 1, np.int64)
    c, n_components = 0, 0
    for i in range(n_bags):
        root = rank[i]
        if host[root] != root or parent_bag[root] >= 0:
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
    return Numbering(number, bag_of, last, parent, component)


@inner
def _fill_cliques(
    g: Ground, recovered: np.ndarray, bags: Bags, order: Numbering
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The nodes of every clique, those shared with the parent first, and how many these are."""
    n, n_factors, n_cliques = len(g.card), len(g.factor_ptr) - 1, len(order.bag)
    ptr, shared = bags.shared_ptr, bags.shared
    node_ptr, n_shared = np.zeros(n_cliques + 1, np.int64), np.zeros(n_cliques, np.int64)
    for c in range(n_cliques):
        b = order.bag[c]
        size = ptr[b + 1] - ptr[b] + 1
        if b < n_factors:
            size = g.factor_ptr[b + 1] - g.factor_ptr[b]
        node_ptr[c + 1] = node_ptr[c] + size
        if order.parent[c] >= 0:
            w = order.last[b]
            n_shared[c] = ptr[w + 1] - ptr[w]
    nodes, mark = np.empty(node_ptr[n_cliques], np.int64), np.full(n, -1, np.int64)
    for c in range(n_cliques):
        b, i = order.bag[c], node_ptr[c]
        if order.parent[c] >= 0:
            w = order.last[b]
            for j in range(ptr[w], ptr[w + 1]):
                mark[shared[j]] = c
                nodes[i] = shared[j]
                i += 1
        for j in range(ptr[b], ptr[b + 1]):
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
    return node_ptr, nodes, n_shared


@compiled
def clique_forest(g: Ground, recovered: np.ndarray, el: Elimination) -> CliqueForest:
    """The maximal cliques and the tree edges between them."""
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    bags = _find_bags(g, recovered, el)
    order = _number_cliques(bags)
    node_ptr, nodes, n_shared = _fill_cliques(g, recovered, bags, order)
    factor_clique, top = np.empty(n_factors, np.int64), np.full(n, -1, np.int64)
    for f in range(n_factors):
        holder = f if bags.host[f] >= 0 else bags.up[f]
        factor_clique[f] = order.number[bags.host[holder]]
    for c in range(len(order.bag)):
        for i in range(node_ptr[c], node_ptr[c + 1]):
            if nodes[i] < n and top[nodes[i]] < 0:
                top[nodes[i]] = c
    return CliqueForest(
        node_ptr, nodes, order.parent, n_shared, order.component, factor_clique, top
    )
