"""What a run is about: a model with its clones, the settings, and what follows from these alone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from rcr.engines.cache import KeptEngines
from rcr.engines.circuit import circuit_size
from rcr.engines.junction_tree import JunctionTree, plan
from rcr.engines.junction_tree.tree import CLONE_CLIQUE
from rcr.engines.protocol import Cost, TooLarge
from rcr.model import Model, ModelError
from rcr.recovery.candidates import Candidates, Group
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run.settings import Settings
from rcr.state import State

MAX_COUNTED_CIRCUIT_BYTES = 1 << 24  # counted without being asked: a few hundredths of a second
MAX_KEPT_CANDIDATES = 16  # of the latest states, with what the heuristics have asked of them


class Problem:
    """A model, its clones and the settings; engines and candidates are computed once and kept."""

    def __init__(self, model: Model, settings: Settings) -> None:
        self.model, self.settings = model, settings
        self.cloned = ClonedModel(model)
        self._engines = KeptEngines(settings.sums, settings.max_bytes)
        self._candidates: OrderedDict[State, Candidates] = OrderedDict()
        self._circuit_sizes: WeakKeyDictionary[Relaxation, int] = WeakKeyDictionary()

    def fork(self) -> Problem:
        """The same problem for another thread, with what is kept so far."""
        other = copy(self)
        other._engines, other._candidates = self._engines.copy(), self._candidates.copy()
        return other

    def start(self) -> Relaxation:
        """The relaxation that the settings begin with."""
        start = self.settings.start
        if start == "decomposed":
            return Relaxation.decomposed(self.cloned)
        if start == "forest":
            return Relaxation.forest(self.cloned)
        return Relaxation.decomposed(self.cloned).with_recovered(self.cloned.indices(start))

    def engine(self, relaxation: Relaxation) -> JunctionTree:
        """The engine of a relaxation; refused with its cost if it passes the memory limit."""
        return self._engines[relaxation]

    @cached_property
    def exact_cost(self) -> Cost:
        """What exact inference would cost: everything recovered."""
        return plan(Relaxation.everything(self.cloned)).cost

    def candidates(self, state: State) -> Candidates:
        """What the heuristics see at a state: facts about every relaxed constraint."""
        if state not in self._candidates:
            fits = self.exact_cost.bytes <= self.settings.max_bytes
            self._candidates[state] = Candidates(
                state,
                self.engine(state.relaxation),
                self.exact_cost.table_entries if fits else np.inf,
                self.settings.compensation,
                self.settings.seed,
            )
            while len(self._candidates) > MAX_KEPT_CANDIDATES:
                self._candidates.popitem(last=False)
        return self._candidates[state]

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
            engine = self._engines.get(relaxation)
            planned = engine.plan if engine is not None else None
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
            # neighbours in the clique tree come one after the other, so the focus moves little
            place = self.engine(relaxation).tree.con[relaxed, CLONE_CLIQUE]
            return np.asarray(relaxed[np.argsort(place, kind="stable")])
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
