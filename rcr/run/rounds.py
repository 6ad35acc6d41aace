"""The way to the end: compensate, ask the heuristic, recover, round by round until proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from rcr.engines.protocol import TooLarge
from rcr.recovery.candidates import Group, in_one_round
from rcr.run.budget import Budget
from rcr.run.exhausting import most_entries
from rcr.run.search import Search
from rcr.run.search_turns import SearchTurns
from rcr.run.settings import Settings
from rcr.run.steps import Progress, Stretch
from rcr.run.walker import Walker
from rcr.search.choice import branching, gain_rate
from rcr.state import Compensate, Relax, State

SMALL_SHARE = 1e-3  # of the memory limit: of tables that branching need not spare
MAX_LOOKED_AT = 2  # variables to branch on, after each round: few, since it is asked often
SMALL_BATCH = 5  # the paper's; a larger one does not make a round last longer


def settle_of(settings: Settings, state: State) -> float:
    """The change of the bound at which a round of compensation ends at a state."""
    hasty = settings.haste * state.gap if state.gap < np.inf else 0.0
    return max(settings.settle, hasty)


class Scaffold:
    """Bridges that are recovered while a round compensates, where the settings ask for that.

    News travels a whole tree in one sweep, so that tens of sweeps do what hundreds would. A bridge
    gains nothing that θ cannot: relaxed again, they leave the bound where it is.
    """

    def __init__(self, run: Walker, settings: Settings) -> None:
        self.run = run
        self._bridges: tuple[str, ...] = ()
        self.wanted = settings.scaffold and settings.upper_bound and not settings.sums

    def put_up(self, groups: list[Group]) -> None:
        """Recover groups, and the bridges that make a forest of what is around them."""
        run, bridges = self.run, np.zeros(0, np.int64)
        if self.wanted:
            wanted = [k for group in groups for k in group.constraints]
            bridges = run.state.relaxation.with_recovered(np.array(wanted, np.int64)).scaffold
        if len(bridges):
            groups = [*groups, Group(tuple(bridges.tolist()), 0.0)]
        if groups:
            run.recover_groups(groups)
        self._bridges = run.problem.cloned.ids(bridges)

    def take_down(self) -> None:
        """Relax the bridges again."""
        if self._bridges:
            self.run.act(Relax(self._bridges, warm=True))
        self._bridges = ()


def rounds(
    run: Walker, settings: Settings, budget: Budget, progress: Progress | None
) -> Iterator[State]:
    """Yields the state at the end of each round; why it stopped is left with the traveller."""
    run.stopped_because = ""
    if _exact_is_cheap(run, settings):
        run.recover_groups([Group(tuple(run.state.relaxation.relaxed.tolist()), np.inf)])
    scaffold, turns = Scaffold(run, settings), SearchTurns(run, settings)
    bare = scaffold.wanted and len(run.state.relaxation.scaffold) > 0
    if bare and run.state.certificate is None:
        yield run.state  # what comes before the scaffold is a round of its own
        scaffold.put_up([])
    while True:
        groups = []
        if run.state.certificate is None:
            groups = _next_groups(run, settings, progress, budget, scaffold)
        scaffold.take_down()
        yield run.state
        if run.state.certificate is not None:
            return
        if budget.over():
            run.stopped_because = budget.reason
            return
        if not groups:
            run.stopped_because = f"the heuristic {settings.recovery} suggests nothing more"
            return
        if turns.due():
            turns.climb(budget)
            yield run.state
            if run.state.certificate is not None:
                return
        before = run.state
        if refusal := _recover_what_fits(run, groups, settings, budget, scaffold):
            run.stopped_because = f"the memory limit: {refusal}"
            for _ in turns.to_the_top(budget):
                yield run.state
            if turns.wanted:
                yield from _searched(run, settings, budget, progress)
            return
        if turns.wanted and _branching_pays(run, before):
            run.delete(run.state.number)
            yield from _searched(run, settings, budget, progress)
            return


def _branching_pays(run: Walker, before: State) -> bool:
    """Whether to branch would have lowered the bound more for each table entry than what was just
    recovered; never asked where that made the tables no larger, where they are small all the same,
    or where everything can be recovered.
    """
    now = run.state.table_entries
    small = SMALL_SHARE * most_entries(run.problem.settings.allowed_bytes)
    if now <= max(before.table_entries, small) or run.problem.exact_entries < np.inf:
        return False
    way = branching(before, run.problem.clique_tree(before.relaxation), most=MAX_LOOKED_AT)
    return way is not None and way.rate > gain_rate(before, run.state)


def _searched(
    run: Walker, settings: Settings, budget: Budget, progress: Progress | None
) -> Iterator[State]:
    """Search until proved or stopped; yields states on the way, and at last what all prove."""
    if run.state.certificate is not None:
        run.stopped_because = ""
        return
    search = Search(run, settings, budget, progress)
    yield from search.branches()
    yield search.gather()
    over = budget.over() and run.state.certificate is None
    run.stopped_because = budget.reason if over else ""


def _exact_is_cheap(run: Walker, settings: Settings) -> bool:
    """Whether exact inference costs no more than the sweeps that a heuristic sets against it.

    That is asked at the beginning only: who has gone some way has chosen to see it.
    """
    if run.state.parent is not None or run.state.certificate is not None:
        return False
    sweep = run.problem.clique_tree(run.state.relaxation).sweep_entries
    return run.problem.exact_within(settings.at_once * sweep)


def _next_groups(
    run: Walker,
    settings: Settings,
    progress: Progress | None,
    budget: Budget,
    scaffold: Scaffold,
) -> list[Group]:
    """Compensate, and ask the heuristic.

    Where haste left it nothing better than single constraints, go on and ask again. Where the end
    can be reached at all, the time is spread over the rounds that lead there.
    """
    groups: list[Group] = []
    left = -(-len(run.state.relaxation.relaxed) // min(settings.batch, SMALL_BATCH))
    share = budget.share(left + 1)

    def over() -> bool:
        # whether everything can be recovered takes a while to find out
        return share.over() and (budget.over() or run.problem.exact_entries < np.inf)

    for haste in dict.fromkeys([settings.haste, 0.0]):
        settle = settle_of(replace(settings, haste=haste), run.state)
        updates = len(run.state.relaxation.relaxed) * settings.max_sweeps - run.state.cursor
        run.act(Compensate(updates), Stretch(settle, progress, over))
        if run.state.certificate is not None or budget.over():
            break
        scaffold.take_down()
        groups = run.problem.groups(run.state, settings.recovery, settings.recovery_parameters)
        if not haste or any(len(group.constraints) > 1 for group in groups):
            break
    return groups


def _recover_what_fits(
    run: Walker, groups: list[Group], settings: Settings, budget: Budget, scaffold: Scaffold
) -> str:
    """Recover the batch, or the first group that fits in memory; returns why nothing did."""

    def choices() -> Iterator[list[Group]]:
        yield in_one_round(groups, settings.batch)
        yield from ([one] for one in groups)
        candidates = run.problem.candidates(run.state)
        if candidates.examine(budget.over):
            yield from ([one] for one in candidates.paper_order())

    reason = ""
    for choice in choices():
        try:
            scaffold.put_up(choice)
            return ""
        except TooLarge as refusal:
            reason = reason or str(refusal)
        if budget.over():
            break
    return reason
