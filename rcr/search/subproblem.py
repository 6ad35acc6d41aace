"""What is left of a model under the conditions of a branch: fewer variables, fewer states.

The factors carry θ with them. As θ(x)θ(x_i) = 1 on every state that is left, each assignment is
worth what it was; but bounds that look at a few factors at a time are as tight as the compensation
that found θ has made them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr.relaxation import Ground

MAX_THETA_LOGS = 1e6  # a log θ beyond this costs more digits than it gains

Scope = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Subproblem:
    """The variables that are still open, with the states they may take, and tables over them.

    Every table stands on the variables of its key, numbered as in the model, in rising order.
    """

    ground: Ground
    alive: np.ndarray
    states: dict[int, np.ndarray]  # of each open variable, those that are alive
    tables: dict[Scope, np.ndarray]
    constant: float  # of the variables that have one state left

    @classmethod
    def of(cls, g: Ground, theta: np.ndarray, alive: np.ndarray) -> Subproblem:
        """The model restricted to the states that are alive, reparametrised by θ."""
        left = [
            np.flatnonzero(alive[a:b])
            for a, b in zip(g.unary_ptr[:-1], g.unary_ptr[1:], strict=True)
        ]
        own, clone = _gauged(g, theta, alive)
        unary = g.unary.copy()
        for k, v in enumerate(g.con_var):
            unary[g.unary_ptr[v] : g.unary_ptr[v + 1]] += own[g.theta_ptr[k] : g.theta_ptr[k + 1]]
        pieces: list[tuple[Scope, np.ndarray]] = [
            ((v,), unary[g.unary_ptr[v] + left[v]]) for v in range(len(g.card))
        ]
        for f in range(len(g.factor_ptr) - 1):
            pieces.append(_restricted(g, f, clone, left))
        states = {v: left[v] for v in range(len(g.card)) if len(left[v]) > 1}
        tables, constant = _merged(pieces, states)
        return cls(g, alive, states, tables, constant)


def _gauged(g: Ground, theta: np.ndarray, alive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """θ(X) and θ(X_i), with those of a constraint left out where they are no inverses of each
    other on the states that are alive, or too large to be added and taken away again.
    """
    half = len(theta) // 2
    own, clone = theta[:half].copy(), theta[half:].copy()
    for k, v in enumerate(g.con_var):
        at = slice(g.theta_ptr[k], g.theta_ptr[k + 1])
        lives = alive[g.unary_ptr[v] : g.unary_ptr[v + 1]]
        used = own[at][lives]
        if not (np.abs(used) < MAX_THETA_LOGS).all() or (used != -clone[at][lives]).any():
            own[at] = clone[at] = 0.0
        own[at][~lives] = clone[at][~lives] = 0.0
    return own, clone


def _restricted(
    g: Ground, f: int, clone: np.ndarray, left: list[np.ndarray]
) -> tuple[Scope, np.ndarray]:
    """A factor with θ of its clones, on the states that are left."""
    ks = range(g.factor_ptr[f], g.factor_ptr[f + 1])
    scope = tuple(int(g.con_var[k]) for k in ks)
    table = g.tables[g.table_ptr[f] : g.table_ptr[f + 1]].reshape([g.card[v] for v in scope])
    table = table[np.ix_(*(left[v] for v in scope))]
    for axis, k in enumerate(ks):
        shape = [1] * len(scope)
        shape[axis] = -1
        table = table + clone[g.theta_ptr[k] + left[scope[axis]]].reshape(shape)
    order = np.argsort(scope)
    return tuple(scope[i] for i in order), table.transpose(order)


def _merged(
    pieces: list[tuple[Scope, np.ndarray]], states: dict[int, np.ndarray]
) -> tuple[dict[Scope, np.ndarray], float]:
    """One table a scope, without the variables that have one state left."""
    tables: dict[Scope, np.ndarray] = {}
    constant = 0.0
    for scope, table in pieces:
        open_ = tuple(v for v in scope if v in states)
        table = table.reshape([len(states[v]) for v in open_])
        if open_:
            tables[open_] = tables[open_] + table if open_ in tables else table
        else:
            constant += float(table)
    return tables, constant
