"""A run: a problem, the tree of states reached so far, and the ways on from the current one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Any

from rcr.compensation.method import NEVER_SETTLED
from rcr.engines.junction_tree import JunctionTree
from rcr.engines.protocol import Cost, Engine
from rcr.model import Model, ModelError
from rcr.models.origin import ModelItself, PortableOrigin
from rcr.recovery.candidates import Candidates, Group, in_one_round
from rcr.relaxation import ClonedModel, Relaxation
from rcr.run import steps
from rcr.run.branching import gather
from rcr.run.budget import Budget, Cancel
from rcr.run.problem import MAX_COUNTED_CIRCUIT_BYTES, Problem
from rcr.run.pruning import Pruning, Told, prune
from rcr.run.rounds import rounds, settle_of
from rcr.run.settings import Settings
from rcr.run.steps import Progress, Stretch
from rcr.run.tree import Tree, round_ends
from rcr.search.proved import Proved
from rcr.showing import view
from rcr.state import Action, Branch, Compensate, Gather, Recover, Relax, State, Step


class Run:
    """Relax, compensate and then recover on one model.

    Every method that computes takes the current state, adds the state it leads to, and makes that
    the current one; no state ever changes. ``goto`` an earlier state and go on from there to
    branch.
    """

    def __init__(
        self, model: Model, *, origin: PortableOrigin | None = None, **settings: Any
    ) -> None:
        self.problem = Problem(model, Settings(**settings))
        self.tree = Tree(steps.start(self.problem))
        self.origin: PortableOrigin = origin or ModelItself(model)
        self.notes, self.stopped_because = "", ""

    def fork(self) -> Run:
        """Another run with the same states, to go on from the current one.

        Neither hears of what the other does from here.
        """
        other = copy(self)
        other.problem, other.tree = self.problem.fork(), self.tree.copy()
        return other

    # -- what it is about ------------------------------------------------------------------------

    @property
    def model(self) -> Model:
        return self.problem.model

    @property
    def cloned(self) -> ClonedModel:
        return self.problem.cloned

    @property
    def settings(self) -> Settings:
        return self.problem.settings

    @property
    def choices(self) -> dict[str, Any]:
        """The settings where they are not those that the run began with."""
        return self.problem.choices

    def go_on_with(self, settings: Settings) -> None:
        """Other settings from here on: a heuristic, a batch, an order; every state stays.

        Task, scheme and start are those of the whole run.
        """
        self.problem = self.problem.with_settings(settings)

    @property
    def exact_cost(self) -> Cost:
        """What exact inference would cost: everything recovered."""
        return self.problem.exact_cost

    def engine(self, relaxation: Relaxation) -> Engine:
        """The engine of a relaxation; refused with its cost if it passes the memory limit."""
        return self.problem.engine(relaxation)

    def clique_tree(self, relaxation: Relaxation) -> JunctionTree:
        """The junction tree of a relaxation, whatever engine infers; refused likewise."""
        return self.problem.clique_tree(relaxation)

    def candidates(self, state: State | None = None) -> Candidates:
        """What the heuristics see at a state: facts about every relaxed constraint."""
        return self.problem.candidates(state or self.state)

    def circuit_size(
        self, state: State | None = None, max_bytes: int = MAX_COUNTED_CIRCUIT_BYTES
    ) -> int | None:
        """Nodes + edges of the circuit of a state's relaxed model; None where that is too large."""
        return self.problem.circuit_size((state or self.state).relaxation, max_bytes)

    def order(self, state: State) -> Any:
        """The relaxed constraints in the order of the sweep that the state is in."""
        return self.problem.order(state.relaxation, state.sweeps)

    # -- where it is -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The current state."""
        return self.tree.current

    @property
    def states(self) -> dict[int, State]:
        return self.tree.states

    @property
    def names(self) -> dict[str, int]:
        return self.tree.names

    @property
    def upper(self) -> float:
        """The upper bound that all states prove together: of the largest open branch."""
        return Proved(self.states.values()).upper

    def undo(self) -> State:
        """Back to the state this one came from."""
        return self.tree.undo()

    def back(self) -> State:
        """Take the last move back: a step, with the compensation that belonged to it."""
        belongs = isinstance(self.state.action, Compensate) and self.state.action.follows
        self.undo()
        return self.undo() if belongs else self.state

    def forward(self) -> State:
        """Do again what was taken back last: a step, with the compensation that belonged to it."""
        self.tree.redo()
        ahead = self.tree.ahead
        if ahead and isinstance(ahead.action, Compensate) and ahead.action.follows:
            self.tree.redo()
        return self.state

    def goto(self, where: int | str) -> State:
        """To any state, by its number or by its name."""
        return self.tree.goto(where)

    def branch(self, name: str) -> State:
        """Give the current state a name to come back to."""
        return self.tree.name(name)

    def delete(self, number: int) -> None:
        """Forget a state and everything that came from it."""
        self.tree.delete(number)

    def row(self, state: State) -> dict[str, Any]:
        """A state as one row of the history."""
        return self.problem.row(state)

    @property
    def history(self) -> list[dict[str, Any]]:
        """One row a round: the last state before each recovery on the path, and the current one."""
        return [self.row(state) for state in round_ends(self.state)]

    # -- single steps ----------------------------------------------------------------------------

    def act(self, action: Action, stretch: Stretch = steps.TO_THE_LAST) -> State:
        """Do something from the current state, be it for the first time or again."""
        if isinstance(action, Gather):
            return self.tree.add(gather(self.problem, self.states.values(), self.state, action))
        return self.tree.add(steps.act(self.problem, self.state, action, stretch))

    def step(self, constraint: str | int | None = None) -> State:
        """One update: of the next constraint in the order of the sweep, or of a chosen one."""
        if constraint is None:
            return self.compensate(1)
        return self.act(Step(*self._ids([constraint])))

    def sweep(self, count: int = 1) -> State:
        """Finish the current sweep, or do ``count`` whole ones."""
        return self.compensate(len(self.state.relaxation.relaxed) * count - self.state.cursor)

    def converge(
        self,
        progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
        follows: bool = False,
    ) -> State:
        """Sweep until a sweep settles, the bounds meet, or ``max_sweeps`` is reached.

        ``follows`` says that this belongs to the move before, and is taken back with it.
        """
        settle = settle_of(self.settings, self.state)
        updates = len(self.state.relaxation.relaxed) * self.settings.max_sweeps - self.state.cursor
        return self.act(Compensate(updates, follows), Stretch(settle, progress, stop))

    def compensate(
        self,
        updates: int,
        settle: float = NEVER_SETTLED,
        progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> State:
        """Up to so many updates in order."""
        return self.act(Compensate(updates), Stretch(settle, progress, stop))

    def recover(self, ids: Iterable[str | int], relax: Iterable[str | int] = ()) -> State:
        """Put equivalence constraints back in: their clones and the original variable become one.

        Others may be given up for them.
        """
        return self.act(Recover(self._ids(ids), self._ids(relax)))

    def relax(self, ids: Iterable[str | int]) -> State:
        """Take recovered constraints out again, with the θ they had before."""
        return self.act(Relax(self._ids(ids)))

    def condition(self, variable: int | str, value: int | str) -> State:
        """Branch: fix a variable to one of its states, both by index or by name."""
        [(v, x)] = self.model.observe({variable: value}).evidence.items()
        return self.act(Branch(v, x))

    def gather(self, variable: int | str) -> State:
        """Take together what the branches on a variable at the current state have proved."""
        [v] = self.model.observe({variable: 0}).evidence
        return self.act(Gather(v))

    def _ids(self, given: Iterable[str | int]) -> tuple[str, ...]:
        return self.cloned.ids(self.cloned.indices(given))

    # -- what a heuristic would do ---------------------------------------------------------------

    def groups(self, recovery: str | None = None, **parameters: Any) -> list[Group]:
        """What the heuristic would recover next, best first: constraints, or groups of them."""
        if recovery is None:
            recovery = self.settings.recovery
            parameters = {**self.settings.recovery_parameters, **parameters}
        return self.problem.groups(self.state, recovery, parameters)

    def suggest(
        self, k: int | None = None, recovery: str | None = None, **parameters: Any
    ) -> list[str]:
        """The ids of the relaxed constraints in the ``k`` groups to recover next, best first."""
        groups = self.groups(recovery, **parameters)
        best = in_one_round(groups, self.settings.batch) if k is None else groups[:k]
        recovered = self.state.relaxation.recovered
        found = dict.fromkeys(i for group in best for i in group.constraints if not recovered[i])
        return [self.cloned.constraints[i].id for i in found]

    def recover_suggested(self, k: int | None = None) -> State:
        """Recover what the heuristic suggests; it may give up other constraints in exchange."""
        groups = self.groups()
        groups = in_one_round(groups, self.settings.batch) if k is None else groups[:k]
        if not groups:
            raise ModelError(
                f"the heuristic {self.settings.recovery} suggests nothing; choose a constraint "
                "yourself"
            )
        return self.recover_groups(groups)

    def recover_groups(self, groups: Iterable[Group]) -> State:
        """Recover groups that a heuristic chose, and give up what they ask for in exchange."""
        groups, recovered = list(groups), self.state.relaxation.recovered
        wanted = {k for group in groups for k in group.constraints if not recovered[k]}
        given_up = {k for group in groups for k in group.relax} - wanted
        return self.recover(sorted(wanted), sorted(given_up))

    # -- to the end ------------------------------------------------------------------------------

    def milestones(
        self,
        budget: Budget | None = None,
        progress: Progress | None = None,
        recovery: str | None = None,
    ) -> Iterator[State]:
        """Compensate and recover, round by round, until certified or stopped.

        Yields the state at the end of each round. Another heuristic than the run's own may take it
        from here to the end.
        """
        settings = self.settings.with_recovery(recovery or self.settings.recovery)
        yield from rounds(self, settings, budget or Budget(), progress)

    def solve(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
        recovery: str | None = None,
    ) -> State:
        """Run to the end and return the last state; the time limit is in seconds by the clock."""
        for _ in self.milestones(Budget(cancel, time_limit), progress, recovery):
            pass
        return self.state

    def prune(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        told: Told | None = None,
    ) -> Pruning:
        """Relax what the proof does not need, and exchange cycles where that makes it smaller,
        until no recovered constraint can be left out, one at a time and with the rest compensated.
        """
        return prune(self, Budget(cancel, time_limit), told)

    @property
    def status(self) -> str:
        """``certified``, ``bounded`` or ``infeasible``."""
        return self.state.status

    @property
    def reason(self) -> str:
        """Why the current state is certified, or why it is not."""
        if self.state.certificate is not None:
            return self.state.certificate.reason
        if self.stopped_because:
            return f"not certified: stopped by {self.stopped_because}"
        return "not certified: the bounds have not met"

    # -- in a notebook ---------------------------------------------------------------------------

    def plot(self, axis: str = "updates", **more: Any) -> Any:
        """A plotly figure of the bounds on every branch.

        ``axis`` is one of ``rcr.views.curves.AXES``; what else there is to choose, such as
        ``exact`` and ``log_gap``, ``rcr.views.bounds.chart.run_chart`` tells.
        """
        return view("figures.plot_run")(self, axis, **more)

    def graph(self, kind: str = "compact", around: str | None = None, suggested: int = 0) -> Any:
        """The graph at the current state, as ``State.graph`` draws it; the first so many groups
        that the heuristic suggests are marked with their rank.
        """
        groups = self.groups()[:suggested] if suggested else []
        constraints = self.cloned.constraints
        marked = [[constraints[k].id for k in group.constraints] for group in groups]
        return view("graph.graph")(self.state, kind, around, marked)

    def __repr__(self) -> str:
        here, known = self.state, f"{self.state.lower:.6g} ≤ log value ≤ {self.upper:.6g}"
        done = f"{here.relaxation.count} of {len(self.cloned)} recovered"
        return f"<Run of {self.model.name}, step {here.number}: {known}, {done}, {self.status}>"

    def _repr_html_(self) -> str:
        return str(view("run.show_run")(self))
