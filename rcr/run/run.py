"""A run: from step to step by a heuristic's choice, round by round, until the bounds meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rcr import registry
from rcr.engines.protocol import TooLarge
from rcr.model import ModelError
from rcr.recovery.candidates import Group
from rcr.run.budget import Budget, Cancel
from rcr.run.settings import Settings
from rcr.run.steps import Progress, Steps
from rcr.state import State


class Run(Steps):
    """Steps, and the way to the end: what to recover next, round by round, and why it stopped."""

    stopped_because = ""

    def groups(self, recovery: str | None = None, **parameters: Any) -> list[Group]:
        """What the heuristic would recover next, best first: constraints, or groups that belong
        together.
        """
        if recovery is None:
            recovery, parameters = (
                self.settings.recovery,
                {**self.settings.recovery_parameters, **parameters},
            )
        view = self.candidates()
        return (
            view.groups(registry.get("recovery", recovery)(view, **parameters))
            if len(view.relaxed)
            else []
        )

    def suggest(
        self, k: int | None = None, recovery: str | None = None, **parameters: Any
    ) -> list[str]:
        """The ids of the relaxed constraints in the ``k`` groups the heuristic would recover next,
        best first.
        """
        best = self.groups(recovery, **parameters)[: self.settings.batch if k is None else k]
        found = dict.fromkeys(
            i for group in best for i in group.constraints if not self.state.relaxation.recovered[i]
        )
        return [self.cloned.constraints[i].id for i in found]

    def recover_suggested(self, k: int | None = None) -> State:
        """Recover what the heuristic suggests, in its own way: it may give up other constraints in
        exchange.
        """
        groups = self.groups()[: self.settings.batch if k is None else k]
        if not groups:
            raise ModelError(
                f"the heuristic {self.settings.recovery} suggests nothing; choose a "
                "constraint yourself"
            )
        return self._recover_groups(groups)

    def _recover_groups(self, groups: list[Group]) -> State:
        recovered = self.state.relaxation.recovered
        wanted = {k for group in groups for k in group.constraints if not recovered[k]}
        given_up = {k for group in groups for k in group.relax} - wanted
        return self.recover(sorted(wanted), sorted(given_up))

    # -- to the end ------------------------------------------------------------------------------

    def milestones(
        self,
        cancel: Cancel | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
        recovery: str | None = None,
    ) -> Iterator[State]:
        """Compensate and recover, round by round, until certified or stopped; yields the state at
        the end of each round.

        Another heuristic than the run's own may take it from here to the end.
        """
        budget = Budget(cancel, time_limit)
        settings = self.settings.with_recovery(recovery or self.settings.recovery)
        self.stopped_because = ""
        reachable = self.exact_cost.bytes <= settings.max_bytes
        while True:
            # where the end can be reached at all, the time is spread over the rounds that lead
            # there
            left = -(-len(self.state.relaxation.relaxed) // min(settings.batch, 5))
            soon = budget.share(left + 1) if reachable else budget
            groups = (
                self._next_groups(settings, progress, soon, budget)
                if self.state.certificate is None
                else []
            )
            yield self.state
            if self.state.certificate is not None:
                return
            if budget.over():
                self.stopped_because = budget.reason
                return
            if not groups:
                self.stopped_because = f"the heuristic {settings.recovery} suggests nothing more"
                return
            if not self._recover_what_fits(groups, settings, budget):
                return

    def _next_groups(
        self, settings: Settings, progress: Progress | None, soon: Budget, budget: Budget
    ) -> list[Group]:
        """Compensate, and ask the heuristic; where haste left it nothing better than single
        constraints, go on and ask again.
        """
        groups: list[Group] = []
        for haste in dict.fromkeys([settings.haste, 0.0]):
            self._converge(replace(settings, haste=haste), progress, soon.over)
            if self.state.certificate is not None or budget.over():
                break
            groups = self.groups(settings.recovery, **settings.recovery_parameters)
            if any(len(group.constraints) > 1 for group in groups):
                break
        return groups

    def _recover_what_fits(self, groups: list[Group], settings: Settings, budget: Budget) -> bool:
        def choices() -> Iterator[list[Group]]:
            yield groups[: settings.batch]
            yield from ([one] for one in groups)
            yield from ([one] for one in self.candidates().paper_order())

        reason = ""
        for choice in choices():
            try:
                self._recover_groups(choice)
                return True
            except TooLarge as refusal:
                reason = reason or str(refusal)
            if budget.over():
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
        return (
            "bounded"
            if certificate is None
            else "infeasible"
            if certificate.kind == "infeasible"
            else "certified"
        )

    @property
    def reason(self) -> str:
        """Why the current state is certified, or why it is not."""
        if self.state.certificate is not None:
            return self.state.certificate.reason
        return (
            f"not certified: stopped by {self.stopped_because}"
            if self.stopped_because
            else "not certified: the bounds have not met"
        )
