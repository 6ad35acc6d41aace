"""A run: relax, compensate and recover as pure steps from one state to the next, kept as a tree."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import numpy as np

from rcr import registry
from rcr.bounds import Bounds, Certificate
from rcr.compensation.update import CURSOR, SETTLED, SWEEPS, UPDATES, advance, total_value
from rcr.decoding import decode
from rcr.engines.circuit import circuit_size
from rcr.engines.junction_tree import JunctionTree, plan
from rcr.engines.protocol import Cost, TooLarge
from rcr.engines.tree import CLONE_CLIQUE
from rcr.history import History
from rcr.model import Model, ModelError
from rcr.relaxation import ClonedModel, Relaxation
from rcr.settings import Settings
from rcr.trace import SharedVector, State
from rcr.view import Group, View

SLICE_SECONDS = 0.05  # how long compiled code may run before progress is shown and a wish to stop is heard
NEVER = -1.0
AFFORDABLE = 20_000_000  # table entries that decoding may pass through in any case
COUNTABLE = 1 << 24  # bytes of a circuit that is counted without being asked for; a few hundredths of a second
SOLVES = 20  # how often decoding may solve the relaxed model anew after a short stretch of work


Progress = Callable[[State, dict[str, Any]], None]


class Cancel(Protocol):
    """Anything with ``is_set``, such as threading.Event."""

    def is_set(self) -> bool: ...


class Run(History):
    """A model, the settings, and the tree of states reached so far.

    Every method that computes takes the current state, adds the state it leads to, and makes that the current one; no
    state ever changes. ``goto`` an earlier state and go on from there to branch.
    """

    def __init__(self, model: Model, *, origin: dict[str, Any] | None = None, **settings: Any) -> None:
        super().__init__()
        self.model, self.origin = model, origin
        self.settings = Settings(**settings)
        self.cloned = ClonedModel(model)
        self.notes = ""
        self._engines: OrderedDict[bytes, JunctionTree] = OrderedDict()
        self._views: OrderedDict[int, View] = OrderedDict()
        self._sizes: WeakKeyDictionary[Relaxation, int] = WeakKeyDictionary()
        self.stopped_because = ""
        began = time.perf_counter()
        relaxation = self._start()
        theta = np.zeros(2 * int(self.cloned.ground.theta_ptr[-1]))
        engine = self.engine(relaxation)
        self.state = self._arrive(None, {"do": "start"}, engine, theta, engine.value(theta), True, began)
        if not isinstance(self.settings.order, str):
            self.order(self.state)  # a wrong order is refused now, not at the first sweep

    def _start(self) -> Relaxation:
        start = self.settings.start
        if start == "decomposed":
            return Relaxation.decomposed(self.cloned)
        if start == "forest":
            return Relaxation.forest(self.cloned)
        return Relaxation.decomposed(self.cloned).with_recovered(self.cloned.indices(start))

    def fork(self) -> Run:
        """Another run with the same states, to go on from the current one; neither hears of what the other does from here."""
        other = copy(self)
        other.states, other.names = dict(self.states), dict(self.names)
        other._engines, other._views = self._engines.copy(), self._views.copy()
        return other

    # -- engines and views -------------------------------------------------------------------------------------------

    def engine(self, relaxation: Relaxation) -> JunctionTree:
        """The junction tree of a relaxation; refused with its cost if it passes the memory limit."""
        key = _key(relaxation)
        if key not in self._engines:
            near = next(reversed(self._engines.values()), None)
            self._engines[key] = JunctionTree(relaxation, self.settings.sums, self.settings.max_bytes, near)
            while len(self._engines) > 1 and sum(e.cost.bytes for e in self._engines.values()) > self.settings.max_bytes // 4:
                self._engines.popitem(last=False)
        self._engines.move_to_end(key)
        return self._engines[key]

    @cached_property
    def exact_cost(self) -> Cost:
        """What exact inference would cost: everything recovered."""
        return plan(Relaxation(self.cloned, np.ones(len(self.cloned), dtype=np.bool_))).cost

    def view(self, state: State | None = None) -> View:
        """What the heuristics see at a state: impact, violated, mutual information, residual of every relaxed constraint."""
        state = state or self.state
        if state.number not in self._views:
            engine, s = self.engine(state.relaxation), self.settings
            exact = self.exact_cost.table_entries if self.exact_cost.bytes <= s.max_bytes else np.inf
            view = View(state, engine, exact, s.rule, self._amount(state), s.seed)
            self._views[state.number] = view
            while len(self._views) > 16:
                self._views.popitem(last=False)
        return self._views[state.number]

    def circuit_size(self, state: State | None = None, max_bytes: int = COUNTABLE) -> int | None:
        """Nodes + edges of the circuit of a state's relaxed model, the paper's measure of complexity; None where that is too large.

        It is counted when asked for, once for each relaxation.
        """
        relaxation = (state or self.state).relaxation
        if relaxation not in self._sizes:
            engine = self._engines.get(_key(relaxation))
            try:
                self._sizes[relaxation] = circuit_size(relaxation, max_bytes, engine.plan if engine is not None else None).total
            except TooLarge:
                return None
        return self._sizes[relaxation]

    def row(self, state: State) -> dict[str, Any]:
        """A state as one row of the history."""
        return super().row(state) | {"circuit_size": self.circuit_size(state)}

    def _amount(self, state: State) -> float:
        """Damping or length of step in the sweep that the state is in."""
        amount, decay = self.settings.amount
        return amount / (1.0 + state.sweeps) ** decay

    def order(self, state: State) -> np.ndarray:
        """The relaxed constraints in the order of the sweep that the state is in."""
        relaxed, order = state.relaxation.relaxed, self.settings.order
        if order == "random":
            return np.random.default_rng([self.settings.seed, state.sweeps]).permutation(relaxed)
        if order == "tree":  # neighbours in the clique tree come one after the other, so that the focus moves little
            return relaxed[np.argsort(self.engine(state.relaxation).tree.con[relaxed, CLONE_CLIQUE], kind="stable")]
        if order == "index":
            return relaxed
        chosen = self.cloned.indices(order)
        position = {self.cloned.indices([i])[0]: n for n, i in enumerate(order)}
        if len(chosen) < len(self.cloned):
            raise ModelError("a chosen order must name every constraint of the model")
        return np.array(sorted(relaxed, key=lambda k: position[k]), dtype=np.int64)

    # -- from state to state -----------------------------------------------------------------------------------------

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
        """The state at these θ: read off an assignment, update the bounds, see whether they prove anything."""
        relaxation = engine.relaxation
        relaxed_states = engine.best_assignment(theta)
        swept = changes.get("sweeps", 0) - (parent.sweeps if parent is not None else 0)
        solves = max(
            2, min(SOLVES, AFFORDABLE // max(1, engine.cost.table_entries)), swept // 4
        )  # decoding costs less than what went before
        found, lower = decode(engine, theta, relaxed_states, solves)
        if parent is not None and parent.lower >= lower:
            found, lower = parent.assignment, parent.lower
        exact = relaxation.count == len(self.cloned)
        upper = parent.upper if parent is not None else np.inf
        estimate = None
        if not feasible or value == -np.inf:  # a proof under every scheme: only states without mass ever get θ = 0
            upper = -np.inf
        elif self.settings.upper_bound or exact:
            upper = min(upper, value)
        if not self.settings.upper_bound and not exact:
            estimate = value - self._split_correction(relaxation, theta) if upper > -np.inf else -np.inf
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
            changes = {"updates": parent.updates, "sweeps": parent.sweeps, "rounds": parent.rounds, **changes}
        seconds = (parent.seconds if parent is not None else 0.0) + time.perf_counter() - began
        state = replace(state, seconds=seconds, **changes)
        return self.add(replace(state, certificate=self._certify(state)))

    def _split_correction(self, relaxation: Relaxation, theta: np.ndarray) -> float:
        """Σ log Σ_x θ(x)θ(x_i): with it the value under model-split is the Bethe estimate (Choi and Darwiche 2008)."""
        half, ptr = len(theta) // 2, self.cloned.ground.theta_ptr
        both = theta[:half] + theta[half:]
        reduce = np.logaddexp.reduce if self.settings.sums else np.max
        return float(sum(reduce(both[ptr[k] : ptr[k + 1]]) for k in relaxation.relaxed))

    def _certify(self, state: State) -> Certificate | None:
        if state.upper == -np.inf:
            return Certificate("infeasible", "the upper bound is zero: no assignment has any mass under this model and evidence")
        if len(state.relaxation.relaxed) == 0:
            return Certificate("exact", "every constraint is recovered, so inference in the relaxed model is exact")
        if self.settings.sums or state.upper == np.inf or state.gap > self.settings.tolerance + 1e-13 * abs(state.upper):
            return None
        if len(state.violated) == 0 and state.value <= state.upper + self.settings.tolerance:
            return Certificate("optimal", "the MPE assignment of the relaxed model violates no relaxed constraint")
        return Certificate("optimal", f"the upper bound meets the value of an assignment, within {self.settings.tolerance:g}")

    def step(self, constraint: str | int | None = None) -> State:
        """One update: of the next constraint in the order of the sweep, or of a chosen one."""
        if constraint is None:
            return self.compensate(1, settle=NEVER)
        state, began = self.state, time.perf_counter()
        k = int(self.cloned.indices([constraint])[0])
        if state.relaxation.recovered[k]:
            raise ModelError(f"constraint {self.cloned.constraints[k].id} is recovered; only relaxed constraints are compensated")
        engine, theta, s = self.engine(state.relaxation), state.theta.array(), self.settings
        work, marks, memory = engine.work(theta), np.zeros(4, np.int64), np.zeros(2)
        marks[SWEEPS] = state.sweeps
        feasible = advance(
            engine.tree, work, theta, np.array([k]), 1, NEVER, -np.inf, s.rule, s.sums, *s.amount, marks, memory, np.empty(1)
        )  # fmt: skip
        action = {"do": "step", "constraint": self.cloned.constraints[k].id}
        changes = {"updates": state.updates + 1, "cursor": state.cursor}
        return self._arrive(state, action, engine, theta, total_value(work) + self.cloned.constant, feasible, began, **changes)

    def sweep(self, count: int = 1) -> State:
        """Finish the current sweep, or do ``count`` whole ones."""
        n = len(self.state.relaxation.relaxed)
        return self.compensate(n * count - self.state.cursor, settle=NEVER)

    def converge(self, progress: Progress | None = None, stop: Callable[[], bool] | None = None) -> State:
        """Sweep until a sweep settles, the bounds meet, or ``max_sweeps`` is reached."""
        return self._converge(self.settings, progress, stop)

    def _converge(self, settings: Settings, progress: Progress | None, stop: Callable[[], bool] | None) -> State:
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
        """Up to so many updates in order; the action that is kept says how many were done, so it can be done again."""
        state, began, s = self.state, time.perf_counter(), self.settings
        engine, theta = self.engine(state.relaxation), state.theta.array()
        if len(state.relaxation.relaxed) == 0:
            updates = 0
        work = engine.work(theta)
        marks = np.array([state.cursor, state.sweeps, 0, 0])
        memory = np.array([work.value.sum(), 0.0])
        goal = state.lower - self.cloned.constant if settle >= 0 and s.upper_bound else -np.inf
        curve: list[float] = []
        feasible, room, order, order_of = True, 1, np.zeros(0, np.int64), -1
        buffer = np.empty(max(1, min(s.max_sweeps, 1024)))
        while marks[UPDATES] < updates and not marks[SETTLED] and feasible:
            if order_of != marks[SWEEPS] and (order_of < 0 or s.order == "random"):
                order, order_of = self.order(replace(state, sweeps=int(marks[SWEEPS]))), int(marks[SWEEPS])
            most = min(updates - int(marks[UPDATES]), room, len(order) * len(buffer) - int(marks[CURSOR]))
            if s.order == "random":
                most = min(most, len(order) - int(marks[CURSOR]))
            swept, clock = int(marks[SWEEPS]), time.perf_counter()
            feasible = advance(
                engine.tree, work, theta, order, most, settle, goal, s.rule, s.sums, *s.amount, marks, memory, buffer
            )  # fmt: skip
            curve += [float(buffer[i % len(buffer)]) + self.cloned.constant for i in range(swept, int(marks[SWEEPS]))]
            took = time.perf_counter() - clock
            room = max(1, min(room * 4, int(room * SLICE_SECONDS / max(took, 1e-7))))
            if progress is not None:
                value = total_value(work) + self.cloned.constant
                upper = min(value, state.upper) if s.upper_bound else state.upper
                progress(state, {"upper": upper, "sweeps": int(marks[SWEEPS]), "updates": int(marks[UPDATES])})
            if stop is not None and stop():
                break
        action = {"do": "compensate", "updates": int(marks[UPDATES])}
        value = total_value(work) + self.cloned.constant
        changes = {"updates": state.updates + int(marks[UPDATES]), "sweeps": int(marks[SWEEPS]), "cursor": int(marks[CURSOR])}
        settled = bool(marks[SETTLED])
        return self._arrive(state, action, engine, theta, value, feasible, began, settled=settled, curve=np.array(curve), **changes)

    def recover(self, ids: Iterable[str | int], relax: Iterable[str | int] = ()) -> State:
        """Put equivalence constraints back in: their clones and the original variable become one. Others may be given up for them."""
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
            already = [i for i, k in zip(names[what], indices, strict=True) if state.relaxation.recovered[k] == value]
            if already or not (names[what] or what != verb):
                raise ModelError(f"nothing to {what}: {', '.join(already) or 'no constraint'} {'is' if value else 'is not'} recovered")
            mask[indices] = value
        engine = self.engine(Relaxation(self.cloned, mask))
        theta = state.theta.array()
        action: dict[str, Any] = {"do": verb, "constraints": names[verb]}
        if verb == "recover" and names["relax"]:
            action["relax"] = names["relax"]
        rounds = state.rounds + (verb == "recover")
        return self._arrive(state, action, engine, theta, engine.value(theta), True, began, rounds=rounds)

    def groups(self, recovery: str | None = None, **parameters: Any) -> list[Group]:
        """What the heuristic would recover next, best first: constraints, or groups that belong together."""
        if recovery is None:
            recovery, parameters = self.settings.recovery, {**self.settings.recovery_parameters, **parameters}
        view = self.view()
        return view.groups(registry.get("recovery", recovery)(view, **parameters)) if len(view.relaxed) else []

    def suggest(self, k: int | None = None, recovery: str | None = None, **parameters: Any) -> list[str]:
        """The ids of the relaxed constraints in the ``k`` groups the heuristic would recover next, best first."""
        best = self.groups(recovery, **parameters)[: self.settings.batch if k is None else k]
        found = dict.fromkeys(i for group in best for i in group.constraints if not self.state.relaxation.recovered[i])
        return [self.cloned.constraints[i].id for i in found]

    def recover_suggested(self, k: int | None = None) -> State:
        """Recover what the heuristic suggests, in its own way: it may give up other constraints in exchange."""
        groups = self.groups()[: self.settings.batch if k is None else k]
        if not groups:
            raise ModelError(f"the heuristic {self.settings.recovery} suggests nothing; choose a constraint yourself")
        return self._recover_groups(groups)

    def _recover_groups(self, groups: list[Group]) -> State:
        recovered = self.state.relaxation.recovered
        wanted = {k for group in groups for k in group.constraints if not recovered[k]}
        given_up = {k for group in groups for k in group.relax} - wanted
        return self.recover(sorted(wanted), sorted(given_up))

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

    # -- to the end --------------------------------------------------------------------------------------------------

    def rounds(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
        recovery: str | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Compensate and recover, round by round, until certified or stopped; yields the row of each round.

        Another heuristic than the run's own may take it from here to the end.
        """
        for state in self.milestones(cancel, time_limit, progress, recovery):
            yield self.row(state)

    def milestones(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
        recovery: str | None = None,
    ) -> Iterator[State]:
        """The same, but yields the state at the end of each round; no row is made that nobody looks at."""
        deadline = time.perf_counter() + time_limit if time_limit is not None else np.inf
        settings = self.settings.with_recovery(recovery or self.settings.recovery)

        def stop(when: float = deadline) -> bool:
            return time.perf_counter() > when or (cancel is not None and cancel.is_set())

        self.stopped_because = ""
        reachable = self.exact_cost.bytes <= settings.max_bytes
        while True:
            # where the end can be reached at all, the time is spread over the rounds that lead there
            left = -(-len(self.state.relaxation.relaxed) // min(settings.batch, 5))
            soon = partial(stop, time.perf_counter() + (deadline - time.perf_counter()) / (left + 1) if reachable else deadline)
            groups = self._next_groups(settings, progress, soon, stop) if self.state.certificate is None else []
            yield self.state
            if self.state.certificate is not None:
                return
            if stop():
                self.stopped_because = "request" if cancel is not None and cancel.is_set() else f"the time limit of {time_limit:g} s"
                return
            if not groups:
                self.stopped_because = f"the heuristic {settings.recovery} suggests nothing more"
                return
            if not self._recover_what_fits(groups, settings, stop):
                return

    def _next_groups(
        self, settings: Settings, progress: Progress | None, soon: Callable[[], bool], stop: Callable[[], bool]
    ) -> list[Group]:
        """Compensate, and ask the heuristic; where haste left it nothing better than single constraints, go on and ask again."""
        groups: list[Group] = []
        for haste in dict.fromkeys([settings.haste, 0.0]):
            self._converge(replace(settings, haste=haste), progress, soon)
            if self.state.certificate is not None or stop():
                break
            groups = self.groups(settings.recovery, **settings.recovery_parameters)
            if any(len(group.constraints) > 1 for group in groups):
                break
        return groups

    def _recover_what_fits(self, groups: list[Group], settings: Settings, stop: Callable[[], bool]) -> bool:
        def choices() -> Iterator[list[Group]]:
            yield groups[: settings.batch]
            yield from ([one] for one in groups)
            yield from ([one] for one in self.view().paper_order())

        reason = ""
        for choice in choices():
            try:
                self._recover_groups(choice)
                return True
            except TooLarge as refusal:
                reason = reason or str(refusal)
            if stop():
                break
        self.stopped_because = f"the memory limit: {reason}"
        return False

    def solve(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
        recovery: str | None = None,
    ) -> State:
        """Run to the end and return the last state."""
        for _ in self.milestones(cancel, time_limit, progress, recovery):
            pass
        return self.state

    @property
    def status(self) -> str:
        """``certified``, ``bounded`` or ``infeasible``."""
        certificate = self.state.certificate
        return "bounded" if certificate is None else "infeasible" if certificate.kind == "infeasible" else "certified"

    @property
    def reason(self) -> str:
        """Why the current state is certified, or why it is not."""
        if self.state.certificate is not None:
            return self.state.certificate.reason
        return f"not certified: stopped by {self.stopped_because}" if self.stopped_because else "not certified: the bounds have not met"


def _key(relaxation: Relaxation) -> bytes:
    """The same for relaxations of one model in which the same constraints are recovered."""
    return np.packbits(relaxation.recovered).tobytes()
