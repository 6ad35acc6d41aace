"""The best that any compensation can do without recovering more: the optimum of the dual, as a
linear program.

The least upper bound over all θ with θ(x)θ(x_i) = 1 is, by linear programming duality, the
largest expected log value over the local polytope of the relaxed model: one distribution for
each component, given by its marginals on the cliques of a junction tree (for a tree they
suffice), and equal marginals of X and X_i for every relaxed constraint. Fully decomposed, this
is the local polytope of the model.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array

from rcr.compiled import compiled
from rcr.engines.junction_tree import JunctionTree, plan
from rcr.engines.junction_tree.tree import (
    CARD,
    CLIQUE,
    CLONE_CLIQUE,
    INNER,
    MAP,
    PARENT,
    SEP,
    SIZE,
    STRIDE,
    TABLE,
    Tree,
)
from rcr.model import ModelError
from rcr.relaxation import Relaxation
from rcr.state import State

MAX_COEFFICIENTS = (
    300_000  # some ten seconds of the solver where nothing is recovered, more where much is
)
TIME_LIMIT_SECONDS = 60.0
SOLVED, INFEASIBLE = 0, 2  # codes of scipy's linprog


def lp_bound(
    where: Relaxation | State,
    max_coefficients: int = MAX_COEFFICIENTS,
    time_limit: float = TIME_LIMIT_SECONDS,
) -> float:
    """The optimum of the dual for the MPE task at a relaxation (or at a state's), to the solver's
    accuracy of about 1e-7.

    Refused where the program would be too large or takes longer than ``time_limit`` seconds.
    """
    relaxation = where.relaxation if isinstance(where, State) else where
    size = plan(relaxation).cost.table_entries  # the tables are not set up unless they can fit
    if size <= max_coefficients:
        engine = JunctionTree(relaxation)
        size = int(_count(engine.tree, relaxation.relaxed))
    if size > max_coefficients:
        raise ModelError(
            f"the linear program of this relaxation has at least {size:,} coefficients, over "
            f"the limit of {max_coefficients:,}; "
            "recover fewer constraints, take a smaller model or raise the limit"
        )
    possible = engine.tree.base > -np.inf  # a state without mass has probability zero
    if not possible.any():
        return relaxation.cloned.constant if len(possible) == 0 else -np.inf
    row, column, value, right = _program(engine.tree, relaxation.relaxed, size)
    matrix = csr_array((value, (row, column)), shape=(len(right), len(possible)))[:, possible]
    found = linprog(
        -engine.tree.base[possible],
        A_eq=matrix,
        b_eq=right,
        method="highs",
        options={"time_limit": time_limit},
    )
    if found.status == INFEASIBLE:
        return -np.inf
    if found.status != SOLVED:
        raise ModelError(
            f"the linear program was not solved within {time_limit:g} s: {found.message}"
        )
    return float(-found.fun) + relaxation.cloned.constant


@compiled
def _count(t: Tree, relaxed: np.ndarray) -> int:
    """How many coefficients the program has."""
    total = 0
    for c in range(len(t.clique)):
        p = t.clique[c, PARENT]
        total += t.clique[c, SIZE] + (t.clique[p, SIZE] if p >= 0 else 0)
    for k in relaxed:
        total += t.clique[t.con[k, CLIQUE], SIZE] + t.clique[t.con[k, CLONE_CLIQUE], SIZE]
    return total


@compiled
def _program(
    t: Tree, relaxed: np.ndarray, size: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Equations as row, column and value of each coefficient, and their right sides; a column is
    an entry of a clique's table.
    """
    row, column, value = np.empty(size, np.int64), np.empty(size, np.int64), np.ones(size)
    rows = at = 0
    for c in range(len(t.clique)):
        p, first = t.clique[c, PARENT], t.clique[c, TABLE]
        for e in range(
            t.clique[c, SIZE]
        ):  # a root adds up to 1, another clique to what its parent has
            row[at], column[at] = rows + (e // t.clique[c, INNER] if p >= 0 else 0), first + e
            at += 1
        if p >= 0:
            for e in range(t.clique[p, SIZE]):
                row[at], column[at], value[at] = (
                    rows + t.maps[t.clique[c, MAP] + e],
                    t.clique[p, TABLE] + e,
                    -1.0,
                )
                at += 1
        rows += t.clique[c, SEP] if p >= 0 else 1
    for k in relaxed:
        for side in range(2):
            c, stride = t.con[k, CLIQUE + 2 * side], t.con[k, STRIDE + 2 * side]
            for e in range(t.clique[c, SIZE]):
                row[at], column[at], value[at] = (
                    rows + e // stride % t.con[k, CARD],
                    t.clique[c, TABLE] + e,
                    1.0 - 2.0 * side,
                )
                at += 1
        rows += t.con[k, CARD]
    right = np.zeros(rows)
    rows = 0
    for c in range(len(t.clique)):
        if t.clique[c, PARENT] < 0:
            right[rows] = 1.0
        rows += t.clique[c, SEP] if t.clique[c, PARENT] >= 0 else 1
    return row, column, value, right
