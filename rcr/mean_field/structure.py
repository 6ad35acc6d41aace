"""Which factors q keeps, and the junction forest over them with all that the ascent needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rcr.compiled import compiled
from rcr.compiled.union_find import find
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.junction_tree.tree import FIRST_CHILD, LAST_CHILD, SIZE
from rcr.engines.protocol import TooLarge
from rcr.mean_field.field import Kept, lay_kept
from rcr.mean_field.parts import lay_parts
from rcr.mean_field.spread import find_homes, lay_spread, open_edges
from rcr.relaxation import Ground, Relaxation

EngineOf = Callable[[Relaxation], JunctionTree]
# of variables in one component of the kept structure, tried one after the other
COMPONENT_LIMITS = (1 << 62, 256, 32, 1)
MESSAGES_A_SWEEP = 4  # to the root, through all cliques and back, and to read the parts
MAX_OPEN_EDGES = 1_000_000


@dataclass(frozen=True, eq=False)
class Structure:
    """The kept factors of a relaxation as the compiled code wants them, and what a sweep costs."""

    relaxation: Relaxation
    kept: Kept
    messages: int
    carried: int
    sweep_entries: float


def whole_factors(relaxation: Relaxation) -> np.ndarray:
    """The constraints of the factors whose constraints are all recovered."""
    ground = relaxation.cloned.ground
    whole = np.ones(len(ground.factor_ptr) - 1, dtype=np.bool_)
    np.logical_and.at(whole, ground.con_factor, relaxation.recovered)
    found: np.ndarray = whole[ground.con_factor]
    return found


def structure(relaxation: Relaxation, engine_of: EngineOf, max_entries: float) -> Structure | None:
    """Every factor whose constraints are all recovered; fewer of them where a sweep would go
    through more than so many entries, and None where even independent variables would.
    """
    whole, before = whole_factors(relaxation), -1
    for limit in COMPONENT_LIMITS:
        mask = _limited(relaxation.cloned.ground, whole, limit)
        if mask.sum() != before:
            found = _lay(Relaxation(relaxation.cloned, mask), engine_of, max_entries)
            if found is not None:
                return found
        before = int(mask.sum())
    return None


@compiled
def _limited(g: Ground, whole: np.ndarray, limit: int) -> np.ndarray:
    """The marked constraints of whole factors, leaving out a factor that would make a component of
    more than so many variables.
    """
    parent, size = np.arange(len(g.card)), np.ones(len(g.card), np.int64)
    out = np.zeros(len(g.con_var), np.bool_)
    for f in range(len(g.factor_ptr) - 1):
        first, last = g.factor_ptr[f], g.factor_ptr[f + 1]
        if not whole[first]:
            continue
        total = 0
        for k in range(first, last):
            root = find(parent, g.con_var[k])
            new = True
            for j in range(first, k):
                new = new and find(parent, g.con_var[j]) != root
            total += size[root] if new else 0
        if total > limit:
            continue
        for k in range(first, last):
            out[k] = True
            a, b = find(parent, g.con_var[first]), find(parent, g.con_var[k])
            if a != b:
                parent[b] = a
                size[a] += size[b]
    return out


def _lay(rounded: Relaxation, engine_of: EngineOf, max_entries: float) -> Structure | None:
    try:
        engine = engine_of(rounded)
    except TooLarge:
        return None
    tree, axes, top, rows = engine.tree, engine.axes, engine.top, engine.tree.clique
    parts = lay_parts(rounded.cloned.ground, tree, top, rounded.recovered)
    home, apart, edges = find_homes(tree, axes, top, parts)
    neighbours = 1 + rows[:, LAST_CHILD] - rows[:, FIRST_CHILD]
    pulls = np.bincount(top, minlength=len(rows))
    entries = float((rows[:, SIZE] * (neighbours + pulls)).sum())
    if edges > MAX_OPEN_EDGES or MESSAGES_A_SWEEP * entries > max_entries:
        return None
    row, end, numbers, wide = open_edges(tree, axes, top, parts, apart, int(edges))
    cost = MESSAGES_A_SWEEP * (entries + wide) + len(parts.tables)
    if cost > max_entries:
        return None
    spread = lay_spread(tree, axes, top, parts, home, apart, row, end)
    kept = lay_kept(engine, parts, spread)
    return Structure(rounded, kept, int(tree.sizes[1]), int(numbers), cost)
