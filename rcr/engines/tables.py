"""The relaxed model as a list of log tables over nodes: for engines that are written in Python.

Node v is variable v; node n + k is the clone X_i of constraint k among n variables. The clone of a
recovered constraint is in no table: its variable stands there instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from rcr.relaxation import Relaxation


class LogTable(NamedTuple):
    """A function of some nodes, one axis for each."""

    nodes: tuple[int, ...]
    values: np.ndarray


def node_cards(relaxation: Relaxation) -> np.ndarray:
    """The number of states of every node."""
    ground = relaxation.cloned.ground
    return np.concatenate([ground.card, ground.card[ground.con_var]])


def factor_tables(relaxation: Relaxation) -> list[LogTable]:
    """What does not depend on θ: the factors, and the unary factors of each variable added up. The
    model's constant comes on top of them.
    """
    ground, cards, n = relaxation.cloned.ground, node_cards(relaxation), len(relaxation.cloned)
    nodes = np.where(relaxation.recovered, ground.con_var, len(ground.card) + np.arange(n))
    found = []
    for f, ends in enumerate(zip(ground.factor_ptr[:-1], ground.factor_ptr[1:], strict=True)):
        scope = nodes[slice(*ends)]
        values = ground.tables[ground.table_ptr[f] : ground.table_ptr[f + 1]]
        found.append(LogTable(tuple(scope.tolist()), values.reshape(cards[scope])))
    unary = np.split(ground.unary, ground.unary_ptr[1:-1]) if len(ground.card) else []
    return found + [LogTable((v,), values) for v, values in enumerate(unary)]


def theta_tables(
    relaxation: Relaxation, theta: np.ndarray, without: int | None = None
) -> list[LogTable]:
    """θ(X) and θ(X_i) of every constraint that is not recovered, but for those of ``without``."""
    ground = relaxation.cloned.ground
    n = len(ground.card)
    return [
        LogTable((node,), values)
        for k in np.flatnonzero(~relaxation.recovered).tolist()
        if k != without
        for node, values in zip(
            (int(ground.con_var[k]), n + k), theta[ground.theta_rows(k)], strict=True
        )
    ]


def product(tables: Iterable[LogTable], nodes: Sequence[int], cards: np.ndarray) -> np.ndarray:
    """The log table over these nodes of the product of tables that have no others."""
    joint = np.zeros([cards[v] for v in nodes])
    axis = {v: i for i, v in enumerate(nodes)}
    for scope, values in tables:
        places = [axis[v] for v in scope]
        shape = np.ones(len(nodes), dtype=int)
        shape[places] = values.shape
        joint += values.transpose(np.argsort(places)).reshape(shape)
    return joint
