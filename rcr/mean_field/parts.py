"""The cut factors in parts: the variables of a factor that lie in one component of the kept
structure.

Components are independent under q, so the expectation of log ψ of a cut factor is taken with one
joint marginal for each of its parts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, routine
from rcr.engines.junction_tree.tree import COMPONENT, Tree
from rcr.relaxation import Ground

# columns of Parts.con
VARIABLE, STATES, PART, STRIDE = range(4)


class Parts(NamedTuple):
    """The parts of every cut factor, one factor after the other; a kept factor has none.

    The table of a part has one axis for each of its constraints, in their order, the last the
    fastest.
    """

    tables: np.ndarray  # of all factors
    factor_table: np.ndarray  # factor f has the table factor_table[f]:factor_table[f + 1] …
    factor_con: np.ndarray  # … and the constraints factor_con[f]:factor_con[f + 1]
    of_factor: np.ndarray  # … and the parts of_factor[f]:of_factor[f + 1]
    con: np.ndarray  # of each constraint: its variable, the part it is in, its stride there
    factor: np.ndarray  # the factor of each part
    table_ptr: np.ndarray  # part p has the table table_ptr[p]:table_ptr[p + 1]
    by_component: np.ndarray  # component c has the parts listed[by_component[c]:…[c + 1]]
    listed: np.ndarray


@compiled
def lay_parts(g: Ground, t: Tree, top: np.ndarray, kept: np.ndarray) -> Parts:
    """Group the constraints of every cut factor by the component in which their variables lie."""
    n_factors, n_con, n_components = len(g.factor_ptr) - 1, len(g.con_var), t.sizes[0]
    of_factor, con = np.zeros(n_factors + 1, np.int64), np.full((n_con, 4), -1, np.int64)
    factor, component = np.empty(n_con, np.int64), np.empty(n_con, np.int64)
    count = 0
    for f in range(n_factors):
        for k in range(g.factor_ptr[f], g.factor_ptr[f + 1]):
            v = g.con_var[k]
            con[k, VARIABLE], con[k, STATES] = v, g.card[v]
            if kept[k]:
                continue
            where = t.clique[top[v], COMPONENT]
            for p in range(of_factor[f], count):
                if component[p] == where:
                    con[k, PART] = p
            if con[k, PART] < 0:
                con[k, PART], factor[count], component[count] = count, f, where
                count += 1
        of_factor[f + 1] = count
    table_ptr, size = np.zeros(count + 1, np.int64), np.ones(count, np.int64)
    for k in range(n_con - 1, -1, -1):
        p = con[k, PART]
        if p >= 0:
            con[k, STRIDE] = size[p]
            size[p] *= con[k, STATES]
    by_component, listed = np.zeros(n_components + 1, np.int64), np.empty(count, np.int64)
    for p in range(count):
        table_ptr[p + 1] = table_ptr[p] + size[p]
        by_component[component[p] + 1] += 1
    for c in range(n_components):
        by_component[c + 1] += by_component[c]
    at = by_component[:-1].copy()
    for p in range(count):
        listed[at[component[p]]] = p
        at[component[p]] += 1
    return Parts(
        g.tables,
        g.table_ptr,
        g.factor_ptr,
        of_factor,
        con,
        factor[:count].copy(),
        table_ptr,
        by_component,
        listed,
    )


@routine
def expectation(
    parts: Parts, f: int, but: int, joint: np.ndarray, place: np.ndarray, out: np.ndarray
) -> float:
    """E[log ψ] of cut factor f; zeros that have no weight do not count.

    With one of its parts left out (``but``), out is log ψ as a function of that part, in
    expectation over the others, and the value returned means nothing.
    """
    first, last, table = parts.of_factor[f], parts.of_factor[f + 1], parts.factor_table[f]
    total = 0.0
    if but >= 0:
        for e in range(parts.table_ptr[but], parts.table_ptr[but + 1]):
            out[e] = 0.0
    for e in range(parts.factor_table[f + 1] - table):
        for p in range(first, last):
            place[p - first] = parts.table_ptr[p]
        rest, weight = e, 1.0
        for k in range(parts.factor_con[f + 1] - 1, parts.factor_con[f] - 1, -1):
            d = parts.con[k, STATES]
            place[parts.con[k, PART] - first] += (rest % d) * parts.con[k, STRIDE]
            rest //= d
        for p in range(first, last):
            if p != but:
                weight *= joint[place[p - first]]
        if weight > 0 and but >= 0:
            out[place[but - first]] += weight * parts.tables[table + e]
        elif weight > 0:
            total += weight * parts.tables[table + e]
    return total
