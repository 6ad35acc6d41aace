"""What a circuit is built from: nodes made once each, and the elimination of one variable on
tables of nodes.

Eliminating a variable multiplies the tables that mention it and sums it out; done with nodes in
place of numbers this leaves a circuit behind (Darwiche 2003, "A differential approach to
inference in Bayesian networks"). Local structure makes it smaller (Chavira and Darwiche 2007,
"Compiling Bayesian networks using variable elimination"): a zero prunes its product, a one is
not multiplied, equal entries of a factor share a leaf, and two nodes with the same children are
one node.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import kernel, routine
from rcr.engines.circuit.nodes import PRODUCT, SUM

ZERO, ONE = 0, 1  # the first two nodes while a circuit is built
GAPS = (1750, 701, 301, 132, 57, 23, 10, 4, 1)  # of a shell sort (Ciura 2001)
# places in Builder.filled and Builder.limit
NODES, POOL, EDGES = 0, 1, 2


class Builder(NamedTuple):
    """The circuit as it grows, and the tables of node ids it grows from.

    The same walk is done twice: once only to add up ``limit``, then with rooms of that size to
    build.
    """

    kind: np.ndarray
    ptr: np.ndarray  # node i has the children child[ptr[i]:ptr[i + 1]]
    child: np.ndarray
    table: np.ndarray  # hash table of the inner nodes, -1 where empty
    # tables of node ids: of the factors, of θ, of what belongs to one variable alone, then messages
    pool: np.ndarray
    filled: np.ndarray  # [nodes so far, length of the pool in use]
    limit: np.ndarray  # upper limits of [nodes, pool, edges], as floats: they may be astronomical
    kids: np.ndarray  # scratch: the children of a product …
    terms: np.ndarray  # … and of a sum
    card: np.ndarray  # the bag at hand: states of each axis, the axis to be summed out last
    digit: np.ndarray  # … the entry reached along each axis
    at: np.ndarray  # … where each of its tables is read in the pool
    stride: np.ndarray  # … and the stride of each table along each axis


@kernel
def _sort(values: np.ndarray, n: int) -> None:
    for gap in GAPS:
        for i in range(gap, n):
            value, j = values[i], i
            while j >= gap and values[j - gap] > value:
                values[j] = values[j - gap]
                j -= gap
            values[j] = value


@kernel
def intern(b: Builder, kind: int, children: np.ndarray, n: int) -> int:
    """The node of this kind with these children, made if there is none yet; ZERO and ONE are not
    among the children.
    """
    if n == 0:
        return ONE if kind == PRODUCT else ZERO
    if n == 1:
        return children[0]
    _sort(children, n)
    code = kind + n
    for i in range(n):
        code = (code ^ children[i]) * 1099511628211
        code ^= code >> 31
    mask = len(b.table) - 1
    slot = code & mask
    while b.table[slot] >= 0:
        node = b.table[slot]
        first, i = b.ptr[node], 0
        if b.kind[node] == kind and b.ptr[node + 1] - first == n:
            while i < n and b.child[first + i] == children[i]:
                i += 1
            if i == n:
                return node
        slot = (slot + 1) & mask
    node = b.filled[NODES]
    b.filled[NODES] += 1
    b.kind[node], b.table[slot] = kind, node
    first = b.ptr[node]
    for i in range(n):
        b.child[first + i] = children[i]
    b.ptr[node + 1] = first + n
    return node


@kernel
def _count_in(b: Builder, nodes: float, pool: float, edges: float) -> None:
    b.limit[NODES] += nodes
    b.limit[POOL] += pool
    b.limit[EDGES] += edges


@routine
def sum_out(b: Builder, n_axes: int, n_tables: int, build: bool) -> int:
    """Multiply the tables of the bag at hand entry by entry and sum its last axis out; returns
    where the result starts.
    """
    out, last = b.filled[POOL], n_axes - 1
    size = 1.0
    for a in range(last):
        b.digit[a] = 0
        size *= b.card[a]
    if not build:
        _count_in(b, size * (b.card[last] + 1), size, size * b.card[last] * (n_tables + 1))
        return out
    for e in range(int(size)):
        n_terms = 0
        for x in range(b.card[last]):
            n, t = 0, 0
            while t < n_tables:
                node = b.pool[b.at[t] + x * b.stride[t, last]]
                if node == ZERO:
                    break
                if node != ONE:
                    b.kids[n] = node
                    n += 1
                t += 1
            if t == n_tables:
                b.terms[n_terms] = intern(b, PRODUCT, b.kids, n)
                n_terms += 1
        b.pool[out + e] = intern(b, SUM, b.terms, n_terms)
        a = last - 1
        while a >= 0:  # count up the axes that stay
            b.digit[a] += 1
            back = b.card[a] if b.digit[a] == b.card[a] else 0
            for t in range(n_tables):
                b.at[t] += (1 - back) * b.stride[t, a]
            if back == 0:
                break
            b.digit[a] = 0
            a -= 1
    b.filled[POOL] += int(size)
    return out


@kernel
def _multiply(b: Builder, n_axes: int, s: int, t: int, size: float, build: bool) -> None:
    """Replace table s of the bag at hand by its product with table t, which has ``size``
    entries.
    """
    out, i, j = b.filled[POOL], b.at[s], b.at[t]
    if not build:
        _count_in(b, size, size, 2 * size)
    else:
        for a in range(n_axes):
            b.digit[a] = 0
        for e in range(int(size)):
            x, y, n = b.pool[i], b.pool[j], 0
            if x != ONE:
                b.kids[0], n = x, 1
            if y != ONE:
                b.kids[n] = y
                n += 1
            b.pool[out + e] = ZERO if x == ZERO or y == ZERO else intern(b, PRODUCT, b.kids, n)
            a = n_axes - 1
            while a >= 0:
                if b.stride[s, a] + b.stride[t, a] > 0:
                    b.digit[a] += 1
                    back = b.card[a] if b.digit[a] == b.card[a] else 0
                    i += (1 - back) * b.stride[s, a]
                    j += (1 - back) * b.stride[t, a]
                    if back == 0:
                        break
                    b.digit[a] = 0
                a -= 1
        b.filled[POOL] += int(size)
    b.at[s], step = out, 1
    for a in range(n_axes - 1, -1, -1):
        if b.stride[s, a] + b.stride[t, a] > 0:
            b.stride[s, a], step = step, longer(step, b.card[a])


@kernel
def longer(step: int, card: int) -> int:
    """The stride of the next slower axis; past anything that can be built it stays where it is."""
    return step * card if step < 1 << 40 else step


@routine
def multiply_small(b: Builder, n_axes: int, n_tables: int, build: bool) -> int:
    """Multiply tables of the bag at hand that span little of it: a product with two children for
    each of their entries instead of one more child for each entry of the bag. Returns how many
    tables are left.
    """
    size = 1.0
    for a in range(n_axes):
        size *= b.card[a]
    s = 0
    while s < n_tables:
        t = s + 1
        while t < n_tables:
            both = 1.0
            for a in range(n_axes):
                if b.stride[s, a] + b.stride[t, a] > 0:
                    both *= b.card[a]
            if 3 * both >= size:
                t += 1
                continue
            _multiply(b, n_axes, s, t, both, build)
            n_tables -= 1
            for row in range(t, n_tables):
                b.at[row] = b.at[row + 1]
                for a in range(n_axes):
                    b.stride[row, a] = b.stride[row + 1, a]
        s += 1
    return n_tables
