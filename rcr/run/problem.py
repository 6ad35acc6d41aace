"""What a run is about: a model with its clones, the settings, and what follows from these alone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from copy import copy
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from rcr.engines.cache import KeptEngines
from rcr.engines.circuit import circuit_size
from rcr.engines.junction_tree import JunctionTree, Plan, is_near, plan, plan_within
from rcr.engines.protocol import Cost, Engine, TooLarge, engine_class
from rcr.machine.once import once
from rcr.model import Model, ModelError
from rcr.recovery.candidates import Candidates, Group
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run.settings import DEFAULT_ENGINE, Settings
from rcr.search.propagation import with_support
from rcr.state import State

MAX_COUNTED_CIRCUIT_BYTES = 1 << 24  # counted without being asked: a few hundredths of a second
LASTING_SETTINGS = ("task", "scheme", "start", "engine", "max_bytes")  # for a whole run
# between the table entries of the first order of elimination that is tried and of the best one
NEAR_RATIO = 64.0
MAX_KEPT_CANDIDATES = 16  # of the latest states, with what the heuristics have asked of them


class Problem:
    """A model, its clones and the settings; engines and candidates are computed once and kept."""

    def __init__(self, model: Model, settings: Settings) -> None:
        self.model, self.settings = model, settings
        self.first = settings  # what the run began with
        self.cloned = with_support(ClonedModel(model))
        self._trees = KeptEngines(self._make_tree, settings.allowed_bytes)
        self._mean_field_trees = KeptEngines(self._make_tree, settings.allowed_bytes)
        self._engines = KeptEngines(self._make_engine, settings.allowed_bytes)
        self._candidates: OrderedDict[State, Candidates] = OrderedDict()
        self._keeping = Lock()  # a page may be drawn in a thread while the run is moved in another
        self._circuit_sizes: WeakKeyDictionary[Relaxation, int] = WeakKeyDictionary()

    def fork(self) -> Problem:
        """The same problem for another thread, with what is kept so far."""
        other = copy(self)
        other._trees, other._engines = self._trees.copy(), self._engines.copy()
        other._mean_field_trees = self._mean_field_trees.copy()
        other._candidates = self._candidates.copy()
        return other

    def with_settings(self, settings: Settings) -> Problem:
        """The same problem under other settings, for the steps to come.

        What a state means must not change under it, nor whether θ bounds anything: that is left
        to another run.
        """
        for name in LASTING_SETTINGS:
            given, lasting = getattr(settings, name), getattr(self.first, name)
            if given != lasting:
                raise ModelError(
                    f"a run keeps its {name} ({lasting}); start another one with {given}"
                )
        other = copy(self)
        other.settings, other._candidates = settings, OrderedDict()
        if not isinstance(settings.order, str):
            other.order(other.start(), 0)  # a wrong order is refused now, not at the next sweep
        return other

    @property
    def choices(self) -> dict[str, Any]:
        """The settings where they are not those that the run began with."""
        if self.settings is self.first:  # asked for every state
            return {}
        before, now = self.first.as_dict(), self.settings.as_dict()
        return {name: value for name, value in now.items() if value != before[name]}

    def start(self) -> Relaxation:
        """The relaxation that the settings begin with."""
        start = self.settings.start
        if start == "decomposed":
            return Relaxation.decomposed(self.cloned)
        if start == "forest":
            return Relaxation.forest(self.cloned)
        return Relaxation.decomposed(self.cloned).with_recovered(self.cloned.indices(start))

    def engine(self, relaxation: Relaxation) -> Engine:
        """The engine of a relaxation; refused with its cost if it passes the memory limit."""
        if self.settings.engine == DEFAULT_ENGINE:
            return self.clique_tree(relaxation)
        return self._engines[relaxation]

    def clique_tree(self, relaxation: Relaxation) -> JunctionTree:
        """The junction tree of a relaxation, refused likewise.

        Under every engine it gives the order of a sweep and says how ties are broken when an
        assignment is read off, so that a run takes the same way whatever engine infers.
        """
        return self._trees[relaxation]

    def kept_tree(self, relaxation: Relaxation) -> JunctionTree:
        """The tree of the factors that mean field keeps; the run's own where it is the same."""
        return self._trees.get(relaxation) or self._mean_field_trees[relaxation]

    def make_room(self, n_bytes: int) -> None:
        """Forget what can be made again where so much more would pass the memory limit."""
        kept = (self._trees, self._mean_field_trees, self._engines)
        if n_bytes + sum(engines.bytes for engines in kept) > self.settings.allowed_bytes:
            with self._keeping:
                self._candidates.clear()
            for engines in kept:
                engines.clear()

    def _make_tree(self, relaxation: Relaxation, near: JunctionTree | None) -> JunctionTree:
        planned = self.exact_plan if relaxation.recovered.all() else None
        return JunctionTree(
            relaxation, self.settings.sums, self.settings.allowed_bytes, near, planned
        )

    def _make_engine(self, relaxation: Relaxation, near: Engine | None) -> Engine:
        settings = self.settings
        return engine_class(settings.engine)(relaxation, settings.sums, settings.allowed_bytes)

    @once
    def exact_cost(self) -> Cost:
        """What exact inference would cost: everything recovered."""
        return plan(Relaxation.everything(self.cloned)).cost

    @once
    def exact_plan(self) -> Plan | None:
        """How exact inference would go; None where it passes the memory limit."""
        return plan_within(Relaxation.everything(self.cloned), self.settings.allowed_bytes)

    @property
    def exact_entries(self) -> float:
        """The table entries of exact inference; infinite where it passes the memory limit."""
        return np.inf if self.exact_plan is None else self.exact_plan.cost.table_entries

    def exact_within(self, entries: float) -> bool:
        """Whether exact inference takes no more table entries than so many; found out quickly
        where it takes far more.
        """
        everything = Relaxation.everything(self.cloned)
        return is_near(everything, NEAR_RATIO * entries) and self.exact_entries <= entries

    def candidates(self, state: State) -> Candidates:
        """What the heuristics see at a state: facts about every relaxed constraint."""
        known = self._candidates.get(state)
        if known is None:
            known = Candidates(
                state,
                self.engine(state.relaxation),
                self.clique_tree(state.relaxation),
                lambda: self.exact_entries,
                self.settings.compensation,
                self.settings.seed,
            )
            with self._keeping:
                known = self._candidates.setdefault(state, known)
                while len(self._candidates) > MAX_KEPT_CANDIDATES:
                    self._candidates.popitem(last=False)
        return known

    def groups(self, state: State, recovery: str, parameters: Mapping[str, Any]) -> list[Group]:
        """What a heuristic would recover next at a state, best first."""
        return self.candidates(state).groups_of(recovery, parameters)

    def circuit_size(
        self, relaxation: Relaxation, max_bytes: int = MAX_COUNTED_CIRCUIT_BYTES
    ) -> int | None:
        """Nodes + edges of a relaxation's circuit, the paper's measure of complexity.

        It is counted when asked for, once for each relaxation; None where that is too large.
        """
        if relaxation not in self._circuit_sizes:
            tree = self._trees.get(relaxation)
            planned = tree.plan if tree is not None else None
            try:
                size = circuit_size(relaxation, max_bytes, planned).total
            except TooLarge:
                return None
            self._circuit_sizes[relaxation] = size
        return self._circuit_sizes[relaxation]

    def order(self, relaxation: Relaxation, sweeps: int) -> np.ndarray:
        """The relaxed constraints in the order of the sweep that comes after so many."""
        relaxed, order = relaxation.relaxed, self.settings.order
        if order == "random":
            return np.random.default_rng([self.settings.seed, sweeps]).permutation(relaxed)
        if order == "tree":
            return self.clique_tree(relaxation).tree_order(relaxed)
        if order == "index":
            return relaxed
        if len(self.cloned.indices(order)) < len(self.cloned):
            raise ModelError("a chosen order must name every constraint of the model")
        position = {int(self.cloned.indices([i])[0]): n for n, i in enumerate(order)}
        return np.array(sorted(relaxed, key=lambda k: position[int(k)]), dtype=np.int64)

    def row(self, state: State) -> dict[str, Any]:
        """A state as one row of the history."""
        return {
            "round": state.rounds,
            "recovered": state.relaxation.count,
            "loops_closed": state.relaxation.loops_closed,
            "now": state.now,
            "upper": state.upper,
            "lower": state.lower,
            "estimate": state.bounds.estimate,
            "sweeps": state.sweeps,
            "updates": state.updates,
            "treewidth": state.treewidth,
            "table_entries": state.table_entries,
            "seconds": state.seconds,
            "circuit_size": self.circuit_size(state.relaxation),
        }
