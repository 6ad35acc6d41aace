"""What the parts of a compensated model are worth where its variables and clones have given
states.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rcr.relaxation import Ground, Relaxation


class Valuation(NamedTuple):
    """Log values; the last axis counts the variables, the factors over two or more of them, and
    the relaxed constraints.
    """

    variables: np.ndarray  # unary factors
    factors: np.ndarray
    theta: np.ndarray  # θ(x)
    clone_theta: np.ndarray  # θ(x_i)

    @property
    def total(self) -> np.ndarray:
        """All parts together, without the model's constant."""
        return np.asarray(sum(part.sum(axis=-1) for part in self))


def valuation(relaxation: Relaxation, theta: np.ndarray, states: np.ndarray) -> Valuation:
    """The parts at these states; the last axis of ``states`` has the variables and then the clone
    of every constraint, where a recovered one has the state of its variable.
    """
    ground, relaxed, half = relaxation.cloned.ground, relaxation.relaxed, len(theta) // 2
    own, clones = states[..., : len(ground.card)], states[..., len(ground.card) :]
    places = ground.theta_ptr[relaxed]
    return Valuation(
        variables=ground.unary[ground.unary_ptr[:-1] + own],
        factors=ground.tables[_entries(ground, clones)],
        theta=theta[places + own[..., ground.con_var[relaxed]]],
        clone_theta=theta[half + places + clones[..., relaxed]],
    )


def _entries(ground: Ground, clones: np.ndarray) -> np.ndarray:
    """The place of each factor's entry among the tables of all factors."""
    first, arity = ground.factor_ptr[:-1], np.diff(ground.factor_ptr)
    card, stride = ground.card[ground.con_var], np.ones(len(ground.con_var), np.int64)
    for size in np.unique(arity):
        scopes = first[arity == size][:, None] + np.arange(size)
        stride[scopes[:, :-1]] = np.cumprod(card[scopes[:, :0:-1]], axis=1)[:, ::-1]
    if not len(first):
        return np.zeros((*clones.shape[:-1], 0), np.int64)
    return np.asarray(ground.table_ptr[:-1] + np.add.reduceat(clones * stride, first, axis=-1))
