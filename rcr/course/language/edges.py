"""Properties of edges, that is, of equivalence constraints: what an edge with a property is."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from rcr.course.language.facts import Facts
from rcr.engines.junction_tree import plan
from rcr.model import ModelError

FELT_IMPACT = 1e-3  # an impact that is more than rounding and sweeps not yet made

Property = Callable[[Facts], np.ndarray]


def relaxed(facts: Facts) -> np.ndarray:
    """It is cut."""
    return ~facts.state.relaxation.recovered


def recovered(facts: Facts) -> np.ndarray:
    """It is put back."""
    return facts.state.relaxation.recovered


def violated(facts: Facts) -> np.ndarray:
    """It is cut, and its two ends disagree in the relaxed model's best assignment."""
    return _among(facts, facts.state.violated)


def bridge(facts: Facts) -> np.ndarray:
    """It is cut, and putting it back alone would close no loop."""
    mask: np.ndarray = relaxed(facts) & ~closing(facts)
    return mask


def closing(facts: Facts) -> np.ndarray:
    """It is cut, and putting it back alone would close a loop."""
    relaxation = facts.state.relaxation
    mask = np.zeros(len(facts.run.cloned), dtype=np.bool_)
    for k in relaxation.relaxed:
        more = relaxation.with_recovered(np.array([k]))
        mask[k] = more.loops_closed > relaxation.loops_closed
    return mask


def looped(facts: Facts) -> np.ndarray:
    """It is put back and lies on a loop of edges put back."""
    return facts.state.relaxation.on_loops


def felt(facts: Facts) -> np.ndarray:
    """It is cut, and putting it back alone would lower the bound by more than 0.001."""
    return _among(
        facts,
        facts.state.relaxation.relaxed[facts.run.candidates(facts.state).impact > FELT_IMPACT],
    )


def widening(facts: Facts) -> np.ndarray:
    """It is cut, and putting it back alone would raise the treewidth."""
    relaxation = facts.state.relaxation
    mask = np.zeros(len(facts.run.cloned), dtype=np.bool_)
    for k in relaxation.relaxed:
        more = plan(relaxation.with_recovered(np.array([k])))
        mask[k] = more.cost.treewidth > facts.state.treewidth
    return mask


def strongest(facts: Facts) -> np.ndarray:
    """It is cut, and no other has a larger impact (up to 0.001)."""
    impact = facts.run.candidates(facts.state).impact
    return _among(
        facts, facts.state.relaxation.relaxed[impact >= impact.max(initial=0.0) - FELT_IMPACT]
    )


def _among(facts: Facts, indices: np.ndarray) -> np.ndarray:
    mask = np.zeros(len(facts.run.cloned), dtype=np.bool_)
    mask[indices] = True
    return mask


PROPERTIES: dict[str, Property] = {
    f.__name__: f
    for f in (relaxed, recovered, violated, bridge, closing, looped, felt, widening, strongest)
}


def properties_of(names: Iterable[str]) -> list[Property]:
    """Properties by name, or a sentence that lists what there is."""
    found = []
    for name in names:
        if name not in PROPERTIES:
            raise ModelError(
                f"{name!r} is no property of an edge; there are: {', '.join(PROPERTIES)}"
            )
        found.append(PROPERTIES[name])
    return found


def having(facts: Facts, properties: Iterable[Property]) -> np.ndarray:
    """For each constraint whether it has all the properties."""
    mask = np.ones(len(facts.run.cloned), dtype=np.bool_)
    for held in properties:
        mask &= held(facts)
    return mask
