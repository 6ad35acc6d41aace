"""Exact answers by listing every assignment, in plain numpy, from the model's own factors and
nothing the engines use.

Node v is the original variable v, node n + k the clone of constraint k. A recovered clone is
its original.
"""

import numpy as np
from scipy.special import logsumexp


def reduce(values, axes, sums):
    """Largest value, or log Σ exp, over some axes."""
    if not axes:
        return values
    return logsumexp(values, axis=axes) if sums else values.max(axis=axes)


def joint(nodes, cards, factors):
    """The log table over ``nodes`` of a product of factors, each a pair of (nodes, log table)."""
    out = np.zeros([cards[v] for v in nodes])
    for scope, values in factors:
        order = np.argsort([nodes.index(v) for v in scope])
        out = out + np.transpose(values, order).reshape(
            [cards[v] if v in scope else 1 for v in nodes]
        )
    return out


def original(model):
    """The log table of the original model over all its variables, evidence included."""
    factors = [(f.scope, f.log_table) for f in model.factors]
    for v, state in model.evidence.items():
        factors.append(((v,), np.where(np.arange(model.cards[v]) == state, 0.0, -np.inf)))
    return joint(list(range(len(model.variables))), model.cards, factors)


def exact(model, sums=False):
    """The exact log MPE value, or log partition function."""
    table = original(model)
    return float(reduce(table, tuple(range(table.ndim)), sums))


def exact_marginals(model, sums=False):
    """The exact log marginals of every variable."""
    table = original(model)
    return [
        reduce(table, tuple(a for a in range(table.ndim) if a != v), sums)
        for v in range(table.ndim)
    ]


def nodes_of(relaxation):
    """The number of states of each node, and the node that stands at each (factor, position) of
    the conditioned model.
    """
    model, n = relaxation.cloned.model, len(relaxation.cloned.model.variables)
    card, at = dict(enumerate(model.cards.tolist())), {}
    for c in relaxation.cloned.constraints:
        card[n + c.index] = int(model.cards[c.variable])
        at[c.factor, c.position] = c.variable if relaxation.recovered[c.index] else n + c.index
    return card, at


def relaxed_factors(relaxation, theta, without=-1):
    """The factors of the compensated model as (nodes, log table), leaving out θ of constraint
    ``without``.
    """
    model, n = relaxation.cloned.model, len(relaxation.cloned.model.variables)
    _, at = nodes_of(relaxation)
    factors = []
    for i, f in enumerate(model.conditioned):
        nodes = tuple(at[i, p] for p in range(len(f.scope))) if len(f.scope) > 1 else f.scope
        factors.append((nodes, f.log_table))
    for v, state in model.evidence.items():
        factors.append(((v,), np.where(np.arange(model.cards[v]) == state, 0.0, -np.inf)))
    ground = relaxation.cloned.ground
    for v in range(n):  # states without support have left the model
        own = ground.unary[ground.unary_ptr[v] : ground.unary_ptr[v + 1]]
        factors.append(((v,), np.where(np.isneginf(own), -np.inf, 0.0)))
    offset, half = 0, len(theta) // 2
    for c in relaxation.cloned.constraints:
        d = int(model.cards[c.variable])
        if not relaxation.recovered[c.index] and c.index != without:
            factors.append(((c.variable,), theta[offset : offset + d]))
            factors.append(((n + c.index,), theta[half + offset : half + offset + d]))
        offset += d
    return factors


def components(relaxation):
    """The nodes of each connected component of the relaxed model."""
    _, at = nodes_of(relaxation)
    used = set(range(len(relaxation.cloned.model.variables))) | set(at.values())
    parts = [{v} for v in sorted(used)]
    for i in {f for f, _ in at}:
        scope = {node for (f, _), node in at.items() if f == i}
        touched = [p for p in parts if p & scope]
        parts = [p for p in parts if not p & scope] + [set().union(*touched)]
    return [sorted(p) for p in parts]


class Listing:
    """The compensated model, every assignment of every component listed."""

    def __init__(self, relaxation, theta, without=-1):
        self.cards, _ = nodes_of(relaxation)
        self.factors = relaxed_factors(relaxation, theta, without)
        self.constant = sum(float(t) for scope, t in self.factors if not scope)
        self.parts = []
        for nodes in components(relaxation):
            self.parts.append(
                (
                    nodes,
                    joint(
                        nodes, self.cards, [(s, t) for s, t in self.factors if s and s[0] in nodes]
                    ),
                )
            )

    def marginal(self, keep, sums):
        """The log marginal table over the nodes ``keep``, everything else reduced; with none kept,
        the value.
        """
        out = np.full([self.cards[v] for v in keep], self.constant)
        for nodes, table in self.parts:
            kept = [v for v in keep if v in nodes]
            rest = reduce(table, tuple(i for i, v in enumerate(nodes) if v not in kept), sums)
            rest = (
                np.transpose(rest, np.argsort(np.argsort([nodes.index(v) for v in kept])))
                if kept
                else rest
            )
            out = out + np.reshape(rest, [self.cards[v] if v in kept else 1 for v in keep])
        return out

    def value_of(self, states):
        """The log value of one assignment of every node."""
        return sum(float(t[tuple(states[v] for v in scope)]) for scope, t in self.factors)


def pair_table(relaxation, theta, k, sums):
    """M(x, y) of constraint k: the value with X = x and X_i = y, without θ of k."""
    variable, clone = (
        relaxation.cloned.constraints[k].variable,
        len(relaxation.cloned.model.variables) + k,
    )
    return Listing(relaxation, theta, without=k).marginal((variable, clone), sums)


def theta_of(relaxation, theta, k):
    """log θ(X) and log θ(X_i) of constraint k."""
    cards = [int(relaxation.cloned.model.cards[c.variable]) for c in relaxation.cloned.constraints]
    start = sum(cards[:k])
    half = sum(cards)
    return theta[start : start + cards[k]], theta[half + start : half + start + cards[k]]
