"""Parts that no clique holds: their variables lie apart in the junction tree, so the
distribution of those on one side of an edge is carried across it.

An edge is *open* for a part if variables of the part lie strictly on both of its sides, that is
outside the separator. What is carried across an open edge is the distribution of the variables
strictly behind it, given the separator. Every other edge has the part wholly on one side, where
its expectation joins the message.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner
from rcr.engines.junction_tree.tree import DEPTH, PARENT, SEP, SIZE, Axes, Tree, expand
from rcr.mean_field.parts import PART, STATES, STRIDE, VARIABLE, Parts

# columns of Spread.row; of the pairs, side 0 is behind the clique, side 1 behind its parent
ROW_PART, EDGE, CARRIED, SHIFTS, CARRIED_STATES = 0, 1, 2, 4, 6


class Spread(NamedTuple):
    """One row an open edge of a part: the part, the clique whose edge to its parent is open, and
    for each side where its carried distribution [states, separator] begins, where the list of
    shifts begins, and how many joint states are carried.
    """

    home: np.ndarray  # of each part: a clique that holds it, or one where open edges meet
    apart: np.ndarray  # of each part: whether no clique holds it
    row: np.ndarray
    shift: np.ndarray  # the place of each carried state in the table of the part
    by_clique: np.ndarray  # clique c meets the rows met[by_clique[c]:by_clique[c + 1]]
    met: np.ndarray  # rows of one part stand together


@inner
def _side(axes: Axes, end: np.ndarray, top: np.ndarray, c: int, v: int) -> int:
    """On which side of the edge of clique c variable v lies strictly; -1 if it is in the
    separator.
    """
    if c <= top[v] < end[c]:
        return 0
    for i in range(axes.node_ptr[c], axes.node_ptr[c] + axes.shared[c]):
        if axes.nodes[i] == v:
            return -1
    return 1


@compiled
def find_homes(
    t: Tree, axes: Axes, top: np.ndarray, parts: Parts
) -> tuple[np.ndarray, np.ndarray, float]:
    """A clique for each part (the lowest of its variables' own), whether it does not hold the
    part, and how many edges there are to look at.
    """
    n = len(parts.factor)
    home, apart, edges = np.full(n, -1, np.int64), np.zeros(n, np.bool_), 0.0
    for k in range(len(parts.con)):
        p, c = parts.con[k, PART], top[parts.con[k, VARIABLE]]
        if p >= 0 and (home[p] < 0 or t.clique[c, DEPTH] > t.clique[home[p], DEPTH]):
            home[p] = c
    for k in range(len(parts.con)):
        p, held = parts.con[k, PART], False
        if p >= 0:
            for i in range(axes.node_ptr[home[p]], axes.node_ptr[home[p] + 1]):
                held = held or axes.nodes[i] == parts.con[k, VARIABLE]
            apart[p] = apart[p] or not held
    for k in range(len(parts.con)):
        if parts.con[k, PART] >= 0 and apart[parts.con[k, PART]]:
            edges += t.clique[top[parts.con[k, VARIABLE]], DEPTH]
    return home, apart, edges


@compiled
def open_edges(
    t: Tree, axes: Axes, top: np.ndarray, parts: Parts, apart: np.ndarray, most: int
) -> tuple[np.ndarray, np.ndarray, float, float]:
    """The rows of all open edges, at most ``most`` of them, with nothing laid out yet, and
    where subtrees end; how many numbers are carried, and how many table entries they are
    carried through.
    """
    end, row = np.arange(1, len(t.clique) + 1), np.empty((most, 8), np.int64)
    for c in range(len(t.clique) - 1, -1, -1):
        if t.clique[c, PARENT] >= 0:
            end[t.clique[c, PARENT]] = max(end[t.clique[c, PARENT]], end[c])
    seen, rows, numbers, wide = np.full(len(t.clique), -1, np.int64), 0, 0.0, 0.0
    for p in range(len(parts.factor)):
        first, last = parts.factor_con[parts.factor[p]], parts.factor_con[parts.factor[p] + 1]
        for k in range(first, last):
            c = top[parts.con[k, VARIABLE]]
            inside = parts.con[k, PART] == p and apart[p]
            while inside and t.clique[c, PARENT] >= 0 and seen[c] != p:
                seen[c], inside = p, False
                row[rows, ROW_PART], row[rows, EDGE] = p, c
                row[rows, CARRIED_STATES] = row[rows, CARRIED_STATES + 1] = 1
                for j in range(first, last):
                    side = _side(axes, end, top, c, parts.con[j, VARIABLE])
                    if parts.con[j, PART] == p and side >= 0:
                        row[rows, CARRIED_STATES + side] *= parts.con[j, STATES]
                        inside = inside or side == 1
                if inside:  # else everything lies behind this edge or in its separator
                    states = row[rows, CARRIED_STATES] + row[rows, CARRIED_STATES + 1]
                    numbers += states * t.clique[c, SEP]
                    wide += states * (t.clique[c, SIZE] + t.clique[t.clique[c, PARENT], SIZE])
                    rows += 1
                    c = t.clique[c, PARENT]
    return row[:rows].copy(), end, numbers, wide


@compiled
def lay_spread(
    t: Tree,
    axes: Axes,
    top: np.ndarray,
    parts: Parts,
    home: np.ndarray,
    apart: np.ndarray,
    row: np.ndarray,
    end: np.ndarray,
) -> Spread:
    """Where everything begins, the place of every carried state in its part's table, and the
    rows that each clique meets.
    """
    numbers = places = 0
    by_clique = np.zeros(len(t.clique) + 1, np.int64)
    for r in range(len(row)):
        c = row[r, EDGE]
        home[row[r, ROW_PART]] = c
        by_clique[c + 1] += 1
        by_clique[t.clique[c, PARENT] + 1] += 1
        for side in range(2):
            row[r, CARRIED + side], row[r, SHIFTS + side] = numbers, places
            numbers += row[r, CARRIED_STATES + side] * t.clique[c, SEP]
            places += row[r, CARRIED_STATES + side]
    for c in range(len(t.clique)):
        by_clique[c + 1] += by_clique[c]
    met, at = np.empty(2 * len(row), np.int64), by_clique[:-1].copy()
    shift = np.empty(places, np.int64)
    cards, strides = np.empty(len(parts.con), np.int64), np.empty(len(parts.con), np.int64)
    for r in range(len(row)):
        p, c = row[r, ROW_PART], row[r, EDGE]
        for end_of_edge in (c, t.clique[c, PARENT]):
            met[at[end_of_edge]] = r
            at[end_of_edge] += 1
        for side in range(2):
            n, first = 0, row[r, SHIFTS + side]
            for k in range(
                parts.factor_con[parts.factor[p]], parts.factor_con[parts.factor[p] + 1]
            ):
                v = parts.con[k, VARIABLE]
                if parts.con[k, PART] == p and _side(axes, end, top, c, v) == side:
                    cards[n], strides[n] = parts.con[k, STATES], parts.con[k, STRIDE]
                    n += 1
            expand(cards[:n], strides[:n], shift[first : first + row[r, CARRIED_STATES + side]])
    return Spread(home, apart, row, shift, by_clique, met)
