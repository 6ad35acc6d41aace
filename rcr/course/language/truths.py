"""Words of the vocabulary that are true or false."""

from __future__ import annotations

import numpy as np

from rcr.course.language.details import differing
from rcr.course.language.edges import having, properties_of
from rcr.course.language.facts import Facts


def certified(facts: Facts) -> bool:
    """The answer is proved."""
    return facts.state.certificate is not None


def proves(facts: Facts) -> bool:
    """The relaxed model of this state proves the answer by itself, without a bound from an earlier
    state.
    """
    state = facts.state
    met = state.value <= state.lower + facts.run.settings.tolerance
    return state.certificate is not None and (met or state.relaxation.complete)


def settled(facts: Facts) -> bool:
    """The last sweep changed next to nothing."""
    return facts.state.settled


def frustrated(facts: Facts, *variables: str) -> bool:
    """Around this ring of variables an odd number of factors want their two to differ."""
    return differing(facts, *variables) % 2 == 1


def is_(facts: Facts, constraint: str, property_: str) -> bool:
    """This constraint has this property of edges."""
    return bool(having(facts, properties_of([property_]))[facts.constraint(constraint).index])


def chose(facts: Facts, *properties: str) -> bool:
    """The last recovery took only edges that had all these properties just before it."""
    for state in reversed(facts.state.path()):
        parent = state.parent
        if parent is None:
            return False
        taken = state.relaxation.recovered & ~parent.relaxation.recovered
        if taken.any():
            held = having(Facts(facts.run, parent), properties_of(properties))
            return bool(held[np.flatnonzero(taken)].all())
    return False
