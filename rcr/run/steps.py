"""From one state to the next: compensate, recover, relax, each a pure step, kept as a tree."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np

from rcr.compensation.sweep import NEVER, Sweeper
from rcr.engines.cache import KeptEngines
from rcr.engines.circuit import circuit_size
from rcr.engines.junction_tree import JunctionTree, plan
from rcr.engines.junction_tree.tree import CLONE_CLIQUE
from rcr.engines.protocol import Cost, TooLarge
from rcr.model import Model, ModelError
from rcr.models.origin import ModelItself, PortableOrigin
from rcr.recovery.candidates import Candidates
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run.budget import next_slice
from rcr.run.certificate import certify
from rcr.run.decoding import decode
from rcr.run.settings import Settings
from rcr.run.tree import History
from rcr.state import Bounds, SharedVector, State

AFFORDABLE = 20_000_000  # table entries that decoding may pass through in any case
COUNTABLE = (
    1 << 24
)  # bytes of a circuit that is counted without being asked for; a few hundredths of a second
MAX_KEPT_CANDIDATES = 16  # of the latest states, kept with what the heuristics have asked of them
SOLVES = 20  # how often decoding may solve the relaxed model anew after a short stretch of work

Progress = Callable[[State, dict[str, Any]], None]


class Steps(History):
    """A model, the settings, and the tree of states reached so far.

    Every method that computes takes the current state, adds the state it leads to, and makes
    that the current one; no state ever changes. ``goto`` an earlier state and go on from there
    to branch.
    """

    def __init__(
        self, model: Model, *, origin: PortableOrigin | None = None, **settings: Any
    ) -> None:
        super().__init__()
        self.model, self.origin = model, origin or ModelItself(model)
        self.settings = Settings(**settings)
        self.cloned = ClonedModel(model)
        self.notes = ""
        self._engines = KeptEngines(self.settings.sums, self.settings.max_bytes)
        self._candidates: OrderedDict[int, Candidates] = OrderedDict()
        self._sizes: WeakKeyDictionary[Relaxation, int] = WeakKeyDictionary()
        began = time.perf_counter()
        relaxation = self._start()
        theta = self.cloned.ground.no_theta()
        engine = self.engine(relaxation)
        self.state = self._arrive(
            None, {"do": "start"}, engine, theta, engine.value(theta), True, began
        )
        if not isinstance(self.settings.order, str):
            self.order(self.state)  # a wrong order is refused now, not at the first sweep

    def _start(self) -> Relaxation:
        start = self.settings.start
        if start == "decomposed":
            return Relaxation.decomposed(self.cloned)
        if start == "forest":
            return Relaxation.forest(self.cloned)
        return Relaxation.decomposed(self.cloned).with_recovered(self.cloned.indices(start))

    def fork(self) -> Self:
        """Another run with the same states, to go on from the current one; neither hears of what
        the other does from here.
        """
        other = copy(self)
        other.states, other.names = dict(self.states), dict(self.names)
        other._engines, other._candidates = self._engines.copy(), self._candidates.copy()
        return other

    # -- engines and views -----------------------------------------------------------------------

    def engine(self, relaxation: Relaxation) -> JunctionTree:
        """The junction tree of a relaxation; refused with its cost if it passes the memory
        limit.
        """
        return self._engines[relaxation]

    @cached_property
    def exact_cost(self) -> Cost:
        """What exact inference would cost: everything recovered."""
        return plan(Relaxation.everything(self.cloned)).cost

    def candidates(self, state: State | None = None) -> Candidates:
        """What the heuristics see at a state: impact, violated, mutual information, residual of
        every relaxed constraint.
        """
        state = state or self.state
        if state.number not in self._candidates:
            engine, s = self.engine(state.relaxation), self.settings
            exact = (
                self.exact_cost.table_entries if self.exact_cost.bytes <= s.max_bytes else np.inf
            )
            found = Candidates(state, engine, exact, s.compensation, s.seed)
            self._candidates[state.number] = found
            while len(self._candidates) > MAX_KEPT_CANDIDATES:
                self._candidates.popitem(last=False)
        return self._candidates[state.number]

    def circuit_size(self, state: State | None = None, max_bytes: int = COUNTABLE) -> int | None:
        """Nodes + edges of the circuit of a state's relaxed model, the paper's measure of
        complexity; None where that is too large.

        It is counted when asked for, once for each relaxation.
        """
        relaxation = (state or self.state).relaxation
        if relaxation not in self._sizes:
            engine = self._engines.get(relaxation)
            try:
                self._sizes[relaxation] = circuit_size(
                    relaxation, max_bytes, engine.plan if engine is not None else None
                ).total
            except TooLarge:
                return None
        return self._sizes[relaxation]

    def row(self, state: State) -> dict[str, Any]:
        """A state as one row of the history."""
        return super().row(state) | {"circuit_size": self.circuit_size(state)}

    def order(self, state: State) -> np.ndarray:
        """The relaxed constraints in the order of the sweep that the state is in."""
        relaxed, order = state.relaxation.relaxed, self.settings.order
        if order == "random":
            return np.random.default_rng([self.settings.seed, state.sweeps]).permutation(relaxed)
        if (
            order == "tree"
        ):  # neighbours in the clique tree come one after the other, so that the focus moves little
            return relaxed[
                np.argsort(
                    self.engine(state.relaxation).tree.con[relaxed, CLONE_CLIQUE], kind="stable"
                )
            ]
        if order == "index":
            return relaxed
        chosen = self.cloned.indices(order)
        position = {self.cloned.indices([i])[0]: n for n, i in enumerate(order)}
        if len(chosen) < len(self.cloned):
            raise ModelError("a chosen order must name every constraint of the model")
        return np.array(sorted(relaxed, key=lambda k: position[k]), dtype=np.int64)

    # -- from state to state ---------------------------------------------------------------------

    def _arrive(
        self,
        parent: State | None,
        action: dict[str, Any],
        engine: JunctionTree,
        theta: np.ndarray,
        value: float,
        feasible: bool,
        began: float,
        **changes: Any,
    ) -> State:
        """The state at these θ: read off an assignment, update the bounds, see whether they prove
        anything.
        """
        relaxation = engine.relaxation
        relaxed_states = engine.best_assignment(theta)
        swept = changes.get("sweeps", 0) - (parent.sweeps if parent is not None else 0)
        solves = max(
            2, min(SOLVES, AFFORDABLE // max(1, engine.cost.table_entries)), swept // 4
        )  # decoding costs less than what went before
        found, lower = decode(engine, theta, relaxed_states, solves)
        if parent is not None and parent.lower >= lower:
            found, lower = parent.assignment, parent.lower
        exact = relaxation.complete
        upper = parent.upper if parent is not None else np.inf
        estimate = None
        if (
            not feasible or value == -np.inf
        ):  # a proof under every scheme: only states without mass ever get θ = 0
            upper = -np.inf
        elif self.settings.upper_bound or exact:
            upper = min(upper, value)
        if not self.settings.upper_bound and not exact:
            estimate = (
                value - self._split_correction(relaxation, theta) if upper > -np.inf else -np.inf
            )
        if self.settings.sums and exact:
            lower = upper
        found.flags.writeable = False
        relaxed_states.flags.writeable = False
        state = State(
            number=self._count,
            parent=parent,
            action=action,
            relaxation=relaxation,
            theta=SharedVector.of(theta, parent.theta if parent is not None else None),
            value=value,
            bounds=Bounds(lower, upper, estimate),
            assignment=found,
            relaxed_assignment=relaxed_states,
            certificate=None,
            treewidth=engine.cost.treewidth,
            table_entries=engine.cost.table_entries,
        )
        if parent is not None:
            changes = {
                "updates": parent.updates,
                "sweeps": parent.sweeps,
                "rounds": parent.rounds,
                **changes,
            }
        seconds = (parent.seconds if parent is not None else 0.0) + time.perf_counter() - began
        state = replace(state, seconds=seconds, **changes)
        return self.add(
            replace(state, certificate=certify(state, self.settings.sums, self.settings.tolerance))
        )

    def _split_correction(self, relaxation: Relaxation, theta: np.ndarray) -> float:
        """Σ log Σ_x θ(x)θ(x_i): with it the value under model-split is the Bethe estimate (Choi
        and Darwiche 2008).
        """
        half, ptr = len(theta) // 2, self.cloned.ground.theta_ptr
        both = theta[:half] + theta[half:]
        reduce = np.logaddexp.reduce if self.settings.sums else np.max
        return float(sum(reduce(both[ptr[k] : ptr[k + 1]]) for k in relaxation.relaxed))

    def step(self, constraint: str | int | None = None) -> State:
        """One update: of the next constraint in the order of the sweep, or of a chosen one."""
        if constraint is None:
            return self.compensate(1, settle=NEVER)
        state, began = self.state, time.perf_counter()
        k = int(self.cloned.indices([constraint])[0])
        if state.relaxation.recovered[k]:
            raise ModelError(
                f"constraint {self.cloned.constraints[k].id} is recovered; only relaxed "
                "constraints are compensated"
            )
        engine, theta = self.engine(state.relaxation), state.theta.array()
        sweeper = Sweeper(engine, self.settings.compensation, theta, sweeps=state.sweeps)
        feasible = sweeper.advance(np.array([k]), 1)
        action = {"do": "step", "constraint": self.cloned.constraints[k].id}
        return self._arrive(
            state,
            action,
            engine,
            sweeper.theta,
            sweeper.value,
            feasible,
            began,
            updates=state.updates + 1,
            cursor=state.cursor,
        )

    def sweep(self, count: int = 1) -> State:
        """Finish the current sweep, or do ``count`` whole ones."""
        n = len(self.state.relaxation.relaxed)
        return self.compensate(n * count - self.state.cursor, settle=NEVER)

    def converge(
        self, progress: Progress | None = None, stop: Callable[[], bool] | None = None
    ) -> State:
        """Sweep until a sweep settles, the bounds meet, or ``max_sweeps`` is reached."""
        return self._converge(self.settings, progress, stop)

    def _converge(
        self, settings: Settings, progress: Progress | None, stop: Callable[[], bool] | None
    ) -> State:
        hasty = settings.haste * self.state.gap if self.state.gap < np.inf else 0.0
        updates = len(self.state.relaxation.relaxed) * settings.max_sweeps - self.state.cursor
        return self.compensate(updates, max(settings.settle, hasty), progress, stop)

    def compensate(
        self,
        updates: int,
        settle: float = NEVER,
        progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> State:
        """Up to so many updates in order; the action that is kept says how many were done, so it
        can be done again.
        """
        state, began, s = self.state, time.perf_counter(), self.settings
        engine, theta = self.engine(state.relaxation), state.theta.array()
        if state.relaxation.complete:
            updates = 0
        sweeper = Sweeper(engine, s.compensation, theta, state.cursor, state.sweeps)
        goal = state.lower if settle >= 0 and s.upper_bound else -np.inf
        feasible, room, order, order_of = True, 1, np.zeros(0, np.int64), -1
        while sweeper.updates < updates and not sweeper.settled and feasible:
            if order_of != sweeper.sweeps and (order_of < 0 or s.order == "random"):
                order, order_of = self.order(replace(state, sweeps=sweeper.sweeps)), sweeper.sweeps
            most = min(updates - sweeper.updates, room)
            if s.order == "random":
                most = min(most, len(order) - sweeper.cursor)
            clock = time.perf_counter()
            feasible = sweeper.advance(order, most, settle, goal)
            room = next_slice(room, time.perf_counter() - clock)
            if progress is not None:
                upper = min(sweeper.value, state.upper) if s.upper_bound else state.upper
                progress(
                    state,
                    {"upper": upper, "sweeps": sweeper.sweeps, "updates": sweeper.updates},
                )
            if stop is not None and stop():
                break
        return self._arrive(
            state,
            {"do": "compensate", "updates": sweeper.updates},
            engine,
            sweeper.theta,
            sweeper.value,
            feasible,
            began,
            updates=state.updates + sweeper.updates,
            sweeps=sweeper.sweeps,
            cursor=sweeper.cursor,
            settled=sweeper.settled,
            curve=np.array(sweeper.curve),
        )

    def recover(self, ids: Iterable[str | int], relax: Iterable[str | int] = ()) -> State:
        """Put equivalence constraints back in: their clones and the original variable become one.
        Others may be given up for them.
        """
        return self._change("recover", ids, relax)

    def relax(self, ids: Iterable[str | int]) -> State:
        """Take recovered constraints out again; their θ is what it was."""
        return self._change("relax", (), ids)

    def _change(self, verb: str, recover: Iterable[str | int], relax: Iterable[str | int]) -> State:
        state, began = self.state, time.perf_counter()
        mask = state.relaxation.recovered.copy()
        names: dict[str, list[str]] = {}
        for what, ids, value in (("recover", recover, True), ("relax", relax, False)):
            indices = self.cloned.indices(ids)
            names[what] = [self.cloned.constraints[k].id for k in indices]
            already = [
                i
                for i, k in zip(names[what], indices, strict=True)
                if state.relaxation.recovered[k] == value
            ]
            if already or not (names[what] or what != verb):
                raise ModelError(
                    f"nothing to {what}: {', '.join(already) or 'no constraint'} "
                    f"{'is' if value else 'is not'} recovered"
                )
            mask[indices] = value
        engine = self.engine(Relaxation(self.cloned, mask))
        theta = state.theta.array()
        action: dict[str, Any] = {"do": verb, "constraints": names[verb]}
        if verb == "recover" and names["relax"]:
            action["relax"] = names["relax"]
        rounds = state.rounds + (verb == "recover")
        return self._arrive(
            state, action, engine, theta, engine.value(theta), True, began, rounds=rounds
        )

    def act(self, action: dict[str, Any]) -> State:
        """Do a recorded action again from the current state."""
        match action:
            case {"do": "step", "constraint": constraint}:
                return self.step(constraint)
            case {"do": "compensate", "updates": int(updates)}:
                return self.compensate(updates)
            case {"do": "recover", "constraints": list(ids)}:
                return self.recover(ids, action.get("relax", ()))
            case {"do": "relax", "constraints": list(ids)}:
                return self.relax(ids)
        raise ModelError(f"unknown action {action!r}")
