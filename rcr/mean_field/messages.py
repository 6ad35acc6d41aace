"""Messages of q and of the expected residual on the kept junction forest: compiled inner loops.

At a focus clique c with all messages towards it valid, ``load`` gives for each entry x_c the log
weight of q and E_q[r | x_c]. A message to a neighbour says both given the separator: log Σ
weight, and the mean of the residual behind the edge. A part that is open across that edge is
left out of the mean; the distribution of its variables behind the edge is carried instead.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import NONE_OF_THEM, kernel, routine
from rcr.engines.junction_tree.tree import (
    COMPONENT,
    DEPTH,
    FIRST_CHILD,
    INNER,
    LAST_CHILD,
    MAP,
    MESSAGE,
    PARENT,
    SEP,
    SIZE,
    TABLE,
    expand,
)
from rcr.mean_field.field import (
    PULL_CARD,
    PULL_ETA,
    PULL_STRIDE,
    RESIDUAL,
    TOTAL,
    WEIGHT,
    Field,
    Kept,
)
from rcr.mean_field.parts import PART, STRIDE, VARIABLE
from rcr.mean_field.spread import CARRIED, CARRIED_STATES, EDGE, ROW_PART, SHIFTS


@kernel
def separator(clique: np.ndarray, maps: np.ndarray, c: int, edge: int, e: int) -> int:
    """Where entry e of clique c lies in the separator of an edge that meets c."""
    return e // clique[c, INNER] if edge == c else maps[clique[edge, MAP] + e]


@routine
def own_places(k: Kept, f: Field, c: int, p: int, but: int) -> None:
    """f.own[e]: the place of entry e of clique c in the table of part p, of the variables in c
    alone; without those in the separator of the edge ``but``.
    """
    first, last = k.node_ptr[c], k.node_ptr[c + 1]
    factor = k.parts.factor[p]
    for i in range(first, last):
        node, f.stride[i - first] = k.nodes[i], 0
        for j in range(k.parts.factor_con[factor], k.parts.factor_con[factor + 1]):
            if k.parts.con[j, PART] == p and k.parts.con[j, VARIABLE] == node:
                f.stride[i - first] = k.parts.con[j, STRIDE]
        if but >= 0:
            for j in range(k.node_ptr[but], k.node_ptr[but] + k.shared[but]):
                if k.nodes[j] == node:
                    f.stride[i - first] = 0
    expand(k.card[first:last], f.stride, f.own)


# what ``combine`` does: the mean of the part into the residuals, its joint probabilities, or what
# is carried on
TO_MEAN, TO_JOINT, TO_CARRIED = range(3)


@routine
def combine(k: Kept, f: Field, c: int, i: int, what: int, but: int, out: int) -> None:
    """Go through the joint states of what is carried into clique c for the part of spread.met[i],
    given each entry of c; what is carried across the edge ``but`` is left out.

    The means are added to the residuals; the probabilities to those of the part, or to what is
    carried across the edge ``but``, from ``out`` on. f.own says where the entries lie in the
    part's table, f.share what they weigh.
    """
    s, last, w = k.spread, k.spread.by_clique[c + 1], f.loaded[WEIGHT]
    p, states, j = s.row[s.met[i], ROW_PART], 1, i
    table = k.parts.table_ptr[p]
    while j < last and s.row[s.met[j], ROW_PART] == p:
        edge = s.row[s.met[j], EDGE]
        if edge != but:
            states *= s.row[s.met[j], CARRIED_STATES + (1 if edge == c else 0)]
        j += 1
    for e in range(k.clique[c, SIZE]):
        if not (w[e] > -np.inf if what == TO_MEAN else f.share[e] > 0):
            continue
        for number in range(states):
            rest, chance, place = number, 1.0, f.own[e]
            for m in range(i, j):
                row = s.met[m]
                edge = s.row[row, EDGE]
                if edge != but:
                    side = 1 if edge == c else 0
                    state = rest % s.row[row, CARRIED_STATES + side]
                    rest //= s.row[row, CARRIED_STATES + side]
                    at = s.row[row, CARRIED + side] + state * k.clique[edge, SEP]
                    chance *= f.carried[at + separator(k.clique, k.maps, c, edge, e)]
                    place += s.shift[s.row[row, SHIFTS + side] + state]
            if chance == 0:
                continue
            if what == TO_MEAN:
                f.loaded[RESIDUAL, e] += chance * f.expected[table + place]
            elif what == TO_JOINT:
                f.joint[table + place] += f.share[e] * chance
            else:
                at = out + f.rank[place] * k.clique[but, SEP]
                f.carried[at + separator(k.clique, k.maps, c, but, e)] += f.share[e] * chance


@routine
def load(k: Kept, f: Field, c: int, to: int) -> None:
    """f.loaded: log weight and expected residual of every entry of clique c, without what comes
    from ``to`` and without η of the variables that enter at c.
    """
    clique, s, w, r = k.clique, k.spread, f.loaded[WEIGHT], f.loaded[RESIDUAL]
    size, first, p = clique[c, SIZE], clique[c, TABLE], clique[c, PARENT]
    for e in range(size):
        w[e], r[e] = k.base[first + e], f.covered[first + e]
    if p >= 0 and p != to:
        m, inner = clique[c, MESSAGE] + clique[c, SEP], clique[c, INNER]
        for e in range(size):
            w[e] += f.message[WEIGHT, m + e // inner]
            r[e] += f.message[RESIDUAL, m + e // inner]
    for i in range(clique[c, FIRST_CHILD], clique[c, LAST_CHILD]):
        child = k.child[i]
        if child != to:
            m, a = clique[child, MESSAGE], clique[child, MAP]
            for e in range(size):
                w[e] += f.message[WEIGHT, m + k.maps[a + e]]
                r[e] += f.message[RESIDUAL, m + k.maps[a + e]]
    across = -1 if to < 0 else c if p == to else to
    i, last = s.by_clique[c], s.by_clique[c + 1]
    while i < last:
        part, j, crosses = s.row[s.met[i], ROW_PART], i, False
        while j < last and s.row[s.met[j], ROW_PART] == part:
            crosses = crosses or s.row[s.met[j], EDGE] == across
            j += 1
        if not crosses:
            own_places(k, f, c, part, NONE_OF_THEM)
            combine(k, f, c, i, TO_MEAN, NONE_OF_THEM, NONE_OF_THEM)
        i = j


@routine
def add_pulls(k: Kept, f: Field, c: int, but: int) -> None:
    """f.table: what is loaded, with η of the variables that enter at clique c, all but one."""
    for e in range(k.clique[c, SIZE]):
        f.table[WEIGHT, e], f.table[RESIDUAL, e] = f.loaded[WEIGHT, e], f.loaded[RESIDUAL, e]
    for i in range(k.pull_ptr[c], k.pull_ptr[c + 1]):
        if i == but:
            continue
        stride, d, first = k.pulls[i, PULL_STRIDE], k.pulls[i, PULL_CARD], k.pulls[i, PULL_ETA]
        e = 0
        while e < k.clique[c, SIZE]:
            for x in range(d):
                pull = f.eta[first + x]
                for _ in range(stride):
                    f.table[WEIGHT, e] += pull
                    if pull > -np.inf:
                        f.table[RESIDUAL, e] -= pull
                    e += 1


@routine
def reduce_to_slots(f: Field, size: int, slots: int) -> None:
    """Of each slot: the largest log weight of its entries, the sum of their weights relative to
    it, and their mean residual; f.own says which entry is in which.
    """
    high, mean, total = f.slot[WEIGHT], f.slot[RESIDUAL], f.slot[TOTAL]
    for s in range(slots):
        high[s], total[s], mean[s] = -np.inf, 0.0, 0.0
    for e in range(size):
        high[f.own[e]] = max(high[f.own[e]], f.table[WEIGHT, e])
    for e in range(size):
        weight = f.table[WEIGHT, e]
        f.share[e] = np.exp(weight - high[f.own[e]]) if weight > -np.inf else 0.0
        total[f.own[e]] += f.share[e]
    for e in range(size):
        if f.share[e] > 0:
            f.share[e] /= total[f.own[e]]
            mean[f.own[e]] += f.share[e] * f.table[RESIDUAL, e]


@routine
def send(k: Kept, f: Field, c: int, to: int) -> None:
    """The message from clique c to its neighbour ``to``, and what is carried with it."""
    clique, s = k.clique, k.spread
    load(k, f, c, to)
    add_pulls(k, f, c, NONE_OF_THEM)
    side = 0 if clique[c, PARENT] == to else 1
    edge, size = c if side == 0 else to, clique[c, SIZE]
    sep = clique[edge, SEP]
    for e in range(size):
        f.own[e] = separator(clique, k.maps, c, edge, e)
    reduce_to_slots(f, size, sep)
    m = clique[edge, MESSAGE] + side * sep
    for x in range(sep):
        high, total = f.slot[WEIGHT, x], f.slot[TOTAL, x]
        f.message[WEIGHT, m + x] = high + np.log(total) if total > 0 else -np.inf
        f.message[RESIDUAL, m + x] = f.slot[RESIDUAL, x]
    i = s.by_clique[c]
    for j in range(i, s.by_clique[c + 1]):
        row = s.row[s.met[j]]
        if row[ROW_PART] != s.row[s.met[i], ROW_PART]:
            i = j
        if row[EDGE] != edge:
            continue
        begin = row[CARRIED + side]
        for x in range(row[CARRIED_STATES + side]):
            f.rank[s.shift[row[SHIFTS + side] + x]] = x
        for x in range(row[CARRIED_STATES + side] * sep):
            f.carried[begin + x] = 0.0
        own_places(k, f, c, row[ROW_PART], edge)
        combine(k, f, c, i, TO_CARRIED, edge, begin)


@routine
def move_to(k: Kept, f: Field, c: int) -> None:
    """Make clique c the focus of its component: messages up to where the ways meet, then down."""
    component, down = k.clique[c, COMPONENT], 0
    a, b = f.focus[component], c
    while a != b:
        if k.clique[a, DEPTH] >= k.clique[b, DEPTH]:
            send(k, f, a, k.clique[a, PARENT])
            a = k.clique[a, PARENT]
        else:
            f.path[down] = b
            down += 1
            b = k.clique[b, PARENT]
    for i in range(down - 1, -1, -1):
        send(k, f, a, f.path[i])
        a = f.path[i]
    f.focus[component] = c


@routine
def begin(k: Kept, f: Field, component: int) -> None:
    """Make the messages towards the root of a component valid, whatever q is."""
    clique, parts = k.clique, k.parts
    first, last = k.first[component], k.first[component + 1]
    for e in range(clique[first, TABLE], clique[last - 1, TABLE] + clique[last - 1, SIZE]):
        f.covered[e] = 0.0
    for i in range(parts.by_component[component], parts.by_component[component + 1]):
        p = parts.listed[i]
        if not k.spread.apart[p]:
            c = k.spread.home[p]
            own_places(k, f, c, p, NONE_OF_THEM)
            for e in range(clique[c, SIZE]):
                f.covered[clique[c, TABLE] + e] += f.expected[parts.table_ptr[p] + f.own[e]]
    for c in range(last - 1, first, -1):
        send(k, f, c, clique[c, PARENT])
    f.focus[component] = first
