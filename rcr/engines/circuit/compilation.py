"""From a relaxed model and an elimination order to an arithmetic circuit; its size is bounded
before it is built.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.compiled import compiled, inner, kernel
from rcr.engines.circuit.build import EDGES, NODES, POOL, Builder, longer, multiply_small, sum_out
from rcr.engines.circuit.nodes import Nodes, connect
from rcr.engines.circuit.tables import (
    factor_message,
    first_equal,
    gather_own,
    make_leaves,
    own_table,
)
from rcr.engines.junction_tree.elimination import Elimination
from rcr.relaxation import Ground

# places in Schedule.sizes
COMPONENTS, JOINED, TABLES, AXES, CHILDREN = range(5)


class Schedule(NamedTuple):
    """Who is eliminated when, and whose message goes where; messages 0 … F-1 come from factors, F
    … F+n-1 from variables.
    """

    order: np.ndarray  # the variables, component by component
    component: np.ndarray  # of each variable
    home: (
        np.ndarray
    )  # the component of each factor; a factor with nothing recovered is one of its own
    user: (
        np.ndarray
    )  # the variable in whose bag each message is used, -1 for the last of a component
    # [components, those with a variable, most tables in a bag, most axes, most children of a node]
    sizes: np.ndarray


@inner
def _users(g: Ground, recovered: np.ndarray, el: Elimination) -> np.ndarray:
    """The variable, among those a message is about, that is eliminated first."""
    n_factors = len(g.factor_ptr) - 1
    user = np.full(n_factors + len(g.card), -1, np.int64)
    for k in range(len(g.con_var)):
        f, v = g.con_factor[k], g.con_var[k]
        if recovered[k] and (user[f] < 0 or el.position[v] < el.position[user[f]]):
            user[f] = v
    for v in range(len(g.card)):
        for i in range(el.later_ptr[v], el.later_ptr[v + 1]):
            u, m = el.later[i], n_factors + v
            if user[m] < 0 or el.position[u] < el.position[user[m]]:
                user[m] = u
    return user


@compiled
def _schedule(g: Ground, recovered: np.ndarray, el: Elimination, ranked: np.ndarray) -> Schedule:
    """``ranked`` lists the variables by their rank within their component."""
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    user = _users(g, recovered, el)
    root, number, size = np.empty(n, np.int64), np.full(n, -1, np.int64), np.zeros(n + 1, np.int64)
    for i in range(n - 1, -1, -1):
        v = ranked[i]
        root[v] = v if user[n_factors + v] < 0 else root[user[n_factors + v]]
    component, home, n_components = np.empty(n, np.int64), np.empty(n_factors, np.int64), 0
    for v in range(n):
        if number[root[v]] < 0:
            number[root[v]] = n_components
            n_components += 1
        component[v] = number[root[v]]
        size[component[v] + 1] += 1
    first, order = np.cumsum(size), np.empty(n, np.int64)
    for v in ranked:
        order[first[component[v]]] = v
        first[component[v]] += 1
    sizes = np.full(5, 2, np.int64)
    sizes[JOINED] = n_components
    messages = np.zeros(n, np.int64)
    for m in range(n_factors + n):
        if user[m] >= 0:
            messages[user[m]] += 1
        if m < n_factors:
            home[m] = component[user[m]] if user[m] >= 0 else n_components
            n_components += user[m] < 0
            sizes[AXES] = max(sizes[AXES], g.factor_ptr[m + 1] - g.factor_ptr[m])
    for v in range(n):
        sizes[TABLES] = max(sizes[TABLES], messages[v] + 1)
        sizes[AXES] = max(sizes[AXES], el.later_ptr[v + 1] - el.later_ptr[v] + 1)
        sizes[CHILDREN] = max(sizes[CHILDREN], g.card[v], 2 + g.var_ptr[v + 1] - g.var_ptr[v])
    sizes[COMPONENTS], sizes[CHILDREN] = n_components, max(sizes[CHILDREN], sizes[TABLES])
    return Schedule(order, component, home, user, sizes)


@compiled
def _new_builder(g: Ground, sizes: np.ndarray, nodes: int, pool: int, edges: int) -> Builder:
    slots = 2
    while slots < 2 * nodes:
        slots *= 2
    states, thetas = len(g.unary), g.theta_ptr[-1]
    filled, limit = np.zeros(2, np.int64), np.zeros(3)
    filled[POOL] = len(g.tables) + 2 * thetas + states
    limit[NODES], limit[POOL], limit[EDGES] = (
        2.0 + 3 * states + 2 * thetas + len(g.tables),
        filled[POOL],
        2.0 * states + thetas,
    )
    return Builder(
        np.empty(nodes, np.uint8),
        np.empty(nodes + 1, np.int64),
        np.empty(edges, np.int32),
        np.full(slots, -1, np.int32),
        np.empty(pool, np.int32),
        filled,
        limit,
        np.empty(sizes[CHILDREN], np.int64),
        np.empty(sizes[CHILDREN], np.int64),
        np.empty(sizes[AXES], np.int64),
        np.empty(sizes[AXES], np.int64),
        np.empty(sizes[TABLES], np.int64),
        np.empty((sizes[TABLES], sizes[AXES]), np.int64),
    )


@kernel
def _append(head: np.ndarray, tail: np.ndarray, after: np.ndarray, v: int, message: int) -> None:
    """Hand a message to the bag of v, behind those it has."""
    after[message] = -1
    if head[v] < 0:
        head[v] = message
    else:
        after[tail[v]] = message
    tail[v] = message


@kernel
def _lay_out(
    g: Ground,
    recovered: np.ndarray,
    el: Elimination,
    b: Builder,
    v: int,
    first_message: int,
    after: np.ndarray,
    start: np.ndarray,
    place: np.ndarray,
) -> int:
    """Make the bag of v the one at hand: its own table and the messages to it, v as the last axis;
    returns their number.
    """
    n_factors, i = len(g.factor_ptr) - 1, el.later_ptr[v]
    last = el.later_ptr[v + 1] - i
    for a in range(last + 1):
        b.card[a], b.stride[0, a] = g.card[el.later[i + a] if a < last else v], 0
    b.at[0], b.stride[0, last] = own_table(g) + g.unary_ptr[v], 1
    t, message = 1, first_message
    while message >= 0:
        b.at[t], step = start[message], 1
        # strides of the message along its variables, set in ``place`` and cleared again
        of_factor, w = message < n_factors, message - n_factors
        lo, hi = (
            (g.factor_ptr[message], g.factor_ptr[message + 1])
            if of_factor
            else (el.later_ptr[w], el.later_ptr[w + 1])
        )
        for j in range(hi - 1, lo - 1, -1):
            if not of_factor or recovered[j]:
                u = g.con_var[j] if of_factor else el.later[j]
                place[u], step = step, longer(step, g.card[u])
        for a in range(last + 1):
            b.stride[t, a] = place[el.later[i + a] if a < last else v]
        for j in range(lo, hi):
            place[g.con_var[j] if of_factor else el.later[j]] = 0
        t, message = t + 1, after[message]
    return t


@compiled
def _walk(
    g: Ground, recovered: np.ndarray, el: Elimination, s: Schedule, b: Builder, build: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Eliminate every clone and every variable, component by component; returns the components'
    ends and their tops.
    """
    n, n_factors = len(g.card), len(g.factor_ptr) - 1
    owned, next_owned = np.full(n, -1, np.int64), np.full(n_factors, -1, np.int64)
    for f in range(n_factors - 1, -1, -1):
        if s.user[f] >= 0:
            next_owned[f], owned[s.user[f]] = owned[s.user[f]], f
    head, tail, after = (
        np.full(n, -1, np.int64),
        np.empty(n, np.int64),
        np.empty(n_factors + n, np.int64),
    )
    start, place = np.empty(n_factors + n, np.int64), np.zeros(n, np.int64)
    end, top = np.empty(s.sizes[COMPONENTS], np.int64), np.empty(s.sizes[COMPONENTS], np.int64)
    for v in s.order:
        if build:
            gather_own(g, recovered, b, v)
        f = owned[v]
        while f >= 0:
            start[f] = factor_message(g, recovered, b, f, build)
            _append(head, tail, after, v, f)
            f = next_owned[f]
        n_axes = el.later_ptr[v + 1] - el.later_ptr[v] + 1
        n_tables = _lay_out(g, recovered, el, b, v, head[v], after, start, place)
        n_tables = multiply_small(b, n_axes, n_tables, build)
        m, c = n_factors + v, s.component[v]
        start[m] = sum_out(b, n_axes, n_tables, build)
        if s.user[m] >= 0:
            _append(head, tail, after, s.user[m], m)
        elif build:
            end[c], top[c] = b.filled[NODES], b.pool[start[m]]
    for f in range(n_factors):
        if s.user[f] < 0:
            start[f] = factor_message(g, recovered, b, f, build)
            if build:
                end[s.home[f]], top[s.home[f]] = b.filled[NODES], b.pool[start[f]]
    return end, top


class Compilation:
    """A circuit about to be built: what it would take is known, nothing large is allocated yet."""

    def __init__(self, g: Ground, recovered: np.ndarray, el: Elimination) -> None:
        self._of = g, recovered, el
        self._schedule: Schedule = _schedule(
            g, recovered, el, np.argsort(el.position, kind="stable")
        )
        dry = _new_builder(g, self._schedule.sizes, 1, 1, 1)
        _walk(g, recovered, el, self._schedule, dry, False)
        self._limit = dry.limit

    @property
    def bytes(self) -> float:
        """An upper limit of what building takes, what is kept, and the scratch of one evaluation
        and differentiation.
        """
        nodes, pool, edges = self._limit
        sizes = self._schedule.sizes.astype(float)
        return (
            112 * nodes
            + 16 * edges
            + 4 * pool
            + 8 * (sizes[TABLES] + 2) * (sizes[AXES] + 2)
            + 24 * sizes[CHILDREN]
        )

    def build(self) -> Nodes:
        """The circuit. The caller has checked that its bytes fit the memory limit."""
        (g, recovered, el), s = self._of, self._schedule
        nodes, pool, edges = map(int, self._limit)
        b = _new_builder(g, s.sizes, nodes, pool, edges)
        source, where = np.empty(nodes, np.uint8), np.empty(nodes, np.int64)
        n_leaves = make_leaves(
            g,
            b,
            first_equal(g.tables, g.table_ptr),
            first_equal(g.unary, g.unary_ptr),
            source,
            where,
        )
        end, top = _walk(g, recovered, el, s, b, True)
        con = np.stack(
            [g.card[g.con_var], g.theta_ptr[:-1], s.component[g.con_var], s.home[g.con_factor]],
            axis=1,
        )
        return connect(
            g, b.kind, b.ptr, b.child, source[:n_leaves], where[:n_leaves], end, top, con
        )
