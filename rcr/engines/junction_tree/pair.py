"""The pair table M(x, y) of a constraint, and what its change touches: the compiled walk from X to
its clone.
"""

from __future__ import annotations

import numpy as np

from rcr.compiled import NONE_OF_THEM, entry, kernel
from rcr.engines.junction_tree.messages import (
    FLIP,
    JOINT,
    PATH,
    Work,
    attach,
    begin,
    belief,
    collect,
    distance,
    find_path,
    finish,
    move_focus,
    put,
)
from rcr.engines.junction_tree.tree import (
    CARD,
    CLIQUE,
    CLONE_CLIQUE,
    COMPONENT,
    FIRST_CHILD,
    INNER,
    LAST_CHILD,
    MAP,
    MESSAGE,
    PARENT,
    SEP,
    SIZE,
    STRIDE,
    TABLE,
    THETA,
    Tree,
)


@kernel
def _reduce_to_axis(w: Work, size: int, stride: int, d: int, out: np.ndarray, sums: bool) -> None:
    """out[x] = reduction of the entries of w.table whose axis with this stride is in state x."""
    begin(out, w.spare, 0, d, sums)
    e = 0
    while e < size:
        for x in range(d):
            for _ in range(stride):
                put(out, w.spare, 0, x, w.table[e], sums)
                e += 1
    finish(out, w.spare, 0, d, sums)


@kernel
def _first_carry(t: Tree, w: Work, c: int, to: int, stride: int, d: int, sums: bool) -> int:
    """carry[x, s]: clique c reduced to the carried variable and the separator with ``to``; returns
    the separator's size.
    """
    e = 0
    if t.clique[c, PARENT] == to:
        sep, inner = t.clique[c, SEP], t.clique[c, INNER]
        begin(w.carry, w.spare, 0, d * sep, sums)
        for s in range(sep):
            stop = e + inner
            while e < stop:
                for x in range(d):
                    for _ in range(stride):
                        put(w.carry, w.spare, 0, x * sep + s, w.table[e], sums)
                        e += 1
    else:
        sep, a = t.clique[to, SEP], t.clique[to, MAP]
        begin(w.carry, w.spare, 0, d * sep, sums)
        while e < t.clique[c, SIZE]:
            for x in range(d):
                for _ in range(stride):
                    put(w.carry, w.spare, 0, x * sep + t.maps[a + e], w.table[e], sums)
                    e += 1
    finish(w.carry, w.spare, 0, d * sep, sums)
    return sep


@kernel
def _carry_on(
    t: Tree, w: Work, c: int, before: int, to: int, d: int, source: int, dest: int, sums: bool
) -> int:
    """Carry the extra index through clique c, whose table without ``before`` and ``to`` is in
    w.table.
    """
    p = t.clique[c, PARENT]
    n_in = t.clique[c, SEP] if p == before else t.clique[before, SEP]
    n_out = t.clique[c, SEP] if p == to else t.clique[to, SEP]
    a_in, a_out = t.clique[before, MAP], t.clique[to, MAP]
    outer = t.clique[c, SEP] if p in (before, to) else 1
    inner = t.clique[c, INNER] if p in (before, to) else t.clique[c, SIZE]
    for x in range(d):
        i, o, e = source + x * n_in, dest + x * n_out, 0
        begin(w.carry, w.spare, o, n_out, sums)
        for s in range(outer):
            if p == before:
                value = w.carry[i + s]
                for _ in range(inner):
                    put(w.carry, w.spare, o, t.maps[a_out + e], w.table[e] + value, sums)
                    e += 1
            elif p == to:
                for _ in range(inner):
                    put(w.carry, w.spare, o, s, w.table[e] + w.carry[i + t.maps[a_in + e]], sums)
                    e += 1
            else:
                for _ in range(inner):
                    put(
                        w.carry,
                        w.spare,
                        o,
                        t.maps[a_out + e],
                        w.table[e] + w.carry[i + t.maps[a_in + e]],
                        sums,
                    )
                    e += 1
        finish(w.carry, w.spare, o, n_out, sums)
    return n_out


@kernel
def _read_pair(
    t: Tree, w: Work, c: int, before: int, stride: int, d: int, source: int, flip: bool, sums: bool
) -> None:
    """M(x, y) from the last clique's table and the carried messages."""
    from_parent, a = t.clique[c, PARENT] == before, t.clique[before, MAP]
    sep = t.clique[c, SEP] if from_parent else t.clique[before, SEP]
    outer, inner = (sep, t.clique[c, INNER]) if from_parent else (1, t.clique[c, SIZE])
    row = w.spare[d:]
    for x in range(d):
        i, e = source + x * sep, 0
        begin(row, w.spare, 0, d, sums)
        for s in range(outer):
            stop = e + inner
            while e < stop:
                for y in range(d):
                    for _ in range(stride):
                        carried = w.carry[i + s] if from_parent else w.carry[i + t.maps[a + e]]
                        put(row, w.spare, 0, y, w.table[e] + carried, sums)
                        e += 1
        finish(row, w.spare, 0, d, sums)
        for y in range(d):
            if flip:
                w.pair[y * d + x] = row[y]
            else:
                w.pair[x * d + y] = row[y]


@kernel
def _pair_in_clique(t: Tree, w: Work, k: int, c: int, sums: bool) -> None:
    """M(x, y) where X and X_i share a clique."""
    d, s0, s1 = t.con[k, CARD], t.con[k, STRIDE], t.con[k, STRIDE + 2]
    flip = s0 < s1
    wide, narrow = max(s0, s1), min(s0, s1)
    flat, o = w.spare, d * d
    begin(flat, w.spare, o, d * d, sums)
    e, size = 0, t.clique[c, SIZE]
    while e < size:
        for x in range(d):
            stop = e + wide
            while e < stop:
                for y in range(d):
                    for _ in range(narrow):
                        put(flat, w.spare, o, x * d + y, w.table[e], sums)
                        e += 1
    finish(flat, w.spare, o, d * d, sums)
    for x in range(d):
        for y in range(d):
            if flip:
                w.pair[y * d + x] = flat[o + x * d + y]
            else:
                w.pair[x * d + y] = flat[o + x * d + y]


@entry
def pair_table(t: Tree, w: Work, theta: np.ndarray, k: int, sums: bool) -> bool:
    """M(x, y) of constraint k, up to the value of the components it does not touch.

    Returns True where X and X_i lie in one component; M is then in w.pair. Otherwise they are
    independent, and M(x, y) is w.left[x] + w.right[y].
    """
    d, first, last = t.con[k, CARD], t.con[k, CLIQUE], t.con[k, CLONE_CLIQUE]
    joint = t.clique[first, COMPONENT] == t.clique[last, COMPONENT]
    side = 0
    if joint and first != last:
        focus = w.focus[t.clique[first, COMPONENT]]
        if distance(t, focus, last) < distance(t, focus, first):
            side, first, last = 1, last, first
    n, to = 1, NONE_OF_THEM
    for end in range(1 if joint else 2):  # independent: both ends, each in its own component
        c = first if end == 0 else last
        move_focus(t, w, c, sums)
        if joint and first != last:
            n = find_path(t, w, first, last)
            to = w.path[0, 1]
        attach(t, theta, c, k, w.table, 0)
        collect(t, w, c, to, NONE_OF_THEM)
        if not joint:
            _reduce_to_axis(
                w,
                t.clique[c, SIZE],
                t.con[k, STRIDE + 2 * end],
                d,
                w.left if end == 0 else w.right,
                sums,
            )
    w.note[PATH], w.note[FLIP], w.note[JOINT] = n, side, 1 if joint else 0
    if joint and n == 1:
        _pair_in_clique(t, w, k, first, sums)
    elif joint:
        w.path[1, 0] = 0
        w.path[1, 1] = d * _first_carry(t, w, first, to, t.con[k, STRIDE + 2 * side], d, sums)
        for i in range(1, n - 1):
            c, before, to = w.path[0, i], w.path[0, i - 1], w.path[0, i + 1]
            belief(t, w, c, before, to)
            w.path[1, i + 1] = w.path[1, i] + d * _carry_on(
                t, w, c, before, to, d, w.path[1, i - 1], w.path[1, i], sums
            )
        attach(t, theta, last, k, w.table, 0)
        collect(t, w, last, w.path[0, n - 2], NONE_OF_THEM)
        _read_pair(
            t,
            w,
            last,
            w.path[0, n - 2],
            t.con[k, STRIDE + 2 - 2 * side],
            d,
            w.path[1, n - 2],
            side == 1,
            sums,
        )
    return joint


@entry
def commit(t: Tree, w: Work, theta: np.ndarray, k: int, sums: bool) -> None:
    """After θ of k has changed: renew the two tables and the messages on the path just walked by
    ``pair_table``.
    """
    for side in range(2):
        c = t.con[k, CLIQUE + 2 * side]
        if t.clique[c, PARENT] >= 0 or t.clique[c, LAST_CHILD] > t.clique[c, FIRST_CHILD]:
            attach(t, theta, c, NONE_OF_THEM, w.phi, t.clique[c, TABLE])
    if w.note[JOINT] == 0 or w.note[PATH] == 1:
        return
    d, n, th = t.con[k, CARD], w.note[PATH], t.con[k, THETA] + w.note[FLIP] * t.sizes[4]
    for i in range(n - 1):
        c, to = w.path[0, i], w.path[0, i + 1]
        to_parent = t.clique[c, PARENT] == to
        edge = c if to_parent else to
        sep = t.clique[edge, SEP]
        m = t.clique[edge, MESSAGE] + (0 if to_parent else sep)
        begin(w.msg, w.spare, m, sep, sums)
        for x in range(d):
            value, source = theta[th + x], w.path[1, i] + x * sep
            for s in range(sep):
                put(w.msg, w.spare, m, s, w.carry[source + s] + value, sums)
        finish(w.msg, w.spare, m, sep, sums)
    w.focus[t.clique[w.path[0, n - 1], COMPONENT]] = w.path[0, n - 1]
