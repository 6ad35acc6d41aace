"""Messages on the junction forest and the pair table M of a constraint: the compiled inner loops.

All messages towards one *focus* clique in each component are valid at any time. To treat
constraint (X, X_i) the focus moves to the clique where θ(X) enters; X is carried as an extra
index along the path to the clique of X_i, where M(x, y) is read off; after θ has changed only
the messages on that path are renewed. Off-path messages stay valid.

``sums`` selects the semiring: False is max-product (MPE), True is sum-product (partition function).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import NONE_OF_THEM, compiled, entry, kernel
from rcr.engines.junction_tree.tree import (
    ATT_CARD,
    ATT_CON,
    ATT_STRIDE,
    ATT_THETA,
    COMPONENT,
    DEPTH,
    FIRST_CHILD,
    FIRST_THETA,
    INNER,
    LAST_CHILD,
    LAST_THETA,
    MAP,
    MESSAGE,
    PARENT,
    SEP,
    SIZE,
    TABLE,
    Tree,
)

# places in Work.note
PATH, FLIP, JOINT = 0, 1, 2


class Work(NamedTuple):
    """What changes while θ changes: one of these belongs to one computation and is never shared."""

    phi: np.ndarray  # base tables with θ
    msg: (
        np.ndarray
    )  # for each clique with a parent: the message to the parent, then the message from it
    value: np.ndarray  # log value of each component
    focus: np.ndarray  # focus clique of each component
    table: np.ndarray  # scratch: one clique's table with messages
    carry: np.ndarray  # scratch: messages along the path with X as an extra index
    path: np.ndarray  # scratch: [cliques on the path, where their carried messages start]
    spare: np.ndarray  # scratch for reductions
    pair: np.ndarray  # M(x, y) at x·d + y where X and X_i lie in one component …
    left: np.ndarray  # … and its two marginals where they are independent
    right: np.ndarray
    note: np.ndarray  # [path length, carried from X_i's side?, X and X_i in one component?]


@compiled
def new_work(t: Tree) -> Work:
    n_components, n_messages, largest, d = t.sizes[0], t.sizes[1], t.sizes[2], t.sizes[3]
    return Work(
        np.empty(len(t.base)),
        np.empty(n_messages),
        np.empty(n_components),
        np.empty(n_components, np.int64),
        np.empty(largest),
        np.empty(d * (n_messages // 2) + 1),
        np.empty((2, len(t.clique) + 1), np.int64),
        np.empty(d * max(largest, d) + 2 * d * d + 6 * d),
        np.empty(d * d),
        np.empty(d),
        np.empty(d),
        np.zeros(3, np.int64),
    )


@kernel
def reduce(values: np.ndarray, start: int, stop: int, sums: bool) -> float:
    """The largest value of a stretch of an array, or log Σ exp of it; exact for ``-inf``."""
    high = -np.inf
    for e in range(start, stop):
        if values[e] > high:
            high = values[e]
    if not sums or high == -np.inf:
        return high
    total = 0.0
    for e in range(start, stop):
        total += np.exp(values[e] - high)
    return high + np.log(total)


@kernel
def put(out: np.ndarray, spare: np.ndarray, o: int, s: int, value: float, sums: bool) -> None:
    """Reduce one more value into out[o + s]; for sums, spare[s] holds the sum relative to the
    largest so far.
    """
    high = out[o + s]
    if value > high:
        out[o + s] = value
        if sums:
            spare[s] = spare[s] * np.exp(high - value) + 1.0
    elif sums and value > -np.inf:
        spare[s] += np.exp(value - high)


@kernel
def begin(out: np.ndarray, spare: np.ndarray, o: int, n: int, sums: bool) -> None:
    """Start n reductions at out[o:]."""
    for s in range(n):
        out[o + s] = -np.inf
    if sums:
        for s in range(n):
            spare[s] = 0.0


@kernel
def finish(out: np.ndarray, spare: np.ndarray, o: int, n: int, sums: bool) -> None:
    """Finish n reductions at out[o:]."""
    if sums:
        for s in range(n):
            if out[o + s] > -np.inf:
                out[o + s] += np.log(spare[s])


@kernel
def attach(t: Tree, theta: np.ndarray, c: int, skip: int, out: np.ndarray, o: int) -> None:
    """Write the table of clique c with θ, all but that of constraint ``skip``, to out[o:]."""
    first, size = t.clique[c, TABLE], t.clique[c, SIZE]
    for e in range(size):
        out[o + e] = t.base[first + e]
    for a in range(t.clique[c, FIRST_THETA], t.clique[c, LAST_THETA]):
        if t.attached[a, ATT_CON] == skip:
            continue
        th, stride, d = t.attached[a, ATT_THETA], t.attached[a, ATT_STRIDE], t.attached[a, ATT_CARD]
        e = o
        while e < o + size:
            for x in range(d):
                value = theta[th + x]
                for _ in range(stride):
                    out[e] += value
                    e += 1


@kernel
def collect(t: Tree, w: Work, c: int, skip: int, also: int) -> None:
    """Add to w.table, which holds a table of clique c, the messages from all neighbours but
    ``skip`` and ``also``.
    """
    p, size = t.clique[c, PARENT], t.clique[c, SIZE]
    if p >= 0 and p != skip and p != also:
        sep, inner = t.clique[c, SEP], t.clique[c, INNER]
        m, e = t.clique[c, MESSAGE] + sep, 0
        for s in range(sep):
            value = w.msg[m + s]
            for _ in range(inner):
                w.table[e] += value
                e += 1
    for i in range(t.clique[c, FIRST_CHILD], t.clique[c, LAST_CHILD]):
        child = t.child[i]
        if child != skip and child != also:
            m, a = t.clique[child, MESSAGE], t.clique[child, MAP]
            for e in range(size):
                w.table[e] += w.msg[m + t.maps[a + e]]


@kernel
def belief(t: Tree, w: Work, c: int, skip: int, also: int) -> None:
    """w.table = the table of clique c with θ and the messages from all neighbours but ``skip`` and
    ``also``.
    """
    first = t.clique[c, TABLE]
    for e in range(t.clique[c, SIZE]):
        w.table[e] = w.phi[first + e]
    collect(t, w, c, skip, also)


@kernel
def send(t: Tree, w: Work, c: int, to: int, sums: bool) -> None:
    """The message from clique c to its neighbour ``to``."""
    belief(t, w, c, to, NONE_OF_THEM)
    if to == t.clique[c, PARENT]:
        m, inner, e = t.clique[c, MESSAGE], t.clique[c, INNER], 0
        for s in range(t.clique[c, SEP]):
            w.msg[m + s] = reduce(w.table, e, e + inner, sums)
            e += inner
    else:
        sep, a = t.clique[to, SEP], t.clique[to, MAP]
        m = t.clique[to, MESSAGE] + sep
        begin(w.msg, w.spare, m, sep, sums)
        for e in range(t.clique[c, SIZE]):
            put(w.msg, w.spare, m, t.maps[a + e], w.table[e], sums)
        finish(w.msg, w.spare, m, sep, sums)


@kernel
def distance(t: Tree, a: int, b: int) -> int:
    steps = 0
    while a != b:
        if t.clique[a, DEPTH] < t.clique[b, DEPTH]:
            a, b = b, a
        a = t.clique[a, PARENT]
        steps += 1
    return steps


@kernel
def find_path(t: Tree, w: Work, a: int, b: int) -> int:
    """Write the cliques from a to b to w.path and return how many there are."""
    n = distance(t, a, b) + 1
    i, j = 0, n - 1
    while a != b:
        if t.clique[a, DEPTH] >= t.clique[b, DEPTH]:
            w.path[0, i] = a
            a = t.clique[a, PARENT]
            i += 1
        else:
            w.path[0, j] = b
            b = t.clique[b, PARENT]
            j -= 1
    w.path[0, i] = a
    return n


@kernel
def move_focus(t: Tree, w: Work, to: int, sums: bool) -> None:
    component = t.clique[to, COMPONENT]
    if w.focus[component] != to:
        n = find_path(t, w, w.focus[component], to)
        for i in range(n - 1):
            send(t, w, w.path[0, i], w.path[0, i + 1], sums)
        w.focus[component] = to


@entry
def start(t: Tree, w: Work, theta: np.ndarray, sums: bool) -> None:
    """Make everything valid for this θ: tables, messages to the roots, the value of each
    component.
    """
    for c in range(len(t.clique)):
        attach(t, theta, c, NONE_OF_THEM, w.phi, t.clique[c, TABLE])
    for c in range(len(t.clique) - 1, -1, -1):
        if t.clique[c, PARENT] >= 0:
            send(t, w, c, t.clique[c, PARENT], sums)
        else:
            belief(t, w, c, NONE_OF_THEM, NONE_OF_THEM)
            w.focus[t.clique[c, COMPONENT]] = c
            w.value[t.clique[c, COMPONENT]] = reduce(w.table, 0, t.clique[c, SIZE], sums)
