"""Words of the vocabulary that are numbers of one edge, one variable or one assignment, in logs."""

from __future__ import annotations

import math

import numpy as np

from rcr.course.language.facts import Facts, coupling_between
from rcr.model import ModelError
from rcr.reference.exact import exact_marginals

# -- one edge --------------------------------------------------------------------------------------


def impact(facts: Facts, constraint: str) -> float:
    """By how much the bound falls if this edge alone is put back now."""
    return float(facts.run.candidates(facts.state).impact[facts.relaxed(constraint)])


def gain(facts: Facts, constraint: str) -> float:
    """By how much an update of this edge alone would lower the bound now."""
    facts.relaxed(constraint)
    other = facts.run.fork()
    other.goto(facts.state.number)
    return facts.state.value - other.step(constraint).value


def residual(facts: Facts, constraint: str) -> float:
    """How far an update would move θ of this edge."""
    return float(facts.run.candidates(facts.state).residual[facts.relaxed(constraint)])


def theta(facts: Facts, constraint: str, state: str) -> float:
    """log θ of the variable's side of this edge, at a state."""
    found = facts.constraint(constraint)
    at = facts.run.cloned.ground.theta_ptr[found.index] + facts.value(found.variable, state)
    return float(facts.state.theta.array()[at])


def pair(facts: Facts, constraint: str, state: str, clone_state: str) -> float:
    """M: the best value with the variable at one state and its clone at another, without θ of this
    edge.
    """
    facts.relaxed(constraint)
    found = facts.constraint(constraint)
    engine = facts.run.engine(facts.state.relaxation)
    table = engine.pair_table(facts.state.theta.array(), found.index)
    return float(
        table[facts.value(found.variable, state), facts.value(found.variable, clone_state)]
    )


# -- assignments and variables ---------------------------------------------------------------------


def value(facts: Facts, *pairs: str) -> float:
    """The value of an assignment of all variables, such as value(A=0, B=1, C=1)."""
    setting = facts.setting(pairs)
    if len(setting) < len(facts.run.model.variables):
        raise ModelError("value needs a state for every variable of the model")
    return facts.run.model.log_value([setting[v] for v in sorted(setting)])


def table(facts: Facts, *pairs: str) -> float:
    """The entry of the factor over exactly these variables at these states."""
    setting = facts.setting(pairs)
    found = [f for f in facts.run.model.factors if set(f.scope) == set(setting)]
    if not found:
        raise ModelError(f"no factor is over exactly {', '.join(pairs)}")
    return float(found[0].log_table[tuple(setting[v] for v in found[0].scope)])


def coupling(facts: Facts, variable: str, other: str) -> float:
    """How much the factor of two variables wants them to agree; below 0 it wants them to differ."""
    return coupling_between(facts, facts.variable(variable), facts.variable(other))


def differing(facts: Facts, *variables: str) -> int:
    """How many factors around a ring of variables want their two to differ."""
    ring = [facts.variable(name) for name in variables]
    return sum(
        coupling_between(facts, *pair) < 0 for pair in zip(ring, [*ring[1:], ring[0]], strict=True)
    )


def best(facts: Facts, variable: str, state: str) -> float:
    """The largest value of this state's relaxed model with this variable at this state (log Σ for
    sums).
    """
    v = facts.variable(variable)
    return float(_marginal(facts, v)[facts.value(v, state)])


def probability(facts: Facts, variable: str, state: str) -> float:
    """The probability of a variable's state in the relaxed model, where the task is a sum."""
    v = facts.variable(variable)
    return _share(_marginal(facts, v), facts.value(v, state))


def exact_probability(facts: Facts, variable: str, state: str) -> float:
    """The exact probability of a variable's state."""
    v = facts.variable(variable)
    return _share(exact_marginals(facts.run.cloned, True)[v], facts.value(v, state))


def _marginal(facts: Facts, v: int) -> np.ndarray:
    return facts.run.engine(facts.state.relaxation).marginals(facts.state.theta.array())[v]


def _share(log_marginal: np.ndarray, x: int) -> float:
    return math.exp(log_marginal[x] - np.logaddexp.reduce(log_marginal))
