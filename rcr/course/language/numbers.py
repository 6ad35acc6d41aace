"""Words of the vocabulary that are numbers of a whole state: bounds, counts and costs."""

from __future__ import annotations

import numpy as np

from rcr.course.language.edges import having, properties_of
from rcr.course.language.facts import Facts
from rcr.explain.assignments import count_assignments
from rcr.reference.exact import exact_cost, exact_value
from rcr.reference.lp_bound import lp_bound

# -- bounds ----------------------------------------------------------------------------------------


def upper(facts: Facts) -> float:
    """The best upper bound on the way to this state: what is proved."""
    return facts.state.upper


def now(facts: Facts) -> float:
    """The value of this state's relaxed model: the upper bound as it is now."""
    return facts.state.value


def lower(facts: Facts) -> float:
    """The best lower bound so far: the value of an assignment, or for sums a larger one."""
    return facts.state.lower


def worth(facts: Facts) -> float:
    """The value of the best assignment found so far."""
    return facts.state.assignment_value


def gap(facts: Facts) -> float:
    """The best upper bound minus the lower bound."""
    return facts.state.gap


def estimate(facts: Facts) -> float:
    """Under model-split: the estimate, which is no bound."""
    found = facts.state.bounds.estimate
    return facts.state.value if found is None else found


def exact(facts: Facts) -> float:
    """The exact answer: the best value of all assignments, or the logarithm of the sum."""
    return exact_value(facts.run.cloned, facts.run.settings.sums)


def floor(facts: Facts) -> float:
    """The least bound that any compensation can reach with what is recovered here (a linear
    program).
    """
    return lp_bound(facts.state)


def separate(facts: Facts) -> float:
    """What the factors would be worth if each could have its own best entry, the variables' own
    factors included.
    """
    return float(sum(f.log_table.max() for f in facts.run.model.conditioned))


# -- counts ----------------------------------------------------------------------------------------


def recovered(facts: Facts) -> int:
    """How many edges are put back."""
    return facts.state.relaxation.count


def relaxed(facts: Facts) -> int:
    """How many edges are cut."""
    return len(facts.state.relaxation.relaxed)


def constraints(facts: Facts) -> int:
    """How many edges there are."""
    return len(facts.run.cloned)


def edges(facts: Facts, *properties: str) -> int:
    """How many edges have all these properties."""
    return int(having(facts, properties_of(properties)).sum())


def loops(facts: Facts) -> int:
    """How many loops are closed: edges put back beyond a forest."""
    return facts.state.relaxation.loops_closed


def pieces(facts: Facts) -> int:
    """Into how many separate pieces the model falls; a variable or a factor by itself is one."""
    relaxation = facts.state.relaxation
    nodes = variables(facts) + factors(facts)
    return nodes - relaxation.count + relaxation.loops_closed


def variables(facts: Facts) -> int:
    """How many variables the model has."""
    return len(facts.run.model.variables)


def factors(facts: Facts) -> int:
    """How many factors over two or more variables the model has."""
    return len(facts.run.cloned.ground.factor_ptr) - 1


def assignments(facts: Facts) -> float:
    """How many assignments the model has."""
    return float(np.prod(facts.run.model.cards, dtype=np.float64))


def cut_assignments(facts: Facts) -> float:
    """How many assignments the relaxed model has: of the variables and the clones of cut edges."""
    return count_assignments(facts.state)


def sweeps(facts: Facts) -> int:
    """How many sweeps were made on the way to this state."""
    return facts.state.sweeps


def updates(facts: Facts) -> int:
    """How many updates were made on the way to this state."""
    return facts.state.updates


def rounds(facts: Facts) -> int:
    """How many times something was recovered."""
    return facts.state.rounds


# -- costs -----------------------------------------------------------------------------------------


def treewidth(facts: Facts) -> int:
    """The width of the tables that the relaxed model needs."""
    return facts.state.treewidth


def entries(facts: Facts) -> int:
    """How many table entries the relaxed model needs."""
    return facts.state.table_entries


def exact_treewidth(facts: Facts) -> int:
    """The width that exact inference needs."""
    return exact_cost(facts.run.cloned).treewidth


def exact_entries(facts: Facts) -> int:
    """How many table entries exact inference needs."""
    return exact_cost(facts.run.cloned).table_entries
