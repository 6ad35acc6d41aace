"""What keeping one more factor would gain: an estimate for each cut factor, from q's marginals."""

from __future__ import annotations

import numpy as np

from rcr.compiled import compiled
from rcr.mean_field.lower_bound import MeanField
from rcr.mean_field.starts import pull_of
from rcr.relaxation import Ground


def factor_gains(found: MeanField, ground: Ground) -> np.ndarray:
    """For each factor how far the bound would rise if q kept it; nothing where it does.

    Let ρ be log ψ less its pulls on the variables. q times exp ρ is the q that keeps the factor,
    and were ρ all that q leaves out, the bound would rise from log Z_q + E_q[ρ] to log Z_q + log
    E_q[exp ρ]. The variables of the factor are taken as independent under q.
    """
    return _gains(ground, found.kept, found.marginals)


@compiled
def _gains(g: Ground, kept: np.ndarray, marginals: np.ndarray) -> np.ndarray:
    n_factors = len(g.factor_ptr) - 1
    out, pulls = np.zeros(n_factors), np.zeros(g.theta_ptr[len(g.con_var)])
    for f in range(n_factors):
        first, last = g.factor_ptr[f], g.factor_ptr[f + 1]
        if kept[first]:
            continue
        for k in range(first, last):
            d = g.card[g.con_var[k]]
            table = pulls[g.theta_ptr[k] : g.theta_ptr[k] + d]
            pull_of(g, k, marginals, table, np.empty(d))
        high, total, mean, mass = -np.inf, 0.0, 0.0, 0.0
        for e in range(g.table_ptr[f + 1] - g.table_ptr[f]):
            value, chance, rest = g.tables[g.table_ptr[f] + e], 1.0, e
            for k in range(last - 1, first - 1, -1):
                v = g.con_var[k]
                x = rest % g.card[v]
                rest //= g.card[v]
                chance *= marginals[g.unary_ptr[v] + x]
                value -= pulls[g.theta_ptr[k] + x]
            if chance == 0 or value == -np.inf:
                continue
            mean += chance * value
            mass += chance
            if value > high:
                total, high = total * np.exp(high - value), value
            total += chance * np.exp(value - high)
        if mass > 0:
            out[f] = max(0.0, high + np.log(total / mass) - mean / mass)
    return out
