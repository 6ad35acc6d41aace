"""The cloned model as flat arrays: what the compiled code reads."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Ground(NamedTuple):
    """The cloned model as flat arrays, as the compiled code wants it.

    Constraint k is the k-th (factor, position) pair, so the factors' scopes laid end to end
    *are* the list of constraints.
    """

    card: np.ndarray  # states of each variable
    factor_ptr: np.ndarray  # factor f has constraints factor_ptr[f]:factor_ptr[f + 1]
    con_var: np.ndarray  # the original variable of each constraint
    con_factor: np.ndarray
    table_ptr: np.ndarray  # factor f has the table tables[table_ptr[f]:table_ptr[f + 1]]
    tables: np.ndarray
    unary_ptr: np.ndarray  # the unary factors of variable v, added up
    unary: np.ndarray
    var_ptr: np.ndarray  # variable v has constraints var_con[var_ptr[v]:var_ptr[v + 1]]
    var_con: np.ndarray
    theta_ptr: np.ndarray  # θ of constraint k is theta[theta_ptr[k]:theta_ptr[k + 1]]

    def theta_rows(self, k: int) -> np.ndarray:
        """Where θ of constraint k is found: the places of θ(X) in the first row, of θ(X_i) in the
        second.
        """
        own = np.arange(self.theta_ptr[k], self.theta_ptr[k + 1])
        return np.stack([own, own + self.theta_ptr[-1]])

    def no_theta(self) -> np.ndarray:
        """Every log θ is 0: nothing is compensated yet."""
        return np.zeros(2 * int(self.theta_ptr[-1]))
