"""Random models for the lower bound on the partition function, the bound by its definition, and a
walk from nothing recovered to everything.
"""

import numpy as np
from scipy.special import logsumexp

from rcr.engines.cache import KeptEngines
from rcr.engines.junction_tree import JunctionTree
from rcr.mean_field import mean_field
from rcr.model import Factor, Model, Variable
from rcr.relaxation import Relaxation
from tests import oracle
from tests.strategies import FINITE, ZEROS, table

MAX_JOINT_STATES = 3000
MEMORY = 1 << 30


def random_model(seed):
    """1–9 variables of 1–4 states, factors over 0–4 of them, with and without zeros, evidence and
    disconnected parts; every other one is a tree of pairs under a few wider factors.
    """
    rng = np.random.default_rng(seed)
    card = rng.integers(1, 5, rng.integers(1, 8))
    scopes = [rng.permutation(len(card))[: rng.choice([0, 1, 2, 2, 2, 3, 3, 4])] for _ in range(8)]
    if seed % 2:
        card = np.full(rng.integers(5, 10), 2)
        scopes = [[v, rng.integers(v)] for v in range(1, len(card)) if rng.random() < 0.9]
        scopes += [rng.permutation(len(card))[: rng.integers(2, 5)] for _ in range(3)]
    while card.prod() > MAX_JOINT_STATES:
        card = card[:-1]
    kinds = FINITE if rng.random() < 0.5 else FINITE + ZEROS[:3]
    factors = []
    for scope in scopes:
        inside = tuple(int(v) for v in scope if v < len(card))
        shape = tuple(int(card[v]) for v in inside)
        factors.append(Factor(inside, table(rng.choice(kinds), shape, rng)))
    observed = rng.permutation(len(card))[: rng.integers(0, 3)] if rng.random() < 0.3 else []
    return Model(
        tuple(Variable.numbered(f"x{v}", int(d)) for v, d in enumerate(card)),
        tuple(factors),
        evidence={int(v): int(rng.integers(card[v])) for v in observed},
    )


def possible(model, rng):
    """A random assignment with mass, None where there is none."""
    found = np.argwhere(oracle.original(model) > -np.inf)
    return found[rng.integers(len(found))] if len(found) else None


def scale(model):
    """The size of the numbers that are added up: rounding is relative to it."""
    values = oracle.original(model)
    return max(1.0, float(np.abs(values[values > -np.inf]).max(initial=0.0)))


def bound_by_definition(cloned, found):
    """H(q) + E_q[log ψ], every assignment listed."""
    model, n = cloned.model, len(cloned.model.variables)
    cut = {c.factor for c in cloned.constraints if not found.kept[c.index]}
    factors = [
        (f.scope, f.log_table) for i, f in enumerate(model.conditioned) if f.scope and i not in cut
    ]
    for v, state in model.evidence.items():
        factors.append(((v,), np.where(np.arange(model.cards[v]) == state, 0.0, -np.inf)))
    ptr = cloned.ground.unary_ptr
    factors += [((v,), found.eta[ptr[v] : ptr[v + 1]]) for v in range(n)]
    log_q = oracle.joint(list(range(n)), model.cards, factors)
    log_q = log_q - logsumexp(log_q)
    inside = np.exp(log_q) > 0
    log_q, log_p = log_q[inside], oracle.original(model)[inside]
    return float((np.exp(log_q) * (log_p - log_q)).sum())


def engines():
    """Junction trees for the sum, as a run keeps them."""
    made = KeptEngines(lambda r, near: JunctionTree(r, True, MEMORY, near), MEMORY)
    return made.__getitem__


def walk(cloned, assignment, rng, steps=4):
    """The bounds along an order of recovery, each from the one before, with the relaxations they
    belong to: every other time the factors over few variables first, each as a whole.
    """
    order, found, engine_of = rng.permutation(len(cloned)), None, engines()
    if rng.random() < 0.5:
        arity = np.diff(cloned.ground.factor_ptr)[cloned.ground.con_factor]
        order = np.lexsort([cloned.ground.con_factor, arity])
    for step in range(steps + 1):
        recovered = np.isin(np.arange(len(cloned)), order[: len(cloned) * step // steps])
        relaxation = Relaxation(cloned, recovered)
        found = mean_field(relaxation, assignment, engine_of, found)
        yield relaxation, found
