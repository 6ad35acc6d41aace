"""What a sentence of a lesson may speak of: one state of a run, and the states before it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rcr import ModelError, Run, State
from rcr.models.editing import coupling
from rcr.relaxation import EquivalenceConstraint


def edge_name(run: Run, edge: EquivalenceConstraint) -> str:
    """What a constraint is called: short, and understood in every language of the course."""
    variables = run.model.variables
    scope = run.model.factors[edge.factor].scope
    return f"{variables[edge.variable].name} in {'–'.join(variables[v].name for v in scope)}"


@dataclass(frozen=True, eq=False)
class Facts:
    """A state of a run, with what is known of its constraints and variables by name."""

    run: Run
    state: State

    def constraint(self, given: str) -> EquivalenceConstraint:
        """A constraint by its id, such as ``c5``."""
        return self.run.cloned.constraints[int(self.run.cloned.indices([given])[0])]

    def relaxed(self, given: str) -> int:
        """The place of a relaxed constraint among the relaxed ones; a recovered one is refused."""
        k = self.constraint(given).index
        if self.state.relaxation.recovered[k]:
            raise ModelError(f"constraint {given} is recovered here, so it has no such quantity")
        return int(np.searchsorted(self.state.relaxation.relaxed, k))

    def variable(self, name: str) -> int:
        """A variable by its name."""
        names = [v.name for v in self.run.model.variables]
        if name not in names:
            raise ModelError(f"there is no variable {name!r} in this model")
        return names.index(name)

    def value(self, variable: int, name: str) -> int:
        """A state of a variable by its name."""
        found = self.run.model.variables[variable]
        if name not in found.states:
            known = ", ".join(found.states)
            raise ModelError(f"variable {found.name} has no state {name!r}; it has {known}")
        return found.states.index(name)

    def setting(self, pairs: tuple[str, ...]) -> dict[int, int]:
        """Variables and their states from pairs such as ``A=0``."""
        found = {}
        for pair in pairs:
            name, _, state = pair.rpartition("=")
            v = self.variable(name)
            found[v] = self.value(v, state)
        return found


def coupling_between(facts: Facts, a: int, b: int) -> float:
    """The coupling of the factor over exactly two variables."""
    for factor in facts.run.model.factors:
        if set(factor.scope) == {a, b} and (found := coupling(factor)) is not None:
            return found
    names = [facts.run.model.variables[v].name for v in (a, b)]
    raise ModelError(f"no factor couples {' and '.join(names)}")


@dataclass(frozen=True, eq=False)
class Scene:
    """The states a sentence can name: now, ``before`` (when the step began) and the lesson's
    ``start``.
    """

    now: Facts
    before: Facts
    start: Facts

    @classmethod
    def at(cls, run: Run, now: State, before: State | None = None) -> Scene:
        """The scene of a state; the step began there unless another state is given."""
        return cls(Facts(run, now), Facts(run, before or now), Facts(run, run.states[0]))

    def facts(self, scope: str) -> Facts:
        """The state that a prefix names; no prefix is now."""
        return {"": self.now, "before": self.before, "start": self.start}[scope]
